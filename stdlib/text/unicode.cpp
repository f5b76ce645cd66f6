// Unicode characters, by utf8proc.
#include "stdlib/text/unicode.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>

#include "vm/run/running.h"
#include "vm/words/visible.h"

namespace rille {

TextCharacter character_at(std::string_view text, size_t at) {
  auto byte = [&](size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(text[i])); };
  char32_t first = byte(at);
  if (first < 0x80) return {first, 1};
  auto rest = [&](size_t i) { return at + i < text.size() ? byte(at + i) & 0x3F : 0; };
  size_t left = text.size() - at;  // invalid UTF-8 may end within a character
  if (first < 0xE0) return {((first & 0x1F) << 6) | rest(1), std::min<size_t>(2, left)};
  if (first < 0xF0) {
    return {((first & 0x0F) << 12) | (rest(1) << 6) | rest(2), std::min<size_t>(3, left)};
  }
  return {((first & 0x07) << 18) | (rest(1) << 12) | (rest(2) << 6) | rest(3),
          std::min<size_t>(4, left)};
}

size_t character_bytes(char32_t code) {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

void put_character(std::string& out, char32_t code) {
  auto put = [&](char32_t byte) { out += static_cast<char>(byte); };
  switch (character_bytes(code)) {
    case 1: put(code); return;
    case 2: put(0xC0 | (code >> 6)); break;
    case 3:
      put(0xE0 | (code >> 12));
      put(0x80 | ((code >> 6) & 0x3F));
      break;
    default:
      put(0xF0 | (code >> 18));
      put(0x80 | ((code >> 12) & 0x3F));
      put(0x80 | ((code >> 6) & 0x3F));
  }
  put(0x80 | (code & 0x3F));
}

std::vector<char32_t> characters_of(std::string_view text) {
  std::vector<char32_t> out;
  out.reserve(text.size());
  PollCounter polls;
  for (size_t at = 0; at < text.size();) {
    polls.step();
    auto [code, size] = character_at(text, at);
    out.push_back(code);
    at += size;
  }
  return out;
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool is_white_space(char32_t code) {
  if (code < 0x80) return code == ' ' || (code >= 9 && code <= 13);
  return code == 0x85 || code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200A) ||
         code == 0x2028 || code == 0x2029 || code == 0x202F || code == 0x205F || code == 0x3000;
}

namespace {

utf8proc_category_t category(char32_t code) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(code));
}

// Symbols with the property Alphabetic: enclosed letters.
bool is_enclosed_letter(char32_t code) {
  return (code >= 0x24B6 && code <= 0x24E9) || (code >= 0x1F130 && code <= 0x1F149) ||
         (code >= 0x1F150 && code <= 0x1F169) || (code >= 0x1F170 && code <= 0x1F189);
}

}  // namespace

bool is_word_character(char32_t code) {
  switch (category(code)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_PC: return true;
    default: return is_enclosed_letter(code) || code == 0x200C || code == 0x200D;
  }
}

bool is_numeric_character(char32_t code) {
  auto kind = category(code);
  return kind == UTF8PROC_CATEGORY_ND || kind == UTF8PROC_CATEGORY_NL ||
         kind == UTF8PROC_CATEGORY_NO;
}

bool is_punctuation_mark(char32_t code) {
  if (code < 0x80) {
    return (code >= 33 && code <= 47) || (code >= 58 && code <= 64) || (code >= 91 && code <= 96) ||
           (code >= 123 && code <= 126);
  }
  auto kind = category(code);
  return kind >= UTF8PROC_CATEGORY_PC && kind <= UTF8PROC_CATEGORY_PO;
}

bool is_other_character(char32_t code) {
  auto kind = category(code);
  return kind == UTF8PROC_CATEGORY_CC || kind == UTF8PROC_CATEGORY_CF ||
         kind == UTF8PROC_CATEGORY_CS || kind == UTF8PROC_CATEGORY_CO;
}

bool is_nonspacing_mark(char32_t code) { return category(code) == UTF8PROC_CATEGORY_MN; }

bool is_combining_mark(char32_t code) {
  auto kind = category(code);
  return kind == UTF8PROC_CATEGORY_MN || kind == UTF8PROC_CATEGORY_MC ||
         kind == UTF8PROC_CATEGORY_ME;
}

void put_lower(std::vector<TextChange>& out, char32_t code) {
  if (code == 0x130) {  // the only character whose lower case has two characters
    out.push_back({'i', 0});
    out.push_back({0x307, 1});
    return;
  }
  auto lower = utf8proc_tolower(static_cast<utf8proc_int32_t>(code));
  out.push_back({static_cast<char32_t>(lower), 0});
}

namespace {

int combining_class(char32_t code) {
  return utf8proc_get_property(static_cast<utf8proc_int32_t>(code))->combining_class;
}

// Decomposes each character, with marks in canonical order: UAX 15.
std::vector<TextChange> decomposed(std::string_view text, bool compatible) {
  std::vector<TextChange> out;
  out.reserve(text.size());
  std::vector<int> classes;
  size_t unsorted = 0;  // start of the marks that are not sorted yet
  auto sort_marks = [&] {
    std::vector<std::pair<int, TextChange>> marks;
    for (size_t i = unsorted; i < out.size(); ++i) marks.emplace_back(classes[i], out[i]);
    std::ranges::stable_sort(marks, {}, [](const auto& mark) { return mark.first; });
    for (size_t i = unsorted; i < out.size(); ++i) {
      std::tie(classes[i], out[i]) = marks[i - unsorted];
    }
  };
  auto options =
      static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | (compatible ? UTF8PROC_COMPAT : 0));
  PollCounter polls;
  for (size_t at = 0; at < text.size();) {
    polls.step();
    auto [code, size] = character_at(text, at);
    at += size;
    std::array<utf8proc_int32_t, 32> parts{};
    int boundary = 0;
    auto count = code < 0x80
                     ? 0
                     : utf8proc_decompose_char(static_cast<utf8proc_int32_t>(code), parts.data(),
                                               parts.size(), options, &boundary);
    if (count <= 0 || count > static_cast<utf8proc_ssize_t>(parts.size())) {
      parts[0] = static_cast<utf8proc_int32_t>(code);
      count = 1;
    }
    for (utf8proc_ssize_t i = 0; i < count; ++i) {
      auto part = static_cast<char32_t>(parts[static_cast<size_t>(i)]);
      int order = part < 0x300 ? 0 : combining_class(part);
      if (order == 0) {
        if (out.size() > unsorted + 1) sort_marks();
        unsorted = out.size() + 1;
      }
      out.push_back({part, i > 0 ? 1 : 0});
      classes.push_back(order);
    }
  }
  if (out.size() > unsorted + 1) sort_marks();
  return out;
}

// The composition of two characters, or 0 if it does not exist.
char32_t composed(char32_t first, char32_t second) {
  std::array<utf8proc_int32_t, 2> pair{static_cast<utf8proc_int32_t>(first),
                                       static_cast<utf8proc_int32_t>(second)};
  auto options = static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE);
  auto count = utf8proc_normalize_utf32(pair.data(), 2, options);
  return count == 1 ? static_cast<char32_t>(pair[0]) : 0;
}

// Composes each mark with the last starter, unless a character of the same or a higher combining
// class is between them.
std::vector<TextChange> recomposed(const std::vector<TextChange>& parts) {
  std::vector<TextChange> out;
  out.reserve(parts.size());
  size_t starter = 0;
  bool has_starter = false;
  int last = -1;  // the class of the last character after the starter; -1 if there is none
  for (const TextChange& part : parts) {
    int order = part.code < 0x300 ? 0 : combining_class(part.code);
    bool is_free = has_starter && part.code >= 0x300 && last < order;
    if (is_free || (has_starter && part.code >= 0x300 && last == -1)) {
      char32_t both = composed(out[starter].code, part.code);
      if (both != 0) {
        out[starter] = {both, out[starter].change + part.change - 1};
        continue;
      }
    }
    out.push_back(part);
    if (order == 0) {
      starter = out.size() - 1;
      has_starter = true;
      last = -1;
    } else {
      last = order;
    }
  }
  return out;
}

}  // namespace

std::vector<TextChange> normal_form(std::string_view text, NormalForm form) {
  bool compatible = form == NormalForm::nfkd || form == NormalForm::nfkc;
  std::vector<TextChange> parts = decomposed(text, compatible);
  bool joins = form == NormalForm::nfc || form == NormalForm::nfkc;
  return joins ? recomposed(parts) : parts;
}

size_t grapheme_end(std::string_view text, size_t at) {
  auto [code, size] = character_at(text, at);
  at += size;
  utf8proc_int32_t state = 0;
  while (at < text.size()) {
    auto [next, bytes] = character_at(text, at);
    if (utf8proc_grapheme_break_stateful(static_cast<utf8proc_int32_t>(code),
                                         static_cast<utf8proc_int32_t>(next), &state) != 0) {
      break;
    }
    code = next;
    at += bytes;
  }
  return at;
}

std::string lossy_text(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  PollCounter polls;
  for (size_t at = 0; at < bytes.size();) {
    polls.step();
    size_t size = character_size(bytes, at);
    if (size > 0) {
      out += bytes.substr(at, size);
      at += size;
      continue;
    }
    // The maximal subpart of an ill-formed subsequence: Unicode 15, section 3.9.
    auto byte = [&](size_t i) { return static_cast<unsigned char>(bytes[i]); };
    unsigned char first = byte(at);
    size_t wanted = first >= 0xC2 && first < 0xE0   ? 2
                    : (first & 0xF0) == 0xE0        ? 3
                    : first >= 0xF0 && first < 0xF5 ? 4
                                                    : 1;
    size_t end = at + 1;
    for (; end < bytes.size() && end < at + wanted; ++end) {
      unsigned char low = 0x80, high = 0xBF;
      if (end == at + 1 && first == 0xE0) low = 0xA0;
      if (end == at + 1 && first == 0xED) high = 0x9F;
      if (end == at + 1 && first == 0xF0) low = 0x90;
      if (end == at + 1 && first == 0xF4) high = 0x8F;
      if (byte(end) < low || byte(end) > high) break;
    }
    out += "\xEF\xBF\xBD";
    at = end;
  }
  return out;
}

}  // namespace rille
