// The lexer's brackets: matches them, and adds missing ones.
#include <algorithm>
#include <array>

#include "lang/parse/lexer.h"

namespace rille::lang {
namespace {

std::string_view closer_of(std::string_view opener) {
  return opener == "(" ? ")" : opener == "[" ? "]" : "}";
}

int kind_of(std::string_view bracket) {
  return bracket == "(" || bracket == ")" ? 0 : bracket == "[" || bracket == "]" ? 1 : 2;
}

// Whether a word begins a statement and nothing else, so that no ( or [ can be open around it.
bool begins_statement(std::string_view word) {
  constexpr std::array<std::string_view, 10> words = {
      "assert", "break", "continue", "fn", "import", "let", "proc", "return", "struct", "var"};
  return std::ranges::find(words, word) != words.end();
}

// Removes the innermost open bracket and returns the index of its token.
int forget_innermost(TokenStream& s) {
  int token = s.open.back();
  s.open.pop_back();
  --s.open_of[kind_of(s.tokens[static_cast<size_t>(token)].text)];
  return token;
}

}  // namespace

void Lexer::open(TokenStream& s) {
  s.open.push_back(static_cast<int>(s.tokens.size()) - 1);
  ++s.open_of[kind_of(s.tokens.back().text)];
}

void Lexer::make_up_closer(TokenStream& s, bool is_reported) {
  Token& opener = s.tokens[static_cast<size_t>(s.open.back())];
  if (!is_reported) {
    error(str("`", opener.text, "` is not closed"), opener.begin, opener.end);
  }
  int at = s.newline_at >= 0 ? s.newline_at : here_;
  opener.match = static_cast<int>(s.tokens.size());
  std::string_view closer = closer_of(opener.text);
  s.tokens.push_back({.kind = TokenKind::sign,
                      .text = closer,
                      .begin = at,
                      .end = at,
                      .match = forget_innermost(s),
                      .is_made_up = true});
}

// Reads a closing bracket. Open brackets inside the matching one lack their closing brackets. If
// none matches, the bracket closes the innermost one. False at the end of an interpolation.
bool Lexer::close(TokenStream& s, int begin) {
  std::string_view closer = since(begin);
  auto fits = [&](int i) { return closer_of(s.tokens[static_cast<size_t>(i)].text) == closer; };
  bool has_partner = s.open_of[kind_of(closer)] > 0;
  if (!has_partner && s.is_hole && closer == "}") {
    here_ = begin;
    while (!s.open.empty()) make_up_closer(s);
    return false;
  }
  if (s.open.empty() && closer == "}" && lost_blocks_ > 0) {
    --lost_blocks_;
    return true;
  }
  if (s.open.empty()) {
    error(str("unmatched `", closer, "`"), begin, here_);
    return true;
  }
  while (has_partner && !fits(s.open.back())) make_up_closer(s);
  int partner = forget_innermost(s);
  const Token opener = s.tokens[static_cast<size_t>(partner)];
  if (!has_partner) {
    error(str("expected `", closer_of(opener.text), "`, got `", closer, "`"), begin, here_)
        .note(str("`", opener.text, "` was opened here"), Span{file_, opener.begin, opener.end});
  }
  emit(s, TokenKind::sign, begin);
  s.tokens.back().text = closer_of(opener.text);
  s.tokens.back().match = partner;
  s.tokens[static_cast<size_t>(partner)].match = static_cast<int>(s.tokens.size()) - 1;
  note_indent(opener, s.tokens.back());
  return true;
}

int Lexer::indent_at(int place) const {
  size_t line = text_.rfind('\n', static_cast<size_t>(place));
  line = line == std::string_view::npos ? 0 : line + 1;
  return static_cast<int>(text_.find_first_not_of(" \t", line) - line);
}

// A `}` at the beginning of a line that is indented less than the line of its `{` probably closes
// another block: remembers the first such `{`.
void Lexer::note_indent(const Token& opener, const Token& closer) {
  if (opener.text != "{" || suspect_.end > 0 || closer.begin == 0) return;
  size_t before = text_.find_last_not_of(" \t", static_cast<size_t>(closer.begin - 1));
  bool begins_line = before == std::string_view::npos || text_[before] == '\n';
  if (begins_line && indent_at(closer.begin) < indent_at(opener.begin)) suspect_ = opener;
}

// Closes all brackets at the end of the text. The indents show which open block lacks its `}`.
void Lexer::close_all(TokenStream& s) {
  bool is_known = false;
  for (int i : s.open) {
    const Token& opener = s.tokens[static_cast<size_t>(i)];
    if (opener.text != "{") continue;
    out_.open_block = std::min(out_.open_block, opener.begin);
    is_known = suspect_.end > 0 && suspect_.begin > opener.begin;
  }
  if (is_known) error("`{` is not closed", suspect_.begin, suspect_.end);
  while (!s.open.empty()) make_up_closer(s, is_known);
}

// An unterminated string contains the ) and ] of its line: closes the brackets of that line.
void Lexer::close_line(TokenStream& s, int begin) {
  auto line = static_cast<int>(text_.rfind('\n', static_cast<size_t>(begin)) + 1);
  auto is_lost = [&] {
    const Token& opener = s.tokens[static_cast<size_t>(s.open.back())];
    return opener.text != "{" && opener.begin >= line;
  };
  while (!s.open.empty() && is_lost()) make_up_closer(s, true);
  std::string_view text = since(begin);
  lost_blocks_ += static_cast<int>(std::ranges::count(text, '{') - std::ranges::count(text, '}'));
}

// A line that begins with `let` inside `(` shows that the `(` was not closed above it.
void Lexer::close_before_statement(TokenStream& s, std::string_view word, int begin) {
  if (!line_begins_ || !begins_statement(word) || s.open.empty() || s.is_hole) return;
  size_t next = pos();
  while (next < text_.size() && (text_[next] == ' ' || text_[next] == '\t')) ++next;
  std::string_view rest = text_.substr(next);
  bool is_label = rest.starts_with('=') && !rest.starts_with("==");
  if (is_label || (!s.tokens.empty() && s.tokens.back().text == ".")) return;
  auto is_code = [&] { return s.tokens[static_cast<size_t>(s.open.back())].text == "{"; };
  if (is_code()) return;
  int line_end = begin;
  while (line_end > 0 && text_[static_cast<size_t>(line_end - 1)] != '\n') --line_end;
  s.newline_at = std::max(0, line_end - 1);
  while (!s.open.empty() && !is_code()) make_up_closer(s);
}

}  // namespace rille::lang
