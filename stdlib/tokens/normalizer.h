// Normalizer: changes a text before pre-tokenization.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "stdlib/tokens/piece.h"
#include "stdlib/tokens/reading.h"

namespace rille {

class TextNormalizer {
 public:
  virtual ~TextNormalizer() = default;
  virtual TextPiece run(const TextPiece& piece, PieceArena& shop) const = 0;
  // Whether the normalizer leaves every ASCII text unchanged.
  virtual bool keeps_ascii() const { return false; }
};
using TextNormalizerRef = std::unique_ptr<const TextNormalizer>;

TextNormalizerRef read_normalizer(const JsonNode& from);  // null for null

// The precompiled character map of SentencePiece: a Darts trie, and strings that end in a zero.
class Charsmap {
 public:
  // error[value] if the sizes in `bytes` are inconsistent.
  explicit Charsmap(std::string bytes);
  // The shortest or the longest key that is a prefix of the text: the size of the key, 0 if no key
  // matches, and its replacement.
  struct CharsmapMatch {
    size_t size = 0;
    std::string_view text = {};
  };
  CharsmapMatch shortest(std::string_view text) const;
  CharsmapMatch longest(std::string_view text) const;
  bool is_empty() const { return units_.empty(); }

 private:
  template <class F>
  void each_prefix(std::string_view text, const F& f) const;
  std::string_view text_of(uint32_t at) const;

  std::string bytes_;
  std::vector<uint32_t> units_;
  std::string_view texts_;
};

// Decodes base64; error[value] if `text` is invalid.
std::string from_base64(std::string_view text);

// Converts between a byte and its character in byte-level vocabularies; -1 if `code` is none.
char32_t byte_character(unsigned char byte);
int byte_of_character(char32_t code);
TextPiece byte_level(const TextPiece& piece, PieceArena& shop);

}  // namespace rille
