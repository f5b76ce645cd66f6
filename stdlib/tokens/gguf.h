// Converts the tokenizer of a GGUF file to a file of its own.
#pragma once

#include <string>

#include "stdlib/ckpt.h"

namespace rille {

// The bytes of a tokenizer.json or of a SentencePiece model. error[value] if the tokenizer or the
// pre-tokenizer of the file is not supported.
std::string tokenizer_of_gguf(const GgufVocabulary& vocabulary, const std::string& path);

// The pre-tokenizer of a byte-level BPE model, by its name in llama.cpp.
struct GgufPretokenizer {
  std::string_view pattern;
  bool has_single_digits = false;  // each digit is isolated first
  bool ignores_merges = false;     // a word that is in the vocabulary is one token
  bool adds_bos = false;           // the default of add_bos_token
  bool is_composed = false;        // text is normalized to NFC
};
const GgufPretokenizer* gguf_split(std::string_view name);  // null if the name is unknown
std::string gguf_split_names();

}  // namespace rille
