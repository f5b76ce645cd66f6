// Characters: a string indexed by characters.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rille {

// The characters of a UTF-8 string. Their offsets are computed by a scan from the front, and not at
// all if each character is one byte.
class Characters {
 public:
  explicit Characters(std::string_view text)
      : text_(text), count_(std::ranges::count_if(text, begins)) {}

  int64_t count() const { return count_; }

  // The offset of character i; the end of the string for i equal to the count.
  size_t offset(int64_t i) const {
    if (count_ == std::ssize(text_) || i == 0) return static_cast<size_t>(i);
    if (i == count_) return text_.size();
    size_t at = 0;
    for (int64_t left = i; left > 0; --left) at = next(at);
    return at;
  }

  std::string_view at(int64_t i) const {
    size_t begin = offset(i);
    return text_.substr(begin, next(begin) - begin);
  }

  std::string_view run(int64_t first, int64_t count) const {
    size_t begin = offset(first);
    return text_.substr(begin, offset(first + count) - begin);
  }

  std::string some(int64_t first, int64_t step, int64_t count) const {
    std::vector<size_t> begin;  // offset of each character, if not all are one byte
    for (size_t i = 0; count_ < std::ssize(text_) && i < text_.size(); i = next(i)) {
      begin.push_back(i);
    }
    std::string out;
    for (int64_t i = 0; i < count; ++i) {
      auto place = static_cast<size_t>(first + i * step);
      size_t at = begin.empty() ? place : begin[place];
      out += text_.substr(at, next(at) - at);
    }
    return out;
  }

 private:
  static bool begins(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

  size_t next(size_t at) const {
    ++at;
    while (at < text_.size() && !begins(text_[at])) ++at;
    return at;
  }

  std::string_view text_;
  int64_t count_;
};

}  // namespace rille
