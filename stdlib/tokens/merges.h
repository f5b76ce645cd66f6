// Merges: the ranked merge rules of BPE.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace rille {

// A hash table with linear probing from a pair of ids to its rank and merged id.
class TokenMerges {
 public:
  struct MergeEntry {
    uint64_t pair = empty;
    int32_t rank = 0, id = 0;
  };

  void reserve(size_t count);
  void put(int32_t left, int32_t right, int32_t rank, int32_t id);
  const MergeEntry* find(int32_t left, int32_t right) const {
    if (rows_.empty()) return nullptr;
    uint64_t pair = pair_of(left, right);
    for (size_t at = place(pair);; at = (at + 1) & (rows_.size() - 1)) {
      if (rows_[at].pair == pair) return &rows_[at];
      if (rows_[at].pair == empty) return nullptr;
    }
  }

 private:
  static constexpr uint64_t empty = ~uint64_t{0};
  static uint64_t pair_of(int32_t left, int32_t right) {
    return uint64_t{static_cast<uint32_t>(left)} << 32 | static_cast<uint32_t>(right);
  }
  size_t place(uint64_t pair) const {
    return static_cast<size_t>((pair * 0x9E3779B97F4A7C15ull) >> 20) & (rows_.size() - 1);
  }

  std::vector<MergeEntry> rows_;
  size_t count_ = 0;
};

// A symbol of a word: its id and the number of bytes of the word that it covers.
struct TokenSymbol {
  int32_t id;
  uint32_t bytes;
};

// Merges adjacent symbols until no pair has a merge rule: the lowest rank first, then the leftmost.
void merge_symbols(const TokenMerges& merges, std::vector<TokenSymbol>& symbols);
// Merges with BPE dropout: if `falls` returns true, the best pair is skipped until another pair was
// merged. Provilkov et al., arXiv 1910.13267, as in the tokenizers package.
void merge_by_chance(const TokenMerges& merges, std::vector<TokenSymbol>& symbols,
                     const std::function<bool()>& falls);

}  // namespace rille
