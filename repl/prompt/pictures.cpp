// Images in terminals: kitty, iTerm2, sixels.
#include "repl/prompt/pictures.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>
#include <vector>

#include "stdlib/base64.h"
#include "vm/text.h"

namespace rille {
namespace {

std::string_view setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Returns the index of the nearest of 6 x 6 x 6 colors.
int color_of(std::span<const uint8_t> rgb, size_t pixel) {
  auto step = [&](size_t part) { return (rgb[3 * pixel + part] * 5 + 127) / 255; };
  return 36 * step(0) + 6 * step(1) + step(2);
}

// Appends `n` equal sixels.
void put_run(std::string& out, char sixel, size_t n) {
  if (n > 3) {
    out += str("!", n, sixel);
  } else {
    out.append(n, sixel);
  }
}

// Appends six rows of pixels, one color after another.
void put_band(std::string& out, const std::vector<int>& colors, size_t columns, size_t rows) {
  std::set<int> used(colors.begin(), colors.end());
  for (int color : used) {
    out += str("#", color);
    char last = 0;
    size_t run = 0;
    for (size_t x = 0; x < columns; ++x) {
      int bits = 0;
      for (size_t y = 0; y < rows; ++y) bits |= (colors[y * columns + x] == color ? 1 : 0) << y;
      auto sixel = static_cast<char>(63 + bits);
      if (run > 0 && sixel != last) put_run(out, last, std::exchange(run, 0));
      last = sixel;
      ++run;
    }
    put_run(out, last, run);
    out += '$';
  }
  out += '-';
}

}  // namespace

Graphics graphics_of_terminal() {
  std::string_view asked = setting("RILLE_GRAPHICS"), term = setting("TERM"),
                   program = setting("TERM_PROGRAM");
  if (asked == "none" || !setting("TMUX").empty()) return Graphics::none;
  if (asked == "kitty") return Graphics::kitty;
  if (asked == "iterm") return Graphics::iterm;
  if (asked == "sixel") return Graphics::sixel;
  if (isatty(STDOUT_FILENO) == 0) return Graphics::none;
  bool is_kitty = term == "xterm-kitty" || term == "xterm-ghostty" || program == "ghostty" ||
                  !setting("KITTY_WINDOW_ID").empty();
  if (is_kitty) return Graphics::kitty;
  if (program == "iTerm.app" || program == "WezTerm") return Graphics::iterm;
  bool is_sixel = term.find("sixel") != std::string_view::npos || term == "foot" ||
                  term == "mlterm" || term == "yaft-256color";
  return is_sixel ? Graphics::sixel : Graphics::none;
}

// The protocol allows at most 4,096 characters in a chunk.
std::string kitty_picture(std::string_view png) {
  constexpr size_t piece = 4096;
  std::string data = base64(png), out;
  for (size_t at = 0; at < data.size(); at += piece) {
    bool is_last = at + piece >= data.size();
    out += str("\x1b_G", at == 0 ? "f=100,a=T," : "", "m=", is_last ? 0 : 1, ";",
               data.substr(at, piece), "\x1b\\");
  }
  return out + "\n";
}

std::string iterm_picture(std::string_view png) {
  return str("\x1b]1337;File=inline=1;size=", png.size(), ":", base64(png), "\x07\n");
}

std::string sixel_picture(std::span<const uint8_t> rgb, size_t columns, size_t rows) {
  std::string out = str("\x1bPq\"1;1;", columns, ";", rows);
  for (int c = 0; c < 216; ++c) {
    out += str("#", c, ";2;", c / 36 * 20, ";", c / 6 % 6 * 20, ";", c % 6 * 20);
  }
  std::vector<int> colors;
  for (size_t y = 0; y < rows; y += 6) {
    size_t height = std::min<size_t>(6, rows - y);
    colors.clear();
    for (size_t i = 0; i < height * columns; ++i) colors.push_back(color_of(rgb, y * columns + i));
    put_band(out, colors, columns, height);
  }
  return out + "\x1b\\\n";
}

}  // namespace rille
