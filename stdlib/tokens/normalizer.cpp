// Normalizers of a tokenizer.json.
#include "stdlib/tokens/normalizer.h"

#include <algorithm>
#include <array>

#include "stdlib/text/unicode.h"
#include "vm/error.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

class UnicodeNormalizer : public TextNormalizer {
 public:
  explicit UnicodeNormalizer(NormalForm form) : form_(form) {}
  TextPiece run(const TextPiece& piece, PieceArena& shop) const override {
    if (is_ascii(piece.text)) return piece;
    return shop.changed(piece, normal_form(piece.text, form_));
  }
  bool keeps_ascii() const override { return true; }

 private:
  NormalForm form_;
};

TextPiece lowered(const TextPiece& piece, PieceArena& shop) {
  std::vector<TextChange> changes;
  for (char32_t c : characters_of(piece.text)) put_lower(changes, c);
  return shop.changed(piece, changes);
}

class LowerNormalizer : public TextNormalizer {
  TextPiece run(const TextPiece& piece, PieceArena& shop) const override {
    return lowered(piece, shop);
  }
};

class StripNormalizer : public TextNormalizer {
 public:
  StripNormalizer(bool left, bool right) : left_(left), right_(right) {}
  TextPiece run(const TextPiece& piece, PieceArena& shop) const override {
    std::vector<char32_t> all = characters_of(piece.text);
    size_t first = 0, last = all.size();
    while (left_ && first < last && is_white_space(all[first])) ++first;
    while (right_ && last > first && is_white_space(all[last - 1])) --last;
    if (first == 0 && last == all.size()) return piece;
    std::vector<TextChange> changes;
    for (size_t i = first; i < last; ++i) changes.push_back({all[i], 0});
    return shop.changed(piece, changes, first);
  }

 private:
  bool left_, right_;
};

class StripAccentsNormalizer : public TextNormalizer {
  TextPiece run(const TextPiece& piece, PieceArena& shop) const override {
    return shop.filtered(piece, [](char32_t c) { return !is_combining_mark(c); });
  }
  bool keeps_ascii() const override { return true; }
};

bool is_chinese(char32_t c) {
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) ||
         (c >= 0x20000 && c <= 0x2A6DF) || (c >= 0x2A700 && c <= 0x2B73F) ||
         (c >= 0x2B740 && c <= 0x2B81F) || (c >= 0x2B920 && c <= 0x2CEAF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x2F800 && c <= 0x2FA1F);
}

class BertNormalizer : public TextNormalizer {
 public:
  explicit BertNormalizer(const JsonNode& from)
      : clean_(from.truth("clean_text", true)),
        chinese_(from.truth("handle_chinese_chars", true)),
        lower_(from.truth("lowercase", true)),
        strip_(from.truth("strip_accents", lower_)) {}

  TextPiece run(const TextPiece& piece, PieceArena& shop) const override {
    TextPiece out = clean_ ? cleaned(piece, shop) : piece;
    if (chinese_) out = spaced(out, shop);
    if (strip_) {
      if (!is_ascii(out.text)) out = shop.changed(out, normal_form(out.text, NormalForm::nfd));
      out = shop.filtered(out, [](char32_t c) { return !is_nonspacing_mark(c); });
    }
    return lower_ ? lowered(out, shop) : out;
  }

 private:
  static TextPiece cleaned(const TextPiece& piece, PieceArena& shop) {
    TextPiece kept = shop.filtered(piece, [](char32_t c) {
      if (c == '\t' || c == '\n' || c == '\r') return true;
      return c != 0 && c != 0xFFFD && !is_other_character(c);
    });
    std::vector<TextChange> changes;
    for (char32_t c : characters_of(kept.text)) changes.push_back({is_white_space(c) ? ' ' : c, 0});
    return shop.changed(kept, changes);
  }

  static TextPiece spaced(const TextPiece& piece, PieceArena& shop) {
    std::vector<char32_t> all = characters_of(piece.text);
    if (std::ranges::none_of(all, is_chinese)) return piece;
    std::vector<TextChange> changes;
    for (char32_t c : all) {
      if (is_chinese(c)) {
        changes.insert(changes.end(), {{' ', 0}, {c, 1}, {' ', 1}});
      } else {
        changes.push_back({c, 0});
      }
    }
    return shop.changed(piece, changes);
  }

  bool clean_, chinese_, lower_, strip_;
};

// The normalizer of Google's NMT: removes control characters and replaces unusual whitespace by
// spaces.
class NmtNormalizer : public TextNormalizer {
  TextPiece run(const TextPiece& piece, PieceArena& shop) const override {
    TextPiece kept = shop.filtered(piece, [](char32_t c) {
      return !((c >= 1 && c <= 8) || c == 0xB || (c >= 0xE && c <= 0x1F) || c == 0x7F ||
               c == 0x8F || c == 0x9F);
    });
    std::vector<TextChange> changes;
    for (char32_t c : characters_of(kept.text)) {
      bool is_blank = c == 9 || c == 10 || c == 12 || c == 13 || c == 0x1680 ||
                      (c >= 0x200B && c <= 0x200F) || c == 0x2028 || c == 0x2029 || c == 0x2581 ||
                      c == 0xFEFF || c == 0xFFFD;
      changes.push_back({is_blank ? ' ' : c, 0});
    }
    return shop.changed(kept, changes);
  }
};

class PrependNormalizer : public TextNormalizer {
 public:
  explicit PrependNormalizer(std::string text) : text_(std::move(text)) {}
  TextPiece run(const TextPiece& piece, PieceArena& shop) const override {
    return shop.prepended(piece, text_);
  }

 private:
  std::string text_;
};

// Replaces matches of a pattern, which is {"String": …} or {"Regex": …} in the file.
class ReplaceNormalizer : public TextNormalizer {
 public:
  explicit ReplaceNormalizer(const JsonNode& from) : content_(from.text("content")) {
    JsonNode pattern = from.field("pattern").object();
    if (pattern.has("String")) {
      part_ = pattern.text("String");
    } else {
      pattern_.emplace(pattern.text("Regex"));
    }
  }
  TextPiece run(const TextPiece& piece, PieceArena& shop) const override {
    TextMatches matches =
        pattern_ ? pattern_->split(piece.text) : matches_of_text(piece.text, part_);
    return shop.replaced(piece, matches, content_);
  }

 private:
  std::string part_, content_;
  std::optional<TextPattern> pattern_;
};

class ByteLevelNormalizer : public TextNormalizer {
  TextPiece run(const TextPiece& piece, PieceArena& shop) const override {
    return byte_level(piece, shop);
  }
};

class PrecompiledNormalizer : public TextNormalizer {
 public:
  explicit PrecompiledNormalizer(std::string bytes) : map_(std::move(bytes)) {}

  // As in the tokenizers package, a grapheme cluster of less than 6 bytes is looked up first, by
  // the shortest key that is a prefix of it.
  TextPiece run(const TextPiece& piece, PieceArena& shop) const override {
    std::vector<TextChange> changes;
    bool is_changed = false;
    for (size_t at = 0; at < piece.text.size();) {
      size_t end = grapheme_end(piece.text, at);
      if (end - at < 6 && replace(piece.text.substr(at, end - at), changes)) {
        is_changed = true;
        at = end;
        continue;
      }
      for (; at < end; at += character_at(piece.text, at).size) {
        auto [code, size] = character_at(piece.text, at);
        if (replace(piece.text.substr(at, size), changes)) {
          is_changed = true;
        } else {
          changes.push_back({code, 0});
        }
      }
    }
    return is_changed ? shop.changed(piece, changes) : piece;
  }

 private:
  bool replace(std::string_view old, std::vector<TextChange>& changes) const {
    Charsmap::CharsmapMatch found = map_.shortest(old);
    if (found.size == 0) return false;
    auto count = static_cast<int>(characters_of(old).size());
    int made = 0;
    for (char32_t c : characters_of(found.text)) changes.push_back({c, ++made > count ? 1 : 0});
    if (made < count && !changes.empty()) changes.back().change -= count - made;
    return true;
  }

  Charsmap map_;
};

class NormalizerSequence : public TextNormalizer {
 public:
  explicit NormalizerSequence(const JsonNode& from) {
    check_stack();
    JsonNode list = from.field("normalizers").list();
    for (size_t i = 0; i < list.size(); ++i) {
      if (TextNormalizerRef step = read_normalizer(list.item(i))) steps_.push_back(std::move(step));
    }
  }
  TextPiece run(const TextPiece& piece, PieceArena& shop) const override {
    TextPiece out = piece;
    for (const TextNormalizerRef& step : steps_) out = step->run(out, shop);
    return out;
  }
  bool keeps_ascii() const override {
    return std::ranges::all_of(steps_, [](const auto& step) { return step->keeps_ascii(); });
  }

 private:
  std::vector<TextNormalizerRef> steps_;
};

}  // namespace

TextNormalizerRef read_normalizer(const JsonNode& from) {
  if (from.is_null()) return nullptr;
  const std::string& type = from.text("type");
  constexpr std::array<std::string_view, 4> forms{"NFD", "NFKD", "NFC", "NFKC"};
  if (auto found = std::ranges::find(forms, type); found != forms.end()) {
    return std::make_unique<UnicodeNormalizer>(static_cast<NormalForm>(found - forms.begin()));
  }
  if (type == "Sequence") return std::make_unique<NormalizerSequence>(from);
  if (type == "BertNormalizer") return std::make_unique<BertNormalizer>(from);
  if (type == "Lowercase") return std::make_unique<LowerNormalizer>();
  if (type == "StripAccents") return std::make_unique<StripAccentsNormalizer>();
  if (type == "Nmt") return std::make_unique<NmtNormalizer>();
  if (type == "ByteLevel") return std::make_unique<ByteLevelNormalizer>();
  if (type == "Replace") return std::make_unique<ReplaceNormalizer>(from);
  if (type == "Prepend") return std::make_unique<PrependNormalizer>(from.text("prepend"));
  if (type == "Strip") {
    return std::make_unique<StripNormalizer>(from.truth("strip_left", true),
                                             from.truth("strip_right", true));
  }
  if (type == "Precompiled") {
    if (!from.has("precompiled_charsmap")) return nullptr;
    return std::make_unique<PrecompiledNormalizer>(from_base64(from.text("precompiled_charsmap")));
  }
  from.field("type").refuse("the name of a normalizer");
}

// --- byte-level characters ------------------------------------------------------------------

namespace {

bool stands_for_itself(unsigned byte) {
  return (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
}

struct ByteTable {
  std::array<char32_t, 256> characters{};
  std::array<int, 324> bytes{};
  ByteTable() {
    bytes.fill(-1);
    char32_t next = 256;
    for (unsigned byte = 0; byte < 256; ++byte) {
      characters[byte] = stands_for_itself(byte) ? byte : next++;
      bytes[characters[byte]] = static_cast<int>(byte);
    }
  }
};

const ByteTable& byte_table() {
  static const ByteTable table;
  return table;
}

}  // namespace

char32_t byte_character(unsigned char byte) { return byte_table().characters[byte]; }
int byte_of_character(char32_t code) {
  return code < byte_table().bytes.size() ? byte_table().bytes[code] : -1;
}

TextPiece byte_level(const TextPiece& piece, PieceArena& shop) {
  std::vector<TextChange> changes;
  changes.reserve(piece.text.size());
  for (size_t at = 0; at < piece.text.size(); ++at) {
    char32_t code = byte_character(static_cast<unsigned char>(piece.text[at]));
    changes.push_back({code, is_boundary(piece.text, at) ? 0 : 1});
  }
  return shop.changed(piece, changes);
}

// --- the character map of SentencePiece -----------------------------------------------------

Charsmap::Charsmap(std::string bytes) : bytes_(std::move(bytes)) {
  if (bytes_.empty()) return;
  auto word = [&](size_t at) {
    uint32_t x = 0;
    for (size_t i = 0; i < 4; ++i)
      x |= uint32_t{static_cast<unsigned char>(bytes_[at + i])} << 8 * i;
    return x;
  };
  size_t size = bytes_.size() >= 4 ? word(0) : 0;
  if (bytes_.size() < 4 || size % 4 != 0 || size > bytes_.size() - 4) {
    throw Error(Code::value, str("the precompiled charsmap gives its trie a size of ", size,
                                 " bytes, but has only ", bytes_.size(), " bytes"));
  }
  for (size_t i = 0; i < size / 4; ++i) units_.push_back(word(4 + 4 * i));
  texts_ = std::string_view(bytes_).substr(4 + size);
}

std::string_view Charsmap::text_of(uint32_t at) const {
  if (at >= texts_.size()) return {};
  std::string_view rest = texts_.substr(at);
  std::string_view out = rest.substr(0, rest.find('\0'));
  if (first_bad(out) < out.size()) {
    throw Error(Code::value, "the precompiled charsmap has a replacement that is not valid UTF-8");
  }
  return out;
}

// The encoding of the units: github.com/s-yata/darts-clone, class DoubleArrayUnit.
template <class F>
void Charsmap::each_prefix(std::string_view text, const F& f) const {
  auto offset = [](uint32_t unit) { return (unit >> 10) << ((unit & (1u << 9)) >> 6); };
  if (units_.empty()) return;
  size_t node = offset(units_[0]);
  PollCounter polls;
  for (size_t i = 0; i < text.size(); ++i) {
    polls.step();
    auto byte = static_cast<unsigned char>(text[i]);
    if (byte == 0) return;
    node ^= byte;
    if (node >= units_.size()) return;
    uint32_t unit = units_[node];
    if ((unit & ((1u << 31) | 0xFF)) != byte) return;
    node ^= offset(unit);
    // A key that ends within a character is skipped: the rest would not be valid UTF-8.
    bool is_entry = ((unit >> 8) & 1) != 0 && node < units_.size();
    if (is_entry && (i + 1 == text.size() || is_boundary(text, i + 1))) {
      if (!f(i + 1, units_[node] & ((1u << 31) - 1))) return;
    }
  }
}

Charsmap::CharsmapMatch Charsmap::shortest(std::string_view text) const {
  CharsmapMatch out;
  each_prefix(text, [&](size_t size, uint32_t at) {
    out = {size, text_of(at)};
    return false;
  });
  return out;
}

Charsmap::CharsmapMatch Charsmap::longest(std::string_view text) const {
  CharsmapMatch out;
  each_prefix(text, [&](size_t size, uint32_t at) {
    out = {size, text_of(at)};
    return true;
  });
  return out;
}

std::string from_base64(std::string_view text) {
  std::string out;
  uint32_t bits = 0;
  int count = 0;
  while (text.ends_with('=')) text.remove_suffix(1);
  for (char c : text) {
    int x = c >= 'A' && c <= 'Z'   ? c - 'A'
            : c >= 'a' && c <= 'z' ? c - 'a' + 26
            : c >= '0' && c <= '9' ? c - '0' + 52
            : c == '+'             ? 62
            : c == '/'             ? 63
                                   : -1;
    if (x < 0) throw Error(Code::value, "the precompiled charsmap is not valid base64");
    bits = (bits << 6) | static_cast<uint32_t>(x);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>((bits >> count) & 0xFF);
  }
  return out;
}

}  // namespace rille
