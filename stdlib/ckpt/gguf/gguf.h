// GGUF: the one file of a model of llama.cpp.
#pragma once

#include <memory>
#include <string>

#include "stdlib/ckpt/checkpoint.h"

namespace rille {

bool is_gguf(const std::string& path);
std::unique_ptr<Checkpoint> open_gguf(const std::string& path, const CheckpointWish& wish);

// Arrays by their paths joined by dots, each axis the other way round, as GGUF has it. `packing`:
// "" as they are, else "q8_0", "q4_0", "q4_k" or "q6_k" for floats of two axes or more whose last
// axis is a multiple of the block. `meta`: a dict or record of numbers, strings, bools, arrays of
// numbers and tuples of strings.
void write_gguf(const std::string& path, const Value& tree, const std::string& packing,
                const Value& meta);

}  // namespace rille
