// Emitted text looked at again: nesting, free names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rille::lang {

// The levels that Lua's parser descends into the text, about.
int nesting(std::string_view text);

// Whether a function around the text would take part in it: a return, a jump, its arguments.
bool leaves_function(std::string_view text);

struct FreeName {
  size_t begin;
  std::string_view name;
};

// Where the text reads names that it does not declare: locals and parameters, which all have a `_`
// in them; what has none is a name of the whole chunk.
std::vector<FreeName> free_names(std::string_view text);

}  // namespace rille::lang
