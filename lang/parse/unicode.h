// UTF-8 and the letters of every script.
#pragma once

#include <string>
#include <string_view>

namespace rille::lang {

// One code point of UTF-8 text. size 0: the bytes at `at` are no valid UTF-8 (overlong forms
// and surrogates included).
struct CodePoint {
  char32_t value = 0;
  int size = 0;
};
CodePoint decode(std::string_view text, size_t at);
void append_utf8(std::string& out, char32_t point);

// Whether a name may begin with, or go on with, this code point.
bool begins_name(char32_t point);
bool continues_name(char32_t point);

}  // namespace rille::lang
