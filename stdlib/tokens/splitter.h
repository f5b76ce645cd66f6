// Splitter: what cuts a text into pieces for a model.
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
  // Appends the parts of one piece that is no added token.
  virtual void run(const TextPiece& piece, Workshop& shop, TextPieces& out) const = 0;
  // Each match, and what stands between, is a piece, and none is changed.
  virtual const TextPattern* isolates() const { return nullptr; }
  virtual bool does_nothing() const { return false; }
};
using TextSplitterRef = std::unique_ptr<const TextSplitter>;

// The steps of a pre-tokenizer in order; a sequence is taken apart. `turns_bytes` is set, and the
// step left out, where the last one turns bytes into characters: for a model that reads bytes.
std::vector<TextSplitterRef> read_splitters(const JsonPart& from, bool* turns_bytes);

}  // namespace rille
