// The arithmetic of each dtype in reference loops.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "vm/numbers/dtype.h"

namespace rille {

template <class T>
inline constexpr bool is_small_float = std::same_as<T, Bfloat16> || std::same_as<T, Float16> ||
                                       std::same_as<T, Float8e4m3> || std::same_as<T, Float8e5m2>;

// Converts to the type of computation: float for small floats, uint64_t for integers, so that they
// wrap, and T itself for all others.
template <class T>
auto widened(T x) {
  if constexpr (is_small_float<T>) {
    return static_cast<float>(x);
  } else if constexpr (std::same_as<T, Int4> || std::same_as<T, UInt4>) {
    return static_cast<uint64_t>(static_cast<int64_t>(x));
  } else if constexpr (std::integral<T> && !std::same_as<T, bool>) {
    return static_cast<uint64_t>(x);
  } else {
    return x;
  }
}

template <class T, class W>
T narrowed(W x) {
  if constexpr (std::same_as<T, Int4> || std::same_as<T, UInt4>) {
    return T(static_cast<int64_t>(x));
  } else {
    return static_cast<T>(x);
  }
}

// Converts to a type with the order of T: small floats to float, and 4-bit integers to 64 bits.
template <class T>
auto ordered(T x) {
  if constexpr (is_small_float<T>) {
    return static_cast<float>(x);
  } else if constexpr (std::same_as<T, Int4> || std::same_as<T, UInt4>) {
    return static_cast<int64_t>(x);
  } else {
    return x;
  }
}

// False for complex numbers and keys.
template <class T>
inline constexpr bool has_order = requires(T x) { ordered(x) < ordered(x); };

}  // namespace rille
