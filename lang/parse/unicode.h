// UTF-8 decoding, and the letters of every script.
#pragma once

#include <string>
#include <string_view>

namespace rille::lang {

// One code point of UTF-8 text. `size` is 0 if the bytes at `at` are not valid UTF-8, which
// includes overlong forms and surrogates.
struct CodePoint {
  char32_t value = 0;
  int size = 0;
};
CodePoint decode(std::string_view text, size_t at);
void append_utf8(std::string& out, char32_t point);

// Whether a name may begin with, or continue with, this code point.
bool begins_name(char32_t point);
bool continues_name(char32_t point);

}  // namespace rille::lang
