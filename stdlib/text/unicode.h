// Unicode: character classes, case, and normalization.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rille {

// The character at byte `at` of a UTF-8 text, and its size in bytes.
struct TextCharacter {
  char32_t code;
  size_t size;
};
TextCharacter character_at(std::string_view text, size_t at);
void put_character(std::string& out, char32_t code);
std::vector<char32_t> characters_of(std::string_view text);
size_t character_bytes(char32_t code);

inline bool is_boundary(std::string_view text, size_t at) {
  return at >= text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
}

bool is_ascii(std::string_view text);
bool is_white_space(char32_t code);        // the property White_Space
bool is_word_character(char32_t code);     // \w of UTS 18, annex C
bool is_numeric_character(char32_t code);  // Nd, Nl, No
bool is_punctuation_mark(char32_t code);   // P*, and the ASCII characters in S*
bool is_other_character(char32_t code);    // Cc, Cf, Cs, Co; not Cn
bool is_nonspacing_mark(char32_t code);    // Mn
bool is_combining_mark(char32_t code);     // M*

// A character of a changed text. It replaces one character of the original; if `change` is
// negative, it also replaces the next -change characters; if positive, it was inserted.
struct TextChange {
  char32_t code;
  int change;
};
// The full lower-case mapping, such as "i̇" for U+0130, without context rules.
void put_lower(std::vector<TextChange>& out, char32_t code);

enum class NormalForm { nfd, nfkd, nfc, nfkc };
std::vector<TextChange> normal_form(std::string_view text, NormalForm form);

// The end of the grapheme cluster that begins at `at`.
size_t grapheme_end(std::string_view text, size_t at);

// Decodes bytes as UTF-8; each maximal invalid subsequence becomes one U+FFFD.
std::string lossy_text(std::string_view bytes);

}  // namespace rille
