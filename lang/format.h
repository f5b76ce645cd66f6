// format(): the one look of a program.
#pragma once

#include <string>
#include <string_view>

#include "vm/error.h"

namespace rille::lang {

// The same program with spaces and indents as docs/language.md writes them. Lines are broken
// where the writer broke them; comments stay, those behind code in their column where it fits.
// format(format(x)) == format(x). Throws the first syntax error of the text.
std::string format(const Source& source, int file = 0);

// A piece of a program that can be read on one line, without comments: an annotation, the head of
// a function. Errors and help() show it, and it is the same for all ways to lay the program out.
std::string one_line(std::string_view piece);

}  // namespace rille::lang
