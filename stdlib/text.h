// Strings: parts, search, replacement.
#pragma once

#include <string>
#include <string_view>

#include "vm/value.h"

namespace rille {

// The parts of a text between separators, as a tuple of strings; error[value] where it is empty.
Values split_text(std::string_view text, std::string_view separator);

// A tuple of strings, one at least.
bool are_strings(const Value& x);
// By their bytes; equals keep their order. `unique` keeps one of each.
Values sorted_strings(Values strings, bool descending);
Values unique_strings_of(Values strings);

}  // namespace rille
