// TokenLayout: indents, spaces, and comments.
#include "lang/format/layout.h"

#include <algorithm>
#include <array>

namespace rille::lang {
namespace {

constexpr int step = 2;

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

bool is_one_of(std::string_view text, std::span<const std::string_view> all) {
  return std::ranges::find(all, text) != all.end();
}

constexpr std::array<std::string_view, 9> glued = {".", "..", "!", "", ")", "]", ",", ";", ":"};
constexpr std::array<std::string_view, 6> openers = {"(", "[", ".", "..", "!", "&"};

}  // namespace

std::string TokenLayout::write() {
  for (size_t i = 0; i < tokens_.size(); ++i) {
    int begin = i == 0 ? 0 : tokens_[i - 1].end;
    write_gap(gap(begin, tokens_[i].begin), i);
    if (tokens_[i].kind != TokenKind::end) write_token(i);
  }
  while (out_.ends_with('\n') || out_.ends_with(' ')) out_.pop_back();
  return out_.empty() ? out_ : out_ + '\n';
}

std::string TokenLayout::write_line() {
  for (size_t i = 0; i < tokens_.size() && tokens_[i].kind != TokenKind::end; ++i) {
    if (i > 0 && spaced(i)) out_ += ' ';
    write_token(i);
  }
  return out_;
}

TokenLayout::Gap TokenLayout::gap(int begin, int end) const {
  Gap out;
  std::string_view rest =
      text_.substr(static_cast<size_t>(begin), static_cast<size_t>(end - begin));
  // The beginning of the line, from which the column of a comment counts. It is searched for only
  // if there is a comment, since a line may be long.
  auto line_begin = [&](size_t at) {
    size_t before = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
    return before == std::string_view::npos ? 0 : before + 1;
  };
  bool is_first = begin > 0, is_apart = false;
  for (size_t at = 0; at <= rest.size(); is_first = false) {
    size_t stop = std::min(rest.find('\n', at), rest.size());
    std::string_view line = rest.substr(at, stop - at);
    bool is_last = stop == rest.size();
    size_t hash = line.find('#');
    if (hash != std::string_view::npos) {
      std::string_view text = line.substr(hash);
      while (is_blank(text.substr(text.size() - 1))) text.remove_suffix(1);
      size_t place = static_cast<size_t>(begin) + at + hash;
      size_t column = place - line_begin(place);
      out.comments.push_back({text, static_cast<int>(column), is_first, is_apart});
      is_apart = false;
    } else if (!is_first && !is_last) {
      is_apart = true;
    }
    if (is_last) break;
    at = stop + 1;
    out.has_newline = true;
  }
  out.is_apart = is_apart;
  return out;
}

int TokenLayout::column() const {
  size_t line = out_.rfind('\n');
  return static_cast<int>(out_.size() - (line == std::string::npos ? 0 : line + 1));
}

void TokenLayout::newline(int indent) {
  while (out_.ends_with(' ')) out_.pop_back();
  if (!out_.empty()) out_ += '\n';
  out_.append(static_cast<size_t>(indent), ' ');
  line_indent_ = indent;
}

// Writes at most one empty line between statements, and none next to a bracket.
void TokenLayout::write_gap(const Gap& gap, size_t next) {
  int indent = indent_of(next);
  int inside = is_closer(next) && !open_.empty() ? open_.back().indent + step : indent;
  bool is_edge = next == 0 || is(next - 1, "{") || is(next - 1, "(") || is(next - 1, "[");
  for (const Comment& comment : gap.comments) {
    if (comment.is_apart && !is_edge) newline(0);
    write_comment(comment, inside);
    is_edge = false;
  }
  bool is_end = tokens_[next].kind == TokenKind::end;
  if (is_end) return;
  if (gap.has_newline || !gap.comments.empty()) {
    if (gap.is_apart && !is_edge && !is_closer(next)) newline(0);
    newline(indent);
  } else if (next > 0 && spaced(next)) {
    bool is_method = is(next - 1, ";") && is(next, "fn");
    out_ += is_method ? "  " : " ";
  }
}

// A comment after code, or an expectation of a test, keeps its column if possible.
void TokenLayout::write_comment(const Comment& comment, int indent) {
  bool is_expectation = comment.text.starts_with("#>") || comment.text.starts_with("#!");
  if (!comment.is_behind) {
    newline(is_expectation ? comment.column : indent);
  } else {
    int spaces = std::max(column() + 2, comment.column) - column();
    out_.append(static_cast<size_t>(spaces), ' ');
  }
  out_ += comment.text;
}

void TokenLayout::write_token(size_t i) {
  const Token& token = tokens_[i];
  if (begins_statement(i)) statement_indent_ = line_indent_;
  if (is_closer(i) && !open_.empty()) {
    statement_indent_ = open_.back().statement_indent;
    open_.pop_back();
  }
  out_ +=
      text_.substr(static_cast<size_t>(token.begin), static_cast<size_t>(token.end - token.begin));
  bool opens = is(i, "(") || is(i, "[") || is(i, "{");
  if (opens && token.kind == TokenKind::sign)
    open_.push_back({token.text, line_indent_, statement_indent_});
}

bool TokenLayout::begins_statement(size_t i) const {
  return i == 0 || is(i - 1, "{") || is(i - 1, ";") ||
         std::ranges::binary_search(ends_, static_cast<int>(i));
}

bool TokenLayout::is_closer(size_t i) const {
  return tokens_[i].kind == TokenKind::sign && (is(i, ")") || is(i, "]") || is(i, "}"));
}

// The indent of the line that begins with token i.
int TokenLayout::indent_of(size_t i) const {
  if (is_closer(i) && !open_.empty()) return open_.back().indent;
  int inside = open_.empty() ? 0 : open_.back().indent + step;
  bool is_code = open_.empty() || open_.back().sign == "{";
  bool begins = begins_statement(i) || is(i - 1, ",");
  if (!is_code || begins || tokens_[i].kind == TokenKind::end) return inside;
  return statement_indent_ + step;
}

// Whether token i ends an operand: an operator after it is binary, and a ( or [ after it is a call
// or an index.
bool TokenLayout::is_name_like(size_t i) const {
  TokenKind kind = tokens_[i].kind;
  if (kind == TokenKind::keyword) {
    bool is_field = i > 0 && is(i - 1, ".");
    return is_field || is(i, "nil") || is(i, "true") || is(i, "false");
  }
  if (kind != TokenKind::sign) return true;
  return is(i, ")") || is(i, "]");
}

bool TokenLayout::is_prefix(size_t i) const {
  if (is(i, "...") || is(i, "&")) return true;
  bool is_left = !begins_statement(i) && (is_name_like(i - 1) || is(i - 1, "}"));
  return is(i, "-") && !is_left;
}

// Whether a space precedes token i on its line.
bool TokenLayout::spaced(size_t i) const {
  bool is_sign = tokens_[i].kind == TokenKind::sign;
  bool follows_sign = tokens_[i - 1].kind == TokenKind::sign;
  bool is_slice = !open_.empty() && open_.back().sign == "[";
  if (is(i - 1, "{") || is(i, "}")) return !(is(i - 1, "{") && is(i, "}"));
  if (is(i - 1, ",") || is(i - 1, ";")) return !is_closer(i);
  if (is_sign && is(i, ".") && is(i - 1, ".")) return false;
  if (is_sign && is_one_of(tokens_[i].text, glued)) return false;
  if (follows_sign && is(i - 1, ":")) return !is_slice;
  if (follows_sign && is_one_of(tokens_[i - 1].text, openers)) return false;
  if (follows_sign && is_prefix(i - 1)) return false;
  bool is_type = tokens_[i - 1].kind == TokenKind::keyword && is(i - 1, "fn");  // fn(x, y)
  bool belongs = is_sign && (is(i, "(") || is(i, "[")) && (is_name_like(i - 1) || is_type);
  return !belongs;
}

}  // namespace rille::lang
