// Training of byte-pair encodings (BPE).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "stdlib/tokens/model.h"

namespace rille {

struct BpeMerges {
  std::vector<std::string> tokens;                  // by id, in byte-level characters
  std::vector<std::pair<int32_t, int32_t>> merges;  // by rank
};

// Merges the most frequent pair until there are `size` tokens or no pair occurs `least` times. Ties
// go to the pair with the lowest ids, as in the tokenizers package's BpeTrainer; the alphabet is
// all bytes. `words` maps each word, as bytes, to its number of occurrences.
BpeMerges train_pairs(const TextMap<int64_t>& words, size_t size, int64_t least,
                      const std::vector<std::string>& special);

}  // namespace rille
