// Ranks: unsigned integers with the order of elements.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>

#include "backends/host/wide.h"
#include "vm/memory/buffer.h"

namespace rille {

// Maps the bits of a float to an integer whose unsigned order is totalOrder of IEEE 754.
template <class U>
constexpr U total_order(U word) {
  constexpr U sign = U{1} << (8 * sizeof(U) - 1);
  U all_if_negative = U{0} - (word >> (8 * sizeof(U) - 1));
  return word ^ (all_if_negative | sign);
}

// An integer whose unsigned order is the order of x: nan last, all nans equal, -0 equal to 0.
template <class T>
auto rank_of(T x) {
  auto value = ordered(x);
  using V = decltype(value);
  if constexpr (std::floating_point<V>) {
    using U = std::conditional_t<sizeof(V) == 4, uint32_t, uint64_t>;
    constexpr U sign = U{1} << (8 * sizeof(U) - 1);
    constexpr U infinity = std::bit_cast<U>(std::numeric_limits<V>::infinity());
    U word = std::bit_cast<U>(value), rank = total_order(word);
    U one_if_minus_0 = word == sign, one_if_nan = (word & ~sign) > infinity;
    return (rank + one_if_minus_0) | (U{0} - one_if_nan);  // branchless, so that it vectorizes
  } else if constexpr (std::same_as<V, bool>) {
    return static_cast<uint8_t>(value);
  } else {
    using U = std::make_unsigned_t<V>;
    constexpr U sign = std::is_signed_v<V> ? U(U{1} << (8 * sizeof(U) - 1)) : U{0};
    return static_cast<U>(static_cast<U>(value) ^ sign);
  }
}

// An integer with the order of totalOrder of IEEE 754: negative nans first, and -0 before 0.
template <class T>
auto total_rank_of(T x) {
  auto value = ordered(x);
  using V = decltype(value);
  if constexpr (std::floating_point<V>) {
    return total_order(
        std::bit_cast<std::conditional_t<sizeof(V) == 4, uint32_t, uint64_t>>(value));
  } else {
    return rank_of(x);
  }
}

// The element of a rank, if has_rank_alone() is true for it.
template <class T, class U>
T of_rank(U rank) {
  constexpr U sign = U{1} << (8 * sizeof(U) - 1);
  if constexpr (std::floating_point<T>) {
    return std::bit_cast<T>((rank & sign) != 0 ? U(rank ^ sign) : U(~rank));
  } else if constexpr (std::same_as<T, bool>) {
    return rank != 0;
  } else {
    return static_cast<T>(std::is_signed_v<T> ? U(rank ^ sign) : rank);
  }
}

// Whether the rank of x is unique to x; nans and -0 share their ranks.
template <class T>
bool has_rank_alone(T x) {
  if constexpr (std::floating_point<T>) {
    return x == x &&
           std::bit_cast<decltype(rank_of(x))>(x) != std::bit_cast<decltype(rank_of(x))>(T{-0.0});
  } else {
    return std::integral<T>;
  }
}

template <class U>
struct RankedIndex {
  U rank;
  uint32_t place;
};

// Uninitialized memory, since clearing much memory takes time without a cancellation point. It is
// allocated like the memory of arrays, so that pages are reused and the memory is accounted.
template <class T>
class UninitializedBuffer {
 public:
  explicit UninitializedBuffer(size_t size)
      : all_(std::make_unique<Buffer>(host_space(), size * sizeof(T))), size_(size) {}
  size_t size() const { return size_; }
  T* begin() const { return static_cast<T*>(all_->data()); }
  T* end() const { return begin() + size_; }
  T& operator[](size_t at) const { return begin()[at]; }

 private:
  std::unique_ptr<Buffer> all_;
  size_t size_;
};

}  // namespace rille
