// Highlight: the style of each byte of a text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "repl/line/style.h"

namespace rille::line {

// Of a text, whether it is a command of the prompt: it begins with `:`, `?`, `;` or `!`.
bool is_command(std::string_view text);

// By the lexer's own tokens. `cursor`: the brackets there are shown as a pair; npos: none is.
std::vector<Style> styles_of(const std::string& text, size_t cursor);

}  // namespace rille::line
