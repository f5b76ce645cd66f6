// Paths and calls before the cursor, by tokens alone.
#include <algorithm>

#include "repl/lsp/features.h"

namespace rille::lsp {
namespace {

using lang::Mark;
using lang::MarkKind;

bool is_word(const Mark& mark) {
  return mark.kind == MarkKind::name || mark.kind == MarkKind::keyword;
}

class PathReader {
 public:
  PathReader(const Analysis& file, size_t at) : file_(file), at_(at) {
    const auto& marks = file.marks;
    auto starts_later = [&](const Mark& mark) { return static_cast<size_t>(mark.begin) >= at; };
    count_ = std::ranges::find_if(marks, starts_later) - marks.begin();
  }

  // The number of marks that begin before the cursor. The cursor may be inside the last one.
  int64_t count() const { return count_; }
  const Mark& mark(int64_t i) const { return file_.marks[static_cast<size_t>(i)]; }
  std::string text(int64_t i) const {
    const Mark& it = mark(i);
    size_t end = std::min(static_cast<size_t>(it.end), at_);
    return file_.source.text.substr(static_cast<size_t>(it.begin),
                                    end - static_cast<size_t>(it.begin));
  }
  bool is(int64_t i, std::string_view sign) const {
    return i >= 0 && (mark(i).kind == MarkKind::sign || mark(i).kind == MarkKind::bracket) &&
           text(i) == sign;
  }

  // Returns the path that ends with mark i, and sets i to the mark before it.
  std::string path(int64_t& i) const {
    std::string out;
    while (i >= 0 && is_word(mark(i))) {
      out = out.empty() ? text(i) : str(text(i), ".", out);
      --i;
      if (!is(i, ".") || i == 0 || !is_word(mark(i - 1))) break;
      --i;
    }
    return out;
  }

 private:
  const Analysis& file_;
  size_t at_;
  int64_t count_;
};

}  // namespace

Path path_before(const Analysis& file, size_t at) {
  PathReader before(file, at);
  int64_t last = before.count() - 1;
  Path out{.base = "", .word = "", .begin = at, .has_dot = false, .is_value = false};
  bool touches = last >= 0 && static_cast<size_t>(before.mark(last).end) >= at;
  if (touches && is_word(before.mark(last))) {
    out.word = before.text(last);
    out.begin = static_cast<size_t>(before.mark(last).begin);
    --last;
  }
  bool follows = last >= 0 && static_cast<size_t>(before.mark(last).end) >= out.begin;
  out.has_dot = follows && before.is(last, ".");
  if (!out.has_dot) return out;
  --last;
  out.base = before.path(last);
  // A dot before the base means that the path continues a call or a bracket.
  out.is_value = out.base.empty() || before.is(last, ".");
  return out;
}

OpenCall open_call(const Analysis& file, size_t at) {
  PathReader before(file, at);
  OpenCall out;
  int depth = 0;
  for (int64_t i = before.count() - 1; i >= 0; --i) {
    if (before.mark(i).kind == MarkKind::comment) continue;
    bool closes = before.is(i, ")") || before.is(i, "]") || before.is(i, "}");
    bool opens = before.is(i, "(") || before.is(i, "[") || before.is(i, "{");
    bool is_behind = static_cast<size_t>(before.mark(i).end) <= at;
    if (closes && is_behind) ++depth;
    if (depth == 0 && before.is(i, ",")) ++out.argument;
    bool names = depth == 0 && out.argument == 0 && before.is(i, "=") && i > 0;
    if (names && is_word(before.mark(i - 1))) out.word = before.text(i - 1);
    if (!opens) continue;
    if (--depth >= 0) continue;
    if (before.is(i, "{")) return {};
    if (before.is(i, "[")) {  // an index or an array in the call: continue outside of it
      depth = 0;
      out.argument = 0;
      continue;
    }
    out.begin = static_cast<size_t>(before.mark(i).end);
    int64_t callee = i - 1;
    if (before.is(callee, "!")) --callee;
    out.callee = before.path(callee);
    out.is_there = !out.callee.empty();
    return out;
  }
  return {};
}

}  // namespace rille::lsp
