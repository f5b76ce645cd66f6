// Shards: one checkpoint in several safetensors files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "stdlib/ckpt/safetensors.h"

namespace rille {

inline constexpr std::string_view shards_end = ".safetensors.index.json";

// Files model-00001-of-00003.safetensors beside model.safetensors.index.json, which says where each
// array is, as the Hub has it; each file of at most so many bytes of arrays, or of one array. The
// index is the last to be written: without it there is no checkpoint. `structure`: a text of
// stdlib/ckpt/structure.h that the index keeps, or "".
void write_shards(const std::string& path, std::vector<NamedArray> arrays, uint64_t most,
                  const std::string& structure);

}  // namespace rille
