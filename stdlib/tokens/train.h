// Training of the model that joins pairs.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "stdlib/tokens/model.h"

namespace rille {

struct TrainedPairs {
  std::vector<std::string> tokens;                  // by their ids, in byte-level characters
  std::vector<std::pair<int32_t, int32_t>> merges;  // in their order
};

// Joins the pair that is seen most, of equals the one of the lowest ids, until there are `size`
// tokens or no pair is seen `least` times: as the tokenizers package's BpeTrainer, with all bytes
// for its alphabet. `words`: how often each word of bytes is seen.
TrainedPairs train_pairs(const TextMap<int64_t>& words, size_t size, int64_t least,
                         const std::vector<std::string>& special);

}  // namespace rille
