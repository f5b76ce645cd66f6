// lex(): words, signs, comments, and line ends.
#include "lang/parse/lexer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "lang/parse/unicode.h"
#include "vm/run/running.h"

namespace rille::lang {
namespace {

constexpr std::array<std::string_view, 21> keywords = {
    "and", "assert", "break",  "continue", "else",   "false",  "fn",
    "for", "if",     "import", "in",       "inout",  "let",    "match",
    "nil", "not",    "or",     "proc",     "return", "struct", "true"};

// Sorted by first letter, and longer signs before their prefixes: the first match is the sign.
constexpr std::string_view signs[] = {
    "!=", "!",  "%=",  "%",  "&", "(",   ")",  "*=", "*",  "+=", "+", ",",  "-=",
    "->", "-",  "...", "..", ".", "//=", "//", "/=", "/",  ":",  ";", "<=", "<",
    "==", "=>", "=",   ">=", ">", "@",   "[",  "]",  "^=", "^",  "{", "|>", "}"};

// Index in `signs` of the first sign that starts with a letter; past the end if there is none.
constexpr auto signs_of_letter = [] {
  std::array<uint8_t, 128> out{};
  out.fill(std::size(signs));
  for (size_t i = std::size(signs); i-- > 0;)
    out[static_cast<uint8_t>(signs[i][0])] = static_cast<uint8_t>(i);
  return out;
}();

// The sign at the beginning of a text; empty if there is none.
std::string_view sign_of(std::string_view text) {
  auto letter = static_cast<uint8_t>(text.empty() ? '\0' : text[0]);
  if (letter >= signs_of_letter.size()) return "";
  for (size_t i = signs_of_letter[letter]; i < std::size(signs); ++i) {
    if (static_cast<uint8_t>(signs[i][0]) != letter) break;
    if (text.starts_with(signs[i])) return signs[i];
  }
  return "";
}

// A character of other languages, and help with the syntax of Rille.
struct ForeignCharacter {
  char32_t point;
  std::string_view help;
};
constexpr ForeignCharacter strays[] = {
    {'\'', "strings are written \"…\""},
    {'`', "strings are written \"…\""},
    {'|', "`and` and `or` also combine masks; `bits.or(x, y)` is bitwise"},
    {'~', "`not` also inverts masks; `bits.not(x)` is bitwise"},
    {'?', "a conditional is written `if c { x } else { y }`"},
    {'\\', "an anonymous function is written `x => …`"},
};

struct ForeignToken {
  std::string_view sign, message, help, meant;
};
constexpr ForeignToken foreign[] = {
    {"**", "`**` is not an operator", "the power operator is `^`", "^"},
    {"&&", "`&&` is not an operator", "write `and`", "and"},
    {"||", "`||` is not an operator", "write `or`", "or"},
};

constexpr std::string_view goes_on_after[] = {
    "+", "-", "*",  "/",  "//", "%",  "@",  "^",  "..",  "==", "!=", "<",   "<=", ">",   ">=", "|>",
    ",", "=", "=>", "->", "+=", "-=", "*=", "/=", "//=", "%=", "^=", "and", "or", "not", "in"};

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

// Whether the statement continues on the next line because of its last token.
bool asks_for_more(std::span<const Token> tokens) {
  if (tokens.empty()) return false;
  const Token& last = tokens.back();
  bool is_field = tokens.size() > 1 && tokens[tokens.size() - 2].text == ".";  // `r.in`
  bool is_word = (last.kind == TokenKind::sign || last.kind == TokenKind::keyword) && !is_field;
  return is_word && is_one_of(last.text, goes_on_after);
}

}  // namespace

bool is_keyword(std::string_view word) {
  return is_one_of(word, keywords) || word == "var" || word == "while";
}

LexResult lex(std::string_view text, int file, std::vector<Error>& errors) {
  LexResult out;
  Lexer(text, file, errors, out).read_file();
  std::ranges::sort(out.expectations, {}, &LexResult::ExpectationMark::at);
  return out;
}

Error& Lexer::error(std::string message, int begin, int end) {
  constexpr size_t most = 100;
  if (errors_.size() >= most) return spilt_;
  return errors_.emplace_back(Code::syntax, std::move(message), Span{file_, begin, end});
}

void Lexer::read_file() {
  if (is_at("\xef\xbb\xbf")) here_ += 3;
  TokenStream s;
  read_tokens(s);
  out_.tokens = std::move(s.tokens);
}

void Lexer::read_tokens(TokenStream& s) {
  PollCounter polls;
  while (skip_blanks(s) && !is_end() && read_token(s)) polls.step(s.tokens.size() * sizeof(Token));
  close_all(s);
  s.newline_at = -1;
  s.tokens.push_back({.kind = TokenKind::end, .text = "", .begin = here_, .end = here_});
}

bool Lexer::read_on(std::string_view longer, TokenStream& s) {
  text_ = longer;
  while (skip_blanks(s) && !is_end()) {
    int begin = here_, newline_at = s.newline_at;
    size_t tokens = s.tokens.size();
    bool line_begins = line_begins_;
    if (!read_token(s)) break;
    if (!out_.is_unfinished) continue;
    // Only a long string can be cut by the end of a line: it is read again with the next lines.
    out_.is_unfinished = false;
    out_.strings.pop_back();
    s.tokens.resize(tokens);
    s.newline_at = newline_at;
    line_begins_ = line_begins;
    here_ = begin;
    return true;
  }
  bool is_blank = text_.ends_with("\n");
  return !s.open.empty() || (asks_for_more(s.tokens) && !is_blank);
}

bool Lexer::skip_blanks(TokenStream& s) {
  for (;; ++here_) {
    char c = at();
    if (c == '\n' && !is_end()) {
      bool is_inside = !s.open.empty() && s.tokens[static_cast<size_t>(s.open.back())].text != "{";
      if (s.is_hole && s.open.empty()) return false;
      if (!is_inside && s.newline_at < 0) s.newline_at = here_;
      if (line_begins_ && !doc_goes_on_) doc_.clear();
      line_begins_ = true;
      doc_goes_on_ = false;
    } else if (c == '#') {
      read_comment();
      --here_;
    } else if (c != ' ' && c != '\t' && c != '\r') {
      return true;
    }
  }
}

// Collects `##` lines for the definition below them, and records `#>` and `#!`.
void Lexer::read_comment() {
  int begin = here_;
  while (!is_end() && at() != '\n') {
    int size = decode(text_, pos()).size;
    if (size == 0) read_stray();
    here_ += size;
  }
  std::string_view text = since(begin);
  bool is_error = text.starts_with("#!");
  if (is_error || text.starts_with("#>")) out_.expectations.push_back({begin, is_error});
  if (!line_begins_ || !text.starts_with("##")) return;
  text.remove_prefix(2);
  if (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with('\r') || text.ends_with(' ')) text.remove_suffix(1);
  if (!doc_.empty()) doc_ += '\n';
  doc_ += text;
  doc_goes_on_ = true;
}

bool Lexer::begins_name_here() const {
  CodePoint point = decode(text_, pos());
  return point.size > 0 && lang::begins_name(point.value);
}

bool Lexer::read_token(TokenStream& s) {
  char c = at();
  if (c == '"' || is_at("r\"")) {
    read_string(s);
  } else if (c >= '0' && c <= '9') {
    read_number(s);
  } else if (begins_name_here()) {
    read_word(s);
  } else {
    return read_sign(s);
  }
  return true;
}

void Lexer::read_word(TokenStream& s) {
  int begin = here_;
  for (CodePoint p = decode(text_, pos()); p.size > 0 && continues_name(p.value);
       p = decode(text_, pos())) {
    here_ += p.size;
  }
  std::string_view word = since(begin);
  if (!is_keyword(word)) return emit(s, TokenKind::name, begin);
  close_before_statement(s, word, begin);
  emit(s, TokenKind::keyword, begin);
}

bool Lexer::read_sign(TokenStream& s) {
  int begin = here_;
  for (const ForeignToken& f : foreign) {
    if (!is_at(f.sign)) continue;
    here_ += static_cast<int>(f.sign.size());
    error(std::string(f.message), begin, here_).help(std::string(f.help));
    emit(s, f.meant == "^" ? TokenKind::sign : TokenKind::keyword, begin);
    s.tokens.back().text = f.meant;
    return true;
  }
  std::string_view sign = sign_of(text_.substr(pos()));
  if (sign.empty()) {
    read_stray();
    return true;
  }
  bool ends_hole = s.is_hole && s.open.empty() && (sign == "}" || sign == ":");
  if (ends_hole) return false;
  here_ += static_cast<int>(sign.size());
  if (sign == ")" || sign == "]" || sign == "}") return close(s, begin);
  emit(s, TokenKind::sign, begin);
  if (sign == "(" || sign == "[" || sign == "{") open(s);
  return true;
}

// Reports a character with which no token begins; a run of bytes that are not UTF-8 is one error.
void Lexer::read_stray() {
  int begin = here_;
  CodePoint point = decode(text_, pos());
  if (point.size == 0) {
    while (!is_end() && decode(text_, pos()).size == 0) ++here_;
    error(str("invalid UTF-8 at byte ", begin), begin, here_);
    return;
  }
  here_ += point.size;
  constexpr char digits[] = "0123456789abcdef";
  std::string code;
  for (char32_t p = point.value; p > 0 || code.size() < 4; p >>= 4) code += digits[p & 15];
  std::ranges::reverse(code);
  bool is_control = point.value <= 0x20 || (point.value >= 0x7f && point.value <= 0xa0);
  std::string shown = is_control ? str("U+", code) : str("`", since(begin), "` (U+", code, ")");
  Error& fault = error(str("unexpected character ", shown), begin, here_);
  const auto* known = std::ranges::find(strays, point.value, &ForeignCharacter::point);
  if (known != std::end(strays)) fault.help(std::string(known->help));
}

void Lexer::emit(TokenStream& s, TokenKind kind, int begin, int value) {
  auto text = kind == TokenKind::string ? std::string_view("a string") : since(begin);
  flush_newline(s, kind == TokenKind::string ? "" : text);
  if (!doc_.empty() && !s.is_hole) {
    constexpr size_t node = 48;
    hold_(node + doc_.size());
    out_.docs[begin] = std::move(doc_);
  }
  doc_.clear();
  doc_goes_on_ = false;
  line_begins_ = false;
  s.tokens.push_back({.kind = kind, .text = text, .begin = begin, .end = here_, .value = value});
  hold_(kind == TokenKind::string ? sizeof(Token) + sizeof(StringPiece) : sizeof(Token));
}

// A newline ends a statement, unless the last token or the next one continues the statement.
void Lexer::flush_newline(TokenStream& s, std::string_view next) {
  int at = std::exchange(s.newline_at, -1);
  if (at < 0 || s.tokens.empty()) return;
  bool goes_on = next == "|>" || next == "." || next == "else";
  if (goes_on || asks_for_more(s.tokens)) return;
  s.tokens.push_back(
      {.kind = TokenKind::newline, .text = "the end of the line", .begin = at, .end = at + 1});
}

}  // namespace rille::lang
