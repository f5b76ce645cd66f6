// GraphReader: tokens of a graph's text, and their places.
#pragma once

#include <cctype>
#include <charconv>
#include <string>
#include <string_view>

#include "vm/error.h"
#include "vm/text.h"

namespace rille {

class GraphReader {
 public:
  explicit GraphReader(std::string_view text) : text_(text) {}

  // Whitespace has no meaning except that it ends a word.
  char peek() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool done() { return peek() == '\0' && at_ == text_.size(); }
  bool take(char c) {
    if (peek() != c || at_ == text_.size()) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) fail(str("expected '", c, "'"));
  }
  // Reads the letters, digits, points, and underscores that follow; the result may be empty.
  std::string_view word() {
    peek();
    size_t begin = at_;
    while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  void expect_word(std::string_view wanted) {
    if (word() != wanted) fail(str("expected ", wanted));
  }
  std::string_view peek_word() {
    size_t before = at_;
    std::string_view found = word();
    at_ = before;
    return found;
  }
  int64_t integer() {
    peek();
    return number<int64_t>("an integer");
  }
  // An integer or a float, distinguished by its characters: -3, 0.5, 1e+30, inf, nan.
  std::string_view numeral() {
    peek();
    size_t begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_sign(begin))) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  std::string quoted() {
    expect('"');
    std::string out;
    for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      bool escaped = text_[at_] == '\\' && at_ + 1 < text_.size();
      if (escaped) ++at_;
      out += escaped && text_[at_] == 'n' ? '\n' : text_[at_];
    }
    expect('"');
    return out;
  }

  // Enters a nested region; the depth is limited.
  void enter() {
    if (++depth_ > 100) fail("the maximum depth of 100 regions is exceeded");
  }
  void leave() { --depth_; }

  [[noreturn]] void fail(std::string_view why) const {
    size_t line = 1, column = 1;
    for (char c : text_.substr(0, at_)) {
      column = c == '\n' ? 1 : column + 1;
      line += c == '\n';
    }
    throw Error(Code::syntax, str("graph text, line ", line, ", column ", column, ": ", why));
  }

 private:
  static bool is_letter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  }
  // A sign starts a numeral or follows its e.
  bool is_sign(size_t begin) const {
    char c = text_[at_];
    return (c == '-' || c == '+') && (at_ == begin || text_[at_ - 1] == 'e');
  }
  template <class T>
  T number(std::string_view wanted) {
    T out{};
    auto [rest, fault] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), out);
    if (fault != std::errc{}) fail(str("expected ", wanted));
    at_ = static_cast<size_t>(rest - text_.data());
    return out;
  }

  std::string_view text_;
  size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace rille
