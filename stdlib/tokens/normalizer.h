// Normalizer: what is done to a text before it is cut.
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
  virtual TextPiece run(const TextPiece& piece, Workshop& shop) const = 0;
  // Whether it leaves every text of ASCII as it is.
  virtual bool keeps_ascii() const { return false; }
};
using TextNormalizerRef = std::unique_ptr<const TextNormalizer>;

TextNormalizerRef read_normalizer(const JsonPart& from);  // null of null

// SentencePiece's table of replacements: a trie of Darts, and texts that end in a zero.
class Charsmap {
 public:
  // error[value] where the sizes in it do not fit.
  explicit Charsmap(std::string bytes);
  // The replacement of the first key that the text begins with, the shortest or the longest one;
  // how long that key is, 0 where there is none.
  struct Found {
    size_t size = 0;
    std::string_view text = {};
  };
  Found shortest(std::string_view text) const;
  Found longest(std::string_view text) const;
  bool is_empty() const { return units_.empty(); }

 private:
  template <class F>
  void each_prefix(std::string_view text, const F& f) const;
  std::string_view text_of(uint32_t at) const;

  std::string bytes_;
  std::vector<uint32_t> units_;
  std::string_view texts_;
};

// The bytes of base64; error[value] where it is none.
std::string from_base64(std::string_view text);

// The byte as a character of byte-level vocabularies, and back; -1 where it is none.
char32_t byte_character(unsigned char byte);
int byte_of_character(char32_t code);
TextPiece byte_level(const TextPiece& piece, Workshop& shop);

}  // namespace rille
