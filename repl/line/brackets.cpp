// Brackets: uses the marks of the text.
#include "repl/line/brackets.h"

#include <algorithm>
#include <string>

namespace rille::line {

bool opens(std::string_view text, const lang::Mark& bracket) {
  char c = text[static_cast<size_t>(bracket.begin)];
  return c == '(' || c == '[' || c == '{';
}

size_t innermost_open(std::string_view text) {
  size_t out = std::string_view::npos;
  for (const lang::Mark& mark : lang::marks_of(text)) {
    bool is_open = mark.kind == lang::MarkKind::bracket && mark.partner < 0 && opens(text, mark);
    if (is_open) out = static_cast<size_t>(mark.begin);
  }
  return out;
}

size_t indent_at(std::string_view text, size_t place) {
  size_t line = place == 0 ? std::string_view::npos : text.rfind('\n', place - 1);
  size_t begin = line == std::string_view::npos ? 0 : line + 1;
  return std::min(text.find_first_not_of(' ', begin), text.size()) - begin;
}

size_t indent_behind(std::string_view text) {
  size_t opener = innermost_open(text);
  return opener == text.npos ? indent_at(text, text.size()) : indent_at(text, opener) + 2;
}

BracketPair pair_at(const std::vector<lang::Mark>& marks, size_t cursor) {
  auto at = static_cast<int>(cursor);
  BracketPair out;
  for (int i = 0; i < static_cast<int>(marks.size()); ++i) {
    const lang::Mark& mark = marks[static_cast<size_t>(i)];
    if (mark.kind != lang::MarkKind::bracket) continue;
    if (mark.begin == at || mark.end == at) out = {i, mark.partner};
  }
  return out;
}

}  // namespace rille::line
