// Ranks: numbers whose order is that of elements.
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

// The word of a float as a number whose unsigned order is IEEE 754's totalOrder.
template <class U>
constexpr U total_order(U word) {
  constexpr U sign = U{1} << (8 * sizeof(U) - 1);
  U all_if_negative = U{0} - (word >> (8 * sizeof(U) - 1));
  return word ^ (all_if_negative | sign);
}

// A number whose unsigned order is the order of x: nan last, all nans alike, -0 like 0.
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
    return (rank + one_if_minus_0) | (U{0} - one_if_nan);  // no branch, so that it goes in vectors
  } else if constexpr (std::same_as<V, bool>) {
    return static_cast<uint8_t>(value);
  } else {
    using U = std::make_unsigned_t<V>;
    constexpr U sign = std::is_signed_v<V> ? U(U{1} << (8 * sizeof(U) - 1)) : U{0};
    return static_cast<U>(static_cast<U>(value) ^ sign);
  }
}

// The same of IEEE 754's totalOrder: a nan whose sign is set before all numbers, -0 before 0.
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

// The element of that rank, where has_rank_alone() holds of it.
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

// Whether no other element has the rank of x: nans and -0 share theirs.
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
struct Ranked {
  U rank;
  uint32_t place;
};

// Memory that nothing has cleared: to clear much of it takes time that hears no stop. It is the
// host's, so that the next one of its size finds its pages in place, and is charged as arrays are.
template <class T>
class Untouched {
 public:
  explicit Untouched(size_t size)
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
