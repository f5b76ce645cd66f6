// Checkpoints: their summary for a host, and pending saves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "vm/error.h"

namespace rille {

class State;

// The arrays of a checkpoint as a table, with totals and metadata; no array is read. For a
// directory of steps, the newest step if `step` is nullopt. error[io] if the path is not a
// checkpoint.
std::string checkpoint_table(const std::string& path, std::optional<int64_t> step,
                             const std::string& item);

// The tokenizer of a GGUF file: the fields below `tokenizer.ggml`.
struct GgufVocabulary {
  std::string model, pre;  // "gpt2", "llama"; "llama-bpe": the pre-tokenizer
  std::vector<std::string> tokens, merges;
  std::vector<float> scores;
  std::vector<int64_t> kinds;  // 1 normal, 2 unknown, 3 control, 4 user-defined, 5 unused, 6 byte
  std::optional<int64_t> bos, eos, unknown, pad, separator, mask;  // ids
  std::optional<bool> adds_bos, adds_eos, adds_prefix, removes_blanks;
  std::string charsmap;
};
// nullopt if the path is not a GGUF file; error[io] if the file has no tokenizer.
std::optional<GgufVocabulary> gguf_vocabulary(const std::string& path);

// Waits until the checkpoint managers of a State have written everything to disk, and closes them.
// Returns the errors that no call of the script has raised.
std::vector<Error> end_saves(State& state);

}  // namespace rille
