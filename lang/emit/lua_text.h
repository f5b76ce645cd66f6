// Analysis of emitted text: nesting depth and free names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rille::lang {

// The approximate recursion depth of Lua's parser on the text.
int nesting(std::string_view text);

// Whether the text refers to the enclosing function: by a return, a jump, or its varargs.
bool leaves_function(std::string_view text);

struct FreeName {
  size_t begin;
  std::string_view name;
};

// The positions at which the text reads locals and parameters that it does not declare. Their names
// all contain a `_`; names without one belong to the whole chunk.
std::vector<FreeName> free_names(std::string_view text);

}  // namespace rille::lang
