// format(): the one look of a program.
#pragma once

#include <string>

#include "vm/error.h"

namespace rille::lang {

// The same program with spaces and indents as docs/language.md writes them. Lines are broken
// where the writer broke them; comments stay, those behind code in their column where it fits.
// format(format(x)) == format(x). Throws the first syntax error of the text.
std::string format(const Source& source, int file = 0);

}  // namespace rille::lang
