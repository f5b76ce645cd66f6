// format(): the canonical formatting of a program.
#pragma once

#include <string>
#include <string_view>

#include "vm/error.h"

namespace rille::lang {

// Returns the program with spaces and indents as in docs/language.md. Line breaks and comments are
// preserved, and comments after code keep their column if possible. Invariant: format(format(x))
// == format(x). Throws the first syntax error of the text.
std::string format(const Source& source, int file = 0);

// Formats a piece of a program on one line, without comments: an annotation, or the signature of a
// function. Errors and help() show it, and it does not depend on the layout of the source.
std::string one_line(std::string_view piece);

}  // namespace rille::lang
