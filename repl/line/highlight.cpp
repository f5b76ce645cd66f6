// Highlight: converts marks to styles.
#include "repl/line/highlight.h"

#include <algorithm>
#include <string_view>

#include "repl/line/brackets.h"

namespace rille::line {
namespace {

Style style_of(lang::MarkKind kind) {
  switch (kind) {
    case lang::MarkKind::keyword: return Style::keyword;
    case lang::MarkKind::number: return Style::number;
    case lang::MarkKind::string: return Style::string;
    case lang::MarkKind::comment: return Style::comment;
    case lang::MarkKind::name: return Style::name;
    case lang::MarkKind::sign:
    case lang::MarkKind::bracket: break;
  }
  return Style::sign;
}

// Returns the end of the part with the style of a command: the whole text for a shell command, the
// first word for a command of the prompt.
size_t command_end(const std::string& text) {
  if (!is_command(text)) return 0;
  if (text[0] == ';' || text[0] == '!') return text.size();
  return std::min(text.find_first_of(" \n"), text.size());
}

}  // namespace

bool is_command(std::string_view text) {
  return !text.empty() && std::string_view(":?;!").find(text[0]) != std::string_view::npos;
}

std::vector<Style> styles_of(const std::string& text, size_t cursor) {
  std::vector<Style> out(text.size(), Style::plain);
  size_t from = command_end(text);
  std::fill_n(out.begin(), from, Style::command);
  std::string_view code = std::string_view(text).substr(from);
  std::vector<lang::Mark> marks = lang::marks_of(code);
  auto paint = [&](const lang::Mark& mark, Style style) {
    auto begin = out.begin() + static_cast<std::ptrdiff_t>(from);
    std::fill(begin + mark.begin, begin + mark.end, style);
  };
  for (const lang::Mark& mark : marks) {
    bool is_wrong = mark.kind == lang::MarkKind::bracket && mark.partner < 0 && !opens(code, mark);
    paint(mark, is_wrong ? Style::wrong : style_of(mark.kind));
  }
  if (cursor == std::string::npos || cursor < from) return out;
  BracketPair pair = pair_at(marks, cursor - from);
  if (pair.other < 0) return out;
  paint(marks[static_cast<size_t>(pair.one)], Style::pair);
  paint(marks[static_cast<size_t>(pair.other)], Style::pair);
  return out;
}

}  // namespace rille::line
