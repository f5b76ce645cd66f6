// Puts values into the holes of a line.
#include <algorithm>
#include <charconv>

#include "jit/graph.h"

namespace rille {
namespace {

struct Hole {
  size_t value = 0;
  std::string_view spec;
  bool indents = false;
  size_t end = 0;  // behind the closing brace; 0: this is no hole
};

// Where a tree's text begins: the columns of its holes count from here.
constexpr std::string_view origin_mark = "{!}";

// hole = '{' digits ['!' | ':' spec] '}'. After '!' the later lines of a value move to the column
// where it begins, as they do inside a tree.
Hole hole_at(std::string_view text, size_t at) {
  Hole hole;
  const char *first = text.data() + at + 1, *last = text.data() + text.size();
  auto [rest, fault] = std::from_chars(first, last, hole.value);
  auto stop = text.find('}', at);
  if (fault != std::errc{} || stop == std::string_view::npos) return hole;
  auto next = static_cast<size_t>(rest - text.data());
  hole.indents = text[next] == '!';
  if (hole.indents) ++next;
  if (next < stop && text[next] != ':') return hole;
  if (next < stop) hole.spec = text.substr(next + 1, stop - next - 1);
  hole.end = stop + 1;
  return hole;
}

void put_indented(std::string& out, std::string_view text, size_t origin) {
  size_t line = out.rfind('\n');
  size_t begin = line == std::string::npos ? 0 : line + 1;
  size_t column = out.size() - std::max(begin, origin);
  for (char c : text) {
    out += c;
    if (c == '\n') out.append(column, ' ');
  }
}

}  // namespace

std::string filled(std::string_view line, std::span<const Array> values) {
  std::string out;
  size_t origin = 0;
  for (size_t at = 0; at < line.size();) {
    char c = line[at];
    if (line.substr(at).starts_with(origin_mark)) {
      origin = out.size();
      at += origin_mark.size();
      continue;
    }
    bool doubled = (c == '{' || c == '}') && at + 1 < line.size() && line[at + 1] == c;
    Hole hole = c == '{' && !doubled ? hole_at(line, at) : Hole{};
    if (hole.end > 0 && hole.value < values.size()) {
      const Array& value = values[hole.value];
      std::string shown = hole.spec.empty() ? text(value) : format(value, hole.spec);
      if (hole.indents) {
        put_indented(out, shown, origin);
      } else {
        out += shown;
      }
      at = hole.end;
    } else {
      out += c;
      at += doubled ? 2 : 1;
    }
  }
  return out;
}

}  // namespace rille
