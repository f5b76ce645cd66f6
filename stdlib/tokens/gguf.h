// The tokenizer of a GGUF file as a file of its own kind.
#pragma once

#include <string>

#include "stdlib/ckpt.h"

namespace rille {

// The bytes of a tokenizer.json, or of a model of SentencePiece. error[value] where the file has a
// tokenizer or a pre-tokenizer that is not known.
std::string tokenizer_of_gguf(const GgufVocabulary& vocabulary, const std::string& path);

// A pattern that cuts text for byte-level BPE, by the name that llama.cpp has for it.
struct GgufSplit {
  std::string_view pattern;
  bool has_single_digits = false;  // each digit is cut off first
  bool ignores_merges = false;     // a piece that is a token is not merged
  bool adds_bos = false;           // where the file does not say
  bool is_composed = false;        // text is normalized to NFC
};
const GgufSplit* gguf_split(std::string_view name);  // null: not known
std::string gguf_split_names();

}  // namespace rille
