// Index permutation by a cipher, and derived seeds.
#include "stdlib/data/shuffle.h"

#include <algorithm>
#include <array>
#include <bit>
#include <random>

namespace rille {
namespace {

constexpr int rounds = 4;
constexpr int min_width = 8;  // bits of a half block, so that a block has at least 16 bits

uint64_t rotated(uint64_t x, int by, int width) {
  uint64_t mask = (uint64_t{1} << width) - 1;
  return ((x << by) | (x >> (width - by))) & mask;
}

uint64_t round_of(uint64_t x, int width, int by) {
  return (rotated(x, 1, width) & rotated(x, by, width)) ^ rotated(x, 2, width);
}

}  // namespace

IndexShuffle::IndexShuffle(uint64_t last, uint32_t seed) : last_(last) {
  int bits = static_cast<int>(std::bit_width(last));
  width_ = std::max((bits + 1) / 2, min_width);
  by_ = 8 % width_;
  std::array<uint32_t, rounds> drawn;
  std::seed_seq({seed}).generate(drawn.begin(), drawn.end());
  uint64_t mask = (uint64_t{1} << width_) - 1;
  for (uint32_t word : drawn) keys_.push_back(word & mask);
}

uint64_t IndexShuffle::once(uint64_t index) const {
  uint64_t left = index >> width_, right = index & ((uint64_t{1} << width_) - 1);
  for (int i = 0; i < rounds; i += 2) {
    left ^= round_of(right, width_, by_) ^ keys_[static_cast<size_t>(i)];
    right ^= round_of(left, width_, by_) ^ keys_[static_cast<size_t>(i) + 1];
  }
  return left << width_ | right;
}

uint64_t IndexShuffle::operator()(uint64_t index) const {
  do {
    index = once(index);
  } while (index > last_);
  return index;
}

// Permutes eight indices at a time. Each index is a chain of dependent operations with an
// unpredictable number of rounds, so interleaved chains use the processor better.
void IndexShuffle::operator()(std::span<uint64_t> indices) const {
  constexpr size_t together = 8;
  for (; indices.size() >= together; indices = indices.subspan(together)) {
    std::span<uint64_t, together> x = indices.first<together>();
    auto is_beyond = [this](uint64_t index) { return index > last_; };
    for (uint64_t& index : x) index = once(index);
    while (std::ranges::any_of(x, is_beyond)) {
      for (uint64_t& index : x) {
        uint64_t next = once(index);
        index = is_beyond(index) ? next : index;
      }
    }
  }
  for (uint64_t& index : indices) index = (*this)(index);
}

uint32_t mixed_seed(std::span<const uint64_t> words) {
  constexpr uint32_t first_a = 0x43b0d7e5, by_a = 0x931e8875, first_b = 0x8b51f9dd;
  constexpr uint32_t by_b = 0x58f38ded, by_left = 0xca01f9dd, by_right = 0x4973f715;
  std::vector<uint32_t> entropy;
  for (uint64_t word : words) {
    entropy.push_back(static_cast<uint32_t>(word));
    if (word >> 32 != 0) entropy.push_back(static_cast<uint32_t>(word >> 32));
  }
  uint32_t constant = first_a;
  auto hashed = [&](uint32_t x) {
    x ^= constant;
    constant *= by_a;
    x *= constant;
    return x ^ x >> 16;
  };
  auto mixed = [](uint32_t x, uint32_t y) {
    uint32_t out = by_left * x - by_right * y;
    return out ^ out >> 16;
  };
  std::array<uint32_t, 4> pool;
  for (size_t i = 0; i < 4; ++i) pool[i] = hashed(i < entropy.size() ? entropy[i] : 0);
  for (size_t from = 0; from < 4; ++from) {
    for (size_t to = 0; to < 4; ++to) {
      if (from != to) pool[to] = mixed(pool[to], hashed(pool[from]));
    }
  }
  for (size_t from = 4; from < entropy.size(); ++from) {
    for (uint32_t& to : pool) to = mixed(to, hashed(entropy[from]));
  }
  uint32_t out = (pool[0] ^ first_b) * (first_b * by_b);
  return out ^ out >> 16;
}

}  // namespace rille
