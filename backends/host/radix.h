// Radix: radix sort of lists by rank.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "backends/backend.h"
#include "backends/host/rank.h"
#include "backends/host/threads.h"
#include "vm/run/running.h"

namespace rille {

// Shorter lists are sorted by comparison.
inline constexpr size_t min_for_radix = 256;

template <class U>
U rank_in(const RankedIndex<U>& item) {
  return item.rank;
}
template <std::unsigned_integral U>
U rank_in(U item) {
  return item;
}

// Least-significant-digit radix sort (Knuth, vol. 3, 5.2.5). Each pass is stable: every thread
// takes a contiguous run of the items, and for each digit the positions of an earlier run precede
// those of a later one. A digit that is equal in all items costs only its count.
template <class Item>
class Radix {
 public:
  explicit Radix(UninitializedBuffer<Item>& items)
      : items_(items),
        spare_(items.size()),
        runs_(items.size() < worth_sharing ? 1 : static_cast<size_t>(host_threads())),
        digit_bits_(sizeof(U) >= 4 && items.size() >= worth_wide_digits ? 11 : 8),
        digits_(size_t{1} << digit_bits_),
        places_(runs_ * digits_) {}

  void sort() {
    for (size_t shift = 0; shift < 8 * sizeof(U); shift += digit_bits_) {
      shift_ = shift;
      each_run([&](size_t run) { count(run); });
      if (!give_places()) continue;
      each_run([&](size_t run) { move(run); });
      std::swap(items_, spare_);
    }
  }

 private:
  using U = decltype(rank_in(std::declval<Item>()));
  static constexpr size_t worth_sharing = 1 << 15, worth_wide_digits = 1 << 14;
  static constexpr size_t between_polls = 1 << 13;

  size_t digit(const Item& item) const {
    return static_cast<size_t>(rank_in(item) >> shift_) & (digits_ - 1);
  }

  template <class Body>
  void each_run(const Body& body) {
    parallel_for(static_cast<int64_t>(runs_), 1, [&](int64_t begin, int64_t end) {
      for (int64_t run = begin; run < end; ++run) body(static_cast<size_t>(run));
    });
  }

  template <class Body>
  void each_item(size_t run, const Body& body) {
    size_t each = (items_.size() + runs_ - 1) / runs_;
    size_t begin = std::min(run * each, items_.size());
    size_t end = std::min(begin + each, items_.size());
    while (begin < end) {
      poll();
      size_t until = std::min(begin + between_polls, end);
      for (; begin < until; ++begin) body(items_[begin]);
    }
  }

  void count(size_t run) {
    uint32_t* counts = places_.data() + run * digits_;
    std::fill_n(counts, digits_, 0);
    each_item(run, [&](const Item& item) { ++counts[digit(item)]; });
  }

  // Converts counts to the first positions; false if all items have the same digit.
  bool give_places() {
    uint32_t place = 0;
    for (size_t digit = 0; digit < digits_; ++digit) {
      uint32_t first = place;
      for (size_t run = 0; run < runs_; ++run) {
        place += std::exchange(places_[run * digits_ + digit], place);
      }
      if (place - first == items_.size()) return false;
    }
    return true;
  }

  void move(size_t run) {
    uint32_t* places = places_.data() + run * digits_;
    Item* to = spare_.begin();
    each_item(run, [&](const Item& item) { to[places[digit(item)]++] = item; });
  }

  UninitializedBuffer<Item>& items_;
  UninitializedBuffer<Item> spare_;
  size_t runs_, digit_bits_, digits_;
  std::vector<uint32_t> places_;  // [run, digit]
  size_t shift_ = 0;
};

template <class Item>
void sort_ranked(UninitializedBuffer<Item>& items) {
  if (items.size() < min_for_radix) {
    std::ranges::stable_sort(items, {}, [](const Item& item) { return rank_in(item); });
  } else {
    Radix<Item>(items).sort();
  }
}

}  // namespace rille
