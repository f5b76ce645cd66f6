// Shuffle orders and seeds with the same bits as in Grain.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace rille {

// Permutation of the integers 0 to `last`, inclusive, any element of which is computed directly: a
// block cipher of a few rounds, applied again while the result exceeds `last` (cycle walking).
// source: index_shuffle of Grain, which is TensorFlow's: Simon, Beaulieu et al., ePrint 2013/404
class IndexShuffle {
 public:
  IndexShuffle(uint64_t last, uint32_t seed);
  uint64_t operator()(uint64_t index) const;  // 0 to `last`
  void operator()(std::span<uint64_t> indices) const;

 private:
  uint64_t once(uint64_t index) const;

  uint64_t last_;
  int width_;  // bits of a half block
  int by_;     // rotation distance of the second rotation of a round
  std::vector<uint64_t> keys_;
};

// Caches the last permutation, since consecutive items belong to the same epoch or window.
class ShuffleCache {
 public:
  const IndexShuffle& of(uint64_t last, uint32_t seed) {
    if (!order_ || last_ != last || seed_ != seed) order_.emplace(last, seed);
    last_ = last;
    seed_ = seed;
    return *order_;
  }
  uint64_t at(uint64_t index, uint64_t last, uint32_t seed) { return of(last, seed)(index); }

 private:
  std::optional<IndexShuffle> order_;
  uint64_t last_ = 0;
  uint32_t seed_ = 0;
};

// First 32-bit word that a SeedSequence generates from the entropy `words`.
// source: O'Neill, Developing a seed_seq alternative, 2015; numpy.random.SeedSequence
uint32_t mixed_seed(std::span<const uint64_t> words);

}  // namespace rille
