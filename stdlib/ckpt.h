// Checkpoints: what a host shows of them, and how they end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "vm/error.h"

namespace rille {

class State;

// The arrays of a checkpoint as a table, with sums and metadata; none is read. Of a folder of steps
// the newest, if none is named. error[io] where the path is no checkpoint.
std::string checkpoint_table(const std::string& path, std::optional<int64_t> step,
                             const std::string& item);

// What a GGUF file says of its tokenizer: the words below `tokenizer.ggml`.
struct GgufVocabulary {
  std::string model, pre;  // "gpt2", "llama"; "llama-bpe": how text is split
  std::vector<std::string> tokens, merges;
  std::vector<float> scores;
  std::vector<int64_t> kinds;  // 1 normal, 2 unknown, 3 control, 4 user-defined, 5 unused, 6 byte
  std::optional<int64_t> bos, eos, unknown, pad, separator, mask;  // ids
  std::optional<bool> adds_bos, adds_eos, adds_prefix, removes_blanks;
  std::string charsmap;
};
// None where the path is no GGUF file; error[io] where it is one without a tokenizer.
std::optional<GgufVocabulary> gguf_vocabulary(const std::string& path);

// Waits until what the managers of a State still write is on the disk, and closes them. The errors
// that no call of the script has raised.
std::vector<Error> end_saves(State& state);

}  // namespace rille
