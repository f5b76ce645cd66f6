// Puts values into the holes of a line.
#include <charconv>

#include "jit/graph.h"

namespace rille {
namespace {

struct Hole {
  size_t value = 0;
  std::string_view spec;
  size_t end = 0;  // behind the closing brace; 0: this is no hole
};

// hole = '{' digits [':' spec] '}'
Hole hole_at(std::string_view text, size_t at) {
  Hole hole;
  const char *first = text.data() + at + 1, *last = text.data() + text.size();
  auto [rest, fault] = std::from_chars(first, last, hole.value);
  auto stop = text.find('}', at);
  if (fault != std::errc{} || stop == std::string_view::npos) return hole;
  auto next = static_cast<size_t>(rest - text.data());
  if (next < stop && text[next] != ':') return hole;
  if (next < stop) hole.spec = text.substr(next + 1, stop - next - 1);
  hole.end = stop + 1;
  return hole;
}

}  // namespace

std::string filled(std::string_view line, std::span<const Array> values) {
  std::string out;
  for (size_t at = 0; at < line.size();) {
    char c = line[at];
    bool doubled = (c == '{' || c == '}') && at + 1 < line.size() && line[at + 1] == c;
    Hole hole = c == '{' && !doubled ? hole_at(line, at) : Hole{};
    if (hole.end > 0 && hole.value < values.size()) {
      const Array& value = values[hole.value];
      out += hole.spec.empty() ? text(value) : format(value, hole.spec);
      at = hole.end;
    } else {
      out += c;
      at += doubled ? 2 : 1;
    }
  }
  return out;
}

}  // namespace rille
