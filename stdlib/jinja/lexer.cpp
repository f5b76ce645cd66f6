// tokenize_template: text, delimiters, and the code between.
#include "stdlib/jinja/lexer.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "stdlib/jinja/syntax.h"
#include "stdlib/text/unicode.h"
#include "vm/run/running.h"

namespace rille {
namespace {

using Kind = JinjaToken::Kind;

class JinjaLexer {
 public:
  explicit JinjaLexer(std::string_view text) : text_(text) {
    if (text_.ends_with('\n')) text_.remove_suffix(1);
  }

  std::vector<JinjaToken> run() {
    while (at_ < text_.size()) text();
    put(Kind::end, "");
    return std::move(out_);
  }

 private:
  std::string_view left() const { return text_.substr(at_); }
  void put(Kind kind, std::string text) {
    polls_.step(out_.size() * sizeof(JinjaToken));
    out_.push_back({kind, std::move(text), line_});
  }
  void pass(size_t count) {
    line_ += static_cast<int>(std::ranges::count(text_.substr(at_, count), '\n'));
    at_ += count;
  }

  // Reads the text up to the next delimiter, and the delimiter.
  void text() {
    size_t end = at_;
    while (end < text_.size() && !is_mark(end)) ++end;
    std::string_view raw = text_.substr(at_, end - at_);
    std::string shown(raw);
    bool is_last = end == text_.size();
    char kind = is_last ? '\0' : text_[end + 1];
    char sign = end + 2 < text_.size() ? text_[end + 2] : '\0';
    if (!is_last && sign == '-') {
      while (!shown.empty() && is_blank(shown.back())) shown.pop_back();
    } else if (!is_last && kind != '{' && sign != '+') {
      strip_line(shown);
    }
    if (!shown.empty()) put(Kind::text, shown);
    pass(end - at_);
    if (is_last) return;
    pass(sign == '-' || sign == '+' ? 3 : 2);
    if (kind == '#') return comment();
    bool is_block = kind == '%';
    if (is_block && raw_block()) return;
    put(is_block ? Kind::begin_block : Kind::begin_output, "");
    code(is_block ? "%}" : "}}");
    put(is_block ? Kind::end_block : Kind::end_output, "");
    close(is_block);
  }

  static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
  }
  bool is_mark(size_t at) const {
    if (text_[at] != '{' || at + 1 >= text_.size()) return false;
    char next = text_[at + 1];
    return next == '{' || next == '%' || next == '#';
  }

  // Removes the whitespace before a block at the start of a line (lstrip_blocks).
  void strip_line(std::string& shown) const {
    size_t end = shown.size();
    while (end > 0 && (shown[end - 1] == ' ' || shown[end - 1] == '\t')) --end;
    bool begins = end == 0 ? is_line_start_ : shown[end - 1] == '\n';
    if (begins) shown.resize(end);
  }

  void close(bool is_block) {
    if (trims_) {
      size_t count = 0;
      while (at_ + count < text_.size() && is_blank(text_[at_ + count])) ++count;
      pass(count);
      is_line_start_ = false;
    } else if (is_block && !keeps_) {
      is_line_start_ = left().starts_with('\n');
      if (is_line_start_) pass(1);
    } else {
      is_line_start_ = false;
    }
  }

  // Reads a closing delimiter and an optional `-` or `+` before it; false if the text has none
  // here.
  bool ends(std::string_view end) {
    trims_ = keeps_ = false;
    if (left().starts_with(end)) {
      pass(end.size());
      return true;
    }
    bool has_sign = at_ + 1 < text_.size() && (text_[at_] == '-' || text_[at_] == '+');
    if (!has_sign || !text_.substr(at_ + 1).starts_with(end)) return false;
    trims_ = text_[at_] == '-';
    keeps_ = text_[at_] == '+';
    pass(1 + end.size());
    return true;
  }

  void comment() {
    size_t end = text_.find("#}", at_);
    if (end == std::string_view::npos) fail_at(line_, "`#}` of a comment is missing");
    if (end > at_ && (text_[end - 1] == '-' || text_[end - 1] == '+')) --end;
    pass(end - at_);
    ends("#}");
    close(true);
  }

  // {% raw %}: everything up to {% endraw %} is text.
  bool raw_block() {
    size_t at = at_;
    auto blanks = [&] {
      while (at < text_.size() && is_blank(text_[at])) ++at;
    };
    blanks();
    if (!text_.substr(at).starts_with("raw")) return false;
    at += 3;
    blanks();
    if (at < text_.size() && text_[at] == '-') ++at;
    if (!text_.substr(at).starts_with("%}")) return false;
    pass(at + 2 - at_);
    for (size_t end = text_.find("{%", at_); end != std::string_view::npos;
         end = text_.find("{%", end + 2)) {
      size_t close = text_.find("%}", end);
      if (close == std::string_view::npos) break;
      std::string_view inside = text_.substr(end + 2, close - end - 2);
      while (!inside.empty() && (is_blank(inside.back()) || inside.back() == '-')) {
        inside.remove_suffix(1);
      }
      while (!inside.empty() && (is_blank(inside[0]) || inside[0] == '-')) inside.remove_prefix(1);
      if (inside != "endraw") continue;
      put(Kind::text, std::string(text_.substr(at_, end - at_)));
      pass(close - at_);
      ends("%}");
      this->close(true);
      return true;
    }
    fail_at(line_, "`endraw` is missing");
  }

  void code(std::string_view end) {
    int depth = 0;
    for (;;) {
      while (at_ < text_.size() && is_blank(text_[at_])) pass(1);
      if (at_ == text_.size()) fail_at(line_, str("`", end, "` is missing"));
      if (depth == 0 && ends(end)) return;
      token(depth);
    }
  }

  void token(int& depth) {
    char c = text_[at_];
    auto byte = static_cast<unsigned char>(c);
    if (std::isdigit(byte) != 0) return number();
    if (c == '"' || c == '\'') return string(c);
    if (std::isalpha(byte) != 0 || c == '_' || byte >= 0x80) {
      size_t size = 1;
      auto goes_on = [&](unsigned char x) { return std::isalnum(x) != 0 || x == '_' || x >= 0x80; };
      while (at_ + size < text_.size() && goes_on(static_cast<unsigned char>(text_[at_ + size]))) {
        ++size;
      }
      put(Kind::name, std::string(text_.substr(at_, size)));
      return pass(size);
    }
    constexpr std::array<std::string_view, 6> pairs{"==", "!=", "<=", ">=", "//", "**"};
    for (std::string_view pair : pairs) {
      if (!left().starts_with(pair)) continue;
      put(Kind::sign, std::string(pair));
      return pass(2);
    }
    if (std::string_view("+-*/%~()[]{}.,:|<>=").find(c) == std::string_view::npos) {
      fail_at(line_, str("unexpected \"", left().substr(0, character_at(text_, at_).size), "\""));
    }
    depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
    put(Kind::sign, std::string(1, c));
    pass(1);
  }

  void number() {
    size_t size = 0;
    bool is_real = false;
    auto is_digit = [&](size_t i) {
      return at_ + i < text_.size() &&
             (std::isdigit(static_cast<unsigned char>(text_[at_ + i])) != 0 ||
              text_[at_ + i] == '_');
    };
    while (is_digit(size)) ++size;
    if (at_ + size < text_.size() && text_[at_ + size] == '.' && is_digit(size + 1)) {
      is_real = true;
      ++size;
      while (is_digit(size)) ++size;
    }
    size_t mark = at_ + size;
    if (mark < text_.size() && (text_[mark] == 'e' || text_[mark] == 'E')) {
      size_t more = size + 1;
      if (at_ + more < text_.size() && (text_[at_ + more] == '-' || text_[at_ + more] == '+'))
        ++more;
      if (is_digit(more)) {
        is_real = true;
        size = more;
        while (is_digit(size)) ++size;
      }
    }
    std::string digits(text_.substr(at_, size));
    std::erase(digits, '_');
    put(is_real ? Kind::real : Kind::integer, digits);
    pass(size);
  }

  void string(char quote) {
    std::string out;
    int first = line_;
    pass(1);
    while (at_ < text_.size() && text_[at_] != quote) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
        escape(out);
      } else {
        out += text_[at_];
        pass(1);
      }
    }
    if (at_ == text_.size()) fail_at(first, "the closing quote of a string is missing");
    pass(1);
    put(Kind::string, std::move(out));
  }

  void escape(std::string& out) {
    constexpr std::string_view names = "ntr0\\'\"abfv";
    char c = text_[at_ + 1];
    size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (digits > 0) {
      std::string_view hex = text_.substr(at_ + 2, digits);
      char32_t code = 0;
      for (char d : hex) {
        if (std::isxdigit(static_cast<unsigned char>(d)) == 0)
          fail_at(line_, "invalid escape sequence in a string");
        int value =
            std::isdigit(static_cast<unsigned char>(d)) != 0 ? d - '0' : (d | 32) - 'a' + 10;
        code = code * 16 + static_cast<char32_t>(value);
      }
      bool is_half = code >= 0xD800 && code < 0xE000;
      if (hex.size() < digits || code > 0x10FFFF || is_half)
        fail_at(line_, "invalid escape sequence in a string");
      put_character(out, code);
      return pass(2 + digits);
    }
    size_t known = names.find(c);
    if (known != std::string_view::npos) {
      out += std::string_view("\n\t\r\0\\'\"\a\b\f\v", 11)[known];
    } else if (c != '\n') {
      out += '\\';
      out += c;
    }
    pass(2);
  }

  std::string_view text_;
  size_t at_ = 0;
  int line_ = 1;
  bool trims_ = false, keeps_ = false, is_line_start_ = true;
  std::vector<JinjaToken> out_;
  PollCounter polls_;
};

}  // namespace

std::vector<JinjaToken> tokenize_template(std::string_view text) { return JinjaLexer(text).run(); }

}  // namespace rille
