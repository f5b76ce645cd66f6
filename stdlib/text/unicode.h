// Characters of Unicode: their kinds, cases and parts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rille {

// The character at `at` of a text that is UTF-8, and how many bytes it has.
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
bool is_punctuation_mark(char32_t code);   // P*, and the ASCII ones that are S*
bool is_other_character(char32_t code);    // Cc, Cf, Cs, Co; not Cn
bool is_nonspacing_mark(char32_t code);    // Mn
bool is_combining_mark(char32_t code);     // M*

// A character and what became of the text before it: it stands for one character, and where
// `change` is below 0 for as many more behind that; above 0 it stands for none and was put in.
struct TextChange {
  char32_t code;
  int change;
};
// The full lower case, "i̇" of U+0130; of no context.
void put_lower(std::vector<TextChange>& out, char32_t code);

enum class NormalForm { nfd, nfkd, nfc, nfkc };
std::vector<TextChange> normal_form(std::string_view text, NormalForm form);

// Where the grapheme cluster that begins at `at` ends.
size_t grapheme_end(std::string_view text, size_t at);

// Bytes as text: each longest stretch that begins no character is one U+FFFD.
std::string lossy_text(std::string_view bytes);

}  // namespace rille
