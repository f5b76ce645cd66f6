// Style: one table of colors, reduced to those available.
#include "repl/line/style.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "vm/text.h"

namespace rille::line {
namespace {

struct StyleColor {
  int red = -1, green = -1, blue = -1;  // -1 means the default color
  int basic = -1;                       // one of eight colors; from 8, the bright ones
  const char* shape = "";               // bold or underlined, also without colors
};

// The colors are readable on dark and light backgrounds.
StyleColor paint_of(Style style) {
  switch (style) {
    case Style::keyword: return {198, 120, 221, 5};
    case Style::number: return {209, 154, 102, 3};
    case Style::string: return {122, 168, 96, 2};
    case Style::comment: return {128, 134, 146, 8};
    case Style::sign: return {86, 158, 178, 6};
    case Style::command: return {97, 155, 222, 4};
    case Style::prompt: return {97, 155, 222, 4, "1"};
    case Style::pair: return {97, 155, 222, 4, "1;4"};
    case Style::wrong: return {224, 88, 98, 1, "4"};
    case Style::hint: return {128, 134, 146, 8};
    case Style::note: return {128, 134, 146, 8};
    case Style::chosen: return {.shape = "7"};
    case Style::plain:
    case Style::name:
    case Style::menu: break;
  }
  return {};
}

// Returns the nearest of the 6 x 6 x 6 colors.
int cube_of(const StyleColor& paint) {
  auto step = [](int x) { return x < 48 ? 0 : x < 115 ? 1 : (x - 35) / 40; };
  return 16 + 36 * step(paint.red) + 6 * step(paint.green) + step(paint.blue);
}

std::string color_of(const StyleColor& paint, Colors colors) {
  if (paint.basic < 0 || colors == Colors::none) return "";
  if (colors == Colors::full) return str("38;2;", paint.red, ";", paint.green, ";", paint.blue);
  if (colors == Colors::cube) return str("38;5;", cube_of(paint));
  return str(paint.basic < 8 ? 30 + paint.basic : 82 + paint.basic);
}

std::string_view setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

Colors colors_of_terminal() {
  if (!setting("NO_COLOR").empty() || isatty(STDOUT_FILENO) == 0) return Colors::none;
  std::string_view depth = setting("COLORTERM"), term = setting("TERM");
  if (depth == "truecolor" || depth == "24bit" || term.ends_with("-direct")) return Colors::full;
  return term.find("256color") != std::string_view::npos ? Colors::cube : Colors::basic;
}

std::string sgr(Style style, Colors colors) {
  StyleColor paint = paint_of(style);
  std::string color = color_of(paint, colors), shape = paint.shape;
  if (color.empty() && shape.empty()) return "";
  return str("\x1b[", shape, !color.empty() && !shape.empty() ? ";" : "", color, "m");
}

std::string styled(const std::string& text, Style style, Colors colors) {
  std::string begin = sgr(style, colors);
  return begin.empty() ? text : str(begin, text, "\x1b[0m");
}

}  // namespace rille::line
