// merge_symbols and the table of merges.
#include "stdlib/tokens/merges.h"

#include <algorithm>
#include <bit>

#include "vm/run/running.h"

namespace rille {

void TokenMerges::reserve(size_t count) {
  size_t size = std::bit_ceil(std::max<size_t>(16, count * 2));
  if (size <= rows_.size()) return;
  std::vector<MergeEntry> old = std::exchange(rows_, std::vector<MergeEntry>(size));
  for (const MergeEntry& row : old) {
    if (row.pair == empty) continue;
    size_t at = place(row.pair);
    while (rows_[at].pair != empty) at = (at + 1) & (rows_.size() - 1);
    rows_[at] = row;
  }
}

void TokenMerges::put(int32_t left, int32_t right, int32_t rank, int32_t id) {
  reserve(count_ + 1);
  uint64_t pair = pair_of(left, right);
  size_t at = place(pair);
  while (rows_[at].pair != empty && rows_[at].pair != pair) at = (at + 1) & (rows_.size() - 1);
  if (rows_[at].pair == empty) ++count_;
  rows_[at] = {pair, rank, id};
}

namespace {

// Searches all pairs of a short word for the best one before each merge.
void merge_few(const TokenMerges& merges, std::vector<TokenSymbol>& symbols) {
  constexpr int32_t none = INT32_MAX;
  struct MergeRank {
    int32_t rank, id;
  };
  auto pair_at = [&](size_t i) -> MergeRank {
    if (i + 1 >= symbols.size()) return {none, 0};
    const TokenMerges::MergeEntry* row = merges.find(symbols[i].id, symbols[i + 1].id);
    return row == nullptr ? MergeRank{none, 0} : MergeRank{row->rank, row->id};
  };
  std::vector<MergeRank> pairs(symbols.size());
  for (size_t i = 0; i < symbols.size(); ++i) pairs[i] = pair_at(i);
  while (symbols.size() > 1) {
    size_t best = 0;
    for (size_t i = 1; i + 1 < symbols.size(); ++i) {
      if (pairs[i].rank < pairs[best].rank) best = i;
    }
    if (pairs[best].rank == none) return;
    symbols[best] = {pairs[best].id, symbols[best].bytes + symbols[best + 1].bytes};
    symbols.erase(symbols.begin() + static_cast<ptrdiff_t>(best) + 1);
    pairs.erase(pairs.begin() + static_cast<ptrdiff_t>(best));
    pairs[best] = pair_at(best);
    if (best > 0) pairs[best - 1] = pair_at(best - 1);
  }
}

// Merges a long word: symbols form a linked list, and candidate pairs are in a heap.
class LongWordMerger {
 public:
  LongWordMerger(const TokenMerges& merges, std::vector<TokenSymbol>& symbols)
      : merges_(merges), symbols_(symbols), next_(symbols.size()), before_(symbols.size()) {
    for (size_t i = 0; i < symbols.size(); ++i) {
      next_[i] = static_cast<uint32_t>(i + 1);
      before_[i] = static_cast<uint32_t>(i - 1);
    }
  }

  void run(const std::function<bool()>* falls = nullptr) {
    PollCounter polls;
    for (size_t i = 0; i + 1 < symbols_.size(); ++i) offer(i);
    std::make_heap(heap_.begin(), heap_.end());
    is_heap_ = true;
    while (!heap_.empty()) {
      polls.step(heap_.size() * sizeof(MergeCandidate) + symbols_.size() * 16);
      std::pop_heap(heap_.begin(), heap_.end());
      MergeCandidate top = heap_.back();
      heap_.pop_back();
      if (falls != nullptr && (*falls)()) {
        skipped_.push_back(top);
        continue;
      }
      for (const MergeCandidate& waiting : skipped_) put(waiting);
      skipped_.clear();
      join(top);
    }
    std::erase_if(symbols_, [](const TokenSymbol& symbol) { return symbol.bytes == gone; });
  }

 private:
  static constexpr uint32_t gone = UINT32_MAX;
  struct MergeCandidate {
    int32_t rank, id;
    uint32_t at;
    int32_t left, right;
    bool operator<(const MergeCandidate& other) const {
      return rank != other.rank ? rank > other.rank : at > other.at;
    }
  };

  void offer(size_t at) {
    uint32_t next = next_[at];
    if (next >= symbols_.size()) return;
    const TokenMerges::MergeEntry* row = merges_.find(symbols_[at].id, symbols_[next].id);
    if (row == nullptr) return;
    put({row->rank, row->id, static_cast<uint32_t>(at), symbols_[at].id, symbols_[next].id});
  }
  void put(const MergeCandidate& waiting) {
    heap_.push_back(waiting);
    if (is_heap_) std::push_heap(heap_.begin(), heap_.end());
  }

  void join(const MergeCandidate& top) {
    uint32_t next = next_[top.at];
    if (symbols_[top.at].bytes == gone || next >= symbols_.size()) return;
    if (symbols_[top.at].id != top.left || symbols_[next].id != top.right) return;
    symbols_[top.at] = {top.id, symbols_[top.at].bytes + symbols_[next].bytes};
    symbols_[next].bytes = gone;
    next_[top.at] = next_[next];
    if (next_[next] < symbols_.size()) before_[next_[next]] = top.at;
    if (top.at > 0) offer(before_[top.at]);
    offer(top.at);
  }

  const TokenMerges& merges_;
  std::vector<TokenSymbol>& symbols_;
  std::vector<uint32_t> next_, before_;
  std::vector<MergeCandidate> heap_, skipped_;
  bool is_heap_ = false;
};

}  // namespace

void merge_symbols(const TokenMerges& merges, std::vector<TokenSymbol>& symbols) {
  if (symbols.size() <= 40) return merge_few(merges, symbols);
  LongWordMerger(merges, symbols).run();
}

void merge_by_chance(const TokenMerges& merges, std::vector<TokenSymbol>& symbols,
                     const std::function<bool()>& falls) {
  LongWordMerger(merges, symbols).run(&falls);
}

}  // namespace rille
