// Splitter: a pre-tokenizer, which splits text into pieces.
#pragma once

#include <memory>

#include "stdlib/tokens/piece.h"
#include "stdlib/tokens/reading.h"

namespace rille {

// GPT-2's pattern: github.com/openai/gpt-2, src/encoder.py.
inline constexpr std::string_view gpt2_pattern =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

class TextSplitter {
 public:
  virtual ~TextSplitter() = default;
  // Appends the parts of a piece that is not an added token.
  virtual void run(const TextPiece& piece, PieceArena& shop, TextPieces& out) const = 0;
  // The pattern, if the splitter makes each match and each gap a piece and changes none; else null.
  virtual const TextPattern* isolates() const { return nullptr; }
  virtual bool does_nothing() const { return false; }
};
using TextSplitterRef = std::unique_ptr<const TextSplitter>;

// The steps of a pre-tokenizer in order, with sequences flattened. If `turns_bytes` is not null and
// the last step maps bytes to characters, then the mapping is omitted and `turns_bytes` is set, so
// that the model reads bytes.
std::vector<TextSplitterRef> read_splitters(const JsonNode& from, bool* turns_bytes);

}  // namespace rille
