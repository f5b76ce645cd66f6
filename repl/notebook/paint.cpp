// painted(): colors lines by their first characters.
#include "repl/notebook/paint.h"

#include <algorithm>

#include "vm/error.h"

namespace rille {
namespace {

// Basic ANSI colors, which each frontend renders in its own shades.
constexpr std::string_view red = "\x1b[1;31m", yellow = "\x1b[1;33m", blue = "\x1b[34m",
                           green = "\x1b[32m", bold = "\x1b[1m", end = "\x1b[0m";

std::string in(std::string_view color, std::string_view text) {
  return text.empty() ? std::string() : str(color, text, end);
}

// Colors a first line: "error[shape]: matmul: …".
std::string head(std::string_view line, std::string_view color) {
  size_t kind = line.find("]:");
  if (kind == std::string_view::npos) return in(color, line);
  return in(color, line.substr(0, kind + 2)) + in(bold, line.substr(kind + 2));
}

// Colors an excerpt: "2 | let h = x @ w" and "  |         ^^^^^ f32[3]".
std::string excerpt(std::string_view line, size_t bar) {
  std::string_view code = line.substr(bar + 1);
  size_t first = code.find_first_not_of(' ');
  bool has_carets = line.find_first_not_of(' ') == bar && first != std::string_view::npos;
  return in(blue, line.substr(0, bar + 1)) + (has_carets ? in(red, code) : std::string(code));
}

std::string painted_line(std::string_view line) {
  size_t first = std::min(line.find_first_not_of(' '), line.size());
  std::string_view text = line.substr(first);
  if (line.starts_with("error[")) return head(line, red);
  if (line.starts_with("warning[")) return head(line, yellow);
  if (text.starts_with("help:")) return in(green, line);
  if (text.starts_with("-->")) return in(blue, line);
  size_t number = std::min(line.find_first_not_of(" 0123456789"), line.size());
  bool is_excerpt = number < line.size() && line[number] == '|';
  return is_excerpt ? excerpt(line, number) : std::string(line);
}

}  // namespace

std::string painted(std::string_view rendered) {
  std::string out;
  while (!rendered.empty()) {
    size_t size = std::min(rendered.find('\n'), rendered.size());
    out += painted_line(rendered.substr(0, size));
    if (size < rendered.size()) out += '\n';
    rendered.remove_prefix(std::min(size + 1, rendered.size()));
  }
  return out;
}

}  // namespace rille
