// The arithmetic of each dtype, as reference loops have it.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "vm/numbers/dtype.h"

namespace rille {

template <class T>
inline constexpr bool is_small_float = std::same_as<T, Bfloat16> || std::same_as<T, Float16> ||
                                       std::same_as<T, Float8e4m3> || std::same_as<T, Float8e5m2>;

// What an operation on T is done in: float for smaller floats, 64 unsigned bits for integers, so
// that they wrap; T itself for all others.
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

// What orders T: floats and integers as they are, the 4-bit ones as 64 bits.
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

// Complex numbers and keys have no order.
template <class T>
inline constexpr bool has_order = requires(T x) { ordered(x) < ordered(x); };

}  // namespace rille
