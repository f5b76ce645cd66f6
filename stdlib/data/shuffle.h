// Orders and seeds as Grain draws them, bit for bit.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace rille {

// A permutation of the numbers 0 to `last`, of which any one place is known without the others: a
// cipher of a few rounds, applied again while what comes is beyond `last`.
// source: index_shuffle of Grain, which is TensorFlow's: Simon, Beaulieu et al., ePrint 2013/404
class IndexShuffle {
 public:
  IndexShuffle(uint64_t last, uint32_t seed);
  uint64_t operator()(uint64_t index) const;  // 0 to `last`
  void operator()(std::span<uint64_t> indices) const;

 private:
  uint64_t once(uint64_t index) const;

  uint64_t last_;
  int width_;  // bits of a half
  int by_;     // of a round's second turn
  std::vector<uint64_t> keys_;
};

// The order that was asked for last: items come one after another of the same epoch or window.
class KeptShuffle {
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

// The first number that a sequence of seeds gives.
// source: O'Neill, Developing a seed_seq alternative, 2015; numpy.random.SeedSequence
uint32_t mixed_seed(std::span<const uint64_t> words);

}  // namespace rille
