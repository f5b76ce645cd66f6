// Style: how parts of the screen look, in what colours.
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
  wrong,  // a bracket that closes nothing
  hint,
  menu,
  chosen,
  note,
};

enum class Colors : uint8_t { none, basic, cube, full };  // none, 8, 256, 24 bits

// By NO_COLOR, COLORTERM and TERM.
Colors colors_of_terminal();

// What a terminal needs to be told before text of the style, "" where nothing; `\x1b[0m` ends it.
std::string sgr(Style style, Colors colors);

std::string styled(const std::string& text, Style style, Colors colors);

}  // namespace rille::line
