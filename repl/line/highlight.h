// Highlight: the style of each byte of a text.
#pragma once

#include <string>
#include <vector>

#include "repl/line/style.h"

namespace rille::line {

// By the lexer's own tokens. `cursor`: the brackets there are shown as a pair; npos: none is.
// A text that begins with `:`, `?` or `;` is a command of the prompt.
std::vector<Style> styles_of(const std::string& text, size_t cursor);

}  // namespace rille::line
