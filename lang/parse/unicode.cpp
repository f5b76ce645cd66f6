// UTF-8 decoding, and the letters of every script.
#include "lang/parse/unicode.h"

#include <algorithm>
#include <iterator>

namespace rille::lang {
namespace {

struct CodePointRange {
  char32_t first, last;
};

constexpr CodePointRange letters[] = {
#define LETTER(first, last) {first, last},
#define JOINER(first, last)
#include "lang/parse/letters.def"
#undef LETTER
#undef JOINER
};
constexpr CodePointRange joiners[] = {
#define LETTER(first, last)
#define JOINER(first, last) {first, last},
#include "lang/parse/letters.def"
#undef LETTER
#undef JOINER
};

template <size_t n>
bool holds(const CodePointRange (&table)[n], char32_t point) {
  auto row = std::upper_bound(std::begin(table), std::end(table), point,
                              [](char32_t p, const CodePointRange& r) { return p < r.first; });
  return row != std::begin(table) && point <= std::prev(row)->last;
}

bool is_ascii_letter(char32_t p) { return (p | 32) >= 'a' && (p | 32) <= 'z'; }

}  // namespace

CodePoint decode(std::string_view text, size_t at) {
  auto byte = [&](size_t i) -> unsigned {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u;
  };
  unsigned first = byte(0);
  if (first < 0x80) return {first, at < text.size() ? 1 : 0};
  int size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return {};
  char32_t value = first & (0x7fu >> size);
  for (int i = 1; i < size; ++i) {
    unsigned next = byte(static_cast<size_t>(i));
    if ((next & 0xc0u) != 0x80u) return {};
    value = value << 6 | (next & 0x3fu);
  }
  constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  bool is_surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value < least[size] || value > 0x10ffff || is_surrogate) return {};
  return {value, size};
}

void append_utf8(std::string& out, char32_t p) {
  auto put = [&](char32_t byte) { out += static_cast<char>(byte); };
  if (p < 0x80) return put(p);
  if (p < 0x800) {
    put(0xc0 | p >> 6);
  } else if (p < 0x10000) {
    put(0xe0 | p >> 12);
    put(0x80 | (p >> 6 & 0x3f));
  } else {
    put(0xf0 | p >> 18);
    put(0x80 | (p >> 12 & 0x3f));
    put(0x80 | (p >> 6 & 0x3f));
  }
  put(0x80 | (p & 0x3f));
}

bool begins_name(char32_t p) {
  return p < 0x80 ? is_ascii_letter(p) || p == '_' : holds(letters, p);
}

bool continues_name(char32_t p) {
  return begins_name(p) || (p < 0x80 ? p >= '0' && p <= '9' : holds(joiners, p));
}

}  // namespace rille::lang
