// Highlight: the style of each byte of a text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "repl/line/style.h"

namespace rille::line {

// Returns whether a text is a command of the prompt: it begins with `:`, `?`, `;`, or `!`.
bool is_command(std::string_view text);

// Returns the style of each byte, from the tokens of the lexer. A pair of brackets at `cursor` is
// marked; npos means no cursor.
std::vector<Style> styles_of(const std::string& text, size_t cursor);

}  // namespace rille::line
