// Strings: parts, search, replacement.
#pragma once

#include <string>
#include <string_view>

#include "vm/value.h"

namespace rille {

// The parts of a text between separators, as a tuple of strings; error[value] where it is empty.
Values split_text(std::string_view text, std::string_view separator);

}  // namespace rille
