// Style: the styles of text and their colors.
#pragma once

#include <cstdint>
#include <string>

namespace rille::line {

enum class Style : uint8_t {
  plain,
  keyword,
  number,
  string,
  comment,
  sign,
  name,
  command,
  prompt,
  pair,   // the bracket at the cursor and its partner
  wrong,  // an unmatched closing bracket
  hint,
  menu,
  chosen,
  note,
};

enum class Colors : uint8_t { none, basic, cube, full };  // none, 8, 256, or 24-bit

// Returns the colors of the terminal, from NO_COLOR, COLORTERM, and TERM.
Colors colors_of_terminal();

// Returns the escape sequence that begins a style, or "" for plain text. `\x1b[0m` ends the style.
std::string sgr(Style style, Colors colors);

std::string styled(const std::string& text, Style style, Colors colors);

}  // namespace rille::line
