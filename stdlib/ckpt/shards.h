// Shards: a checkpoint in several safetensors files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "stdlib/ckpt/safetensors.h"

namespace rille {

inline constexpr std::string_view shards_end = ".safetensors.index.json";

// Writes a sharded checkpoint in the layout of the Hugging Face Hub: files such as
// model-00001-of-00003.safetensors, and model.safetensors.index.json, which maps each array to its
// file. A file has at most `most` bytes of arrays, or a single larger array. The index is written
// last, so that an incomplete checkpoint has no index. `structure` is a text of
// stdlib/ckpt/structure.h that is stored in the index, or "".
void write_shards(const std::string& path, std::vector<NamedArray> arrays, uint64_t most,
                  const std::string& structure);

}  // namespace rille
