// Ranks: numbers whose order is that of elements; radix sort.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <type_traits>

#include "backends/host/wide.h"
#include "vm/running.h"

namespace rille {

// Shorter lists are sorted by comparing.
inline constexpr size_t least_for_radix = 256;

// A number whose unsigned order is the order of x: nan last, all nans alike, -0 like 0.
template <class T>
auto rank_of(T x) {
  auto value = ordered(x);
  using V = decltype(value);
  if constexpr (std::floating_point<V>) {
    using U = std::conditional_t<sizeof(V) == 4, uint32_t, uint64_t>;
    constexpr U sign = U{1} << (8 * sizeof(U) - 1);
    constexpr U infinity = std::bit_cast<U>(std::numeric_limits<V>::infinity());
    U word = std::bit_cast<U>(value), all_if_negative = U{0} - (word >> (8 * sizeof(U) - 1));
    U rank = word ^ (all_if_negative | sign);
    U one_if_minus_0 = word == sign, one_if_nan = (word & ~sign) > infinity;
    return (rank + one_if_minus_0) | (U{0} - one_if_nan);  // no branch, so that it goes in vectors
  } else if constexpr (std::same_as<V, bool>) {
    return static_cast<uint8_t>(value);
  } else {
    using U = std::make_unsigned_t<V>;
    constexpr U sign = std::is_signed_v<V> ? U(U{1} << (8 * sizeof(U) - 1)) : U{0};
    return static_cast<U>(static_cast<U>(value) ^ sign);
  }
}

template <class U>
struct Ranked {
  U rank;
  uint32_t place;
};

// Memory that nothing has touched yet: to clear much of it takes time that hears no stop.
template <class T>
class Untouched {
 public:
  explicit Untouched(size_t size) : all_(std::make_unique_for_overwrite<T[]>(size)), size_(size) {}
  size_t size() const { return size_; }
  T* begin() const { return all_.get(); }
  T* end() const { return begin() + size_; }
  T& operator[](size_t at) const { return all_[at]; }

 private:
  std::unique_ptr<T[]> all_;
  size_t size_;
};

// Least digit first (Knuth, vol. 3, 5.2.5): each pass is stable. A digit that is the same
// throughout costs nothing but its count.
template <class U>
void radix_sort(Untouched<Ranked<U>>& items, Untouched<Ranked<U>>& spare) {
  std::array<std::array<uint32_t, 256>, sizeof(U)> counts{};
  Polls polls;
  for (const Ranked<U>& item : items) {
    polls.step();
    for (size_t digit = 0; digit < sizeof(U); ++digit) {
      ++counts[digit][static_cast<uint8_t>(item.rank >> (8 * digit))];
    }
  }
  for (size_t digit = 0; digit < sizeof(U); ++digit) {
    auto& count = counts[digit];
    if (std::ranges::find(count, items.size()) != count.end()) continue;
    std::exclusive_scan(count.begin(), count.end(), count.begin(), uint32_t{0});
    for (const Ranked<U>& item : items) {
      polls.step();
      spare[count[static_cast<uint8_t>(item.rank >> (8 * digit))]++] = item;
    }
    std::swap(items, spare);
  }
}

template <class U>
void sort_ranked(Untouched<Ranked<U>>& items) {
  if (items.size() < least_for_radix) {
    std::ranges::stable_sort(items, {}, &Ranked<U>::rank);
  } else {
    Untouched<Ranked<U>> spare(items.size());
    radix_sort(items, spare);
  }
}

}  // namespace rille
