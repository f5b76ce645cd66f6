// Numbers that C++ lacks: bf16, f16, f8, 4-bit integers, keys.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>

namespace rille {

// Each type stores bits and computes in float, with rounding to nearest even after every operation.
// Conversions are implemented once, in vm/numbers/small.cpp, and tested over all bit patterns.
#define RILLE_SMALL_FLOAT(Name, Bits)                         \
  struct Name {                                               \
    Bits bits = 0;                                            \
    Name() = default;                                         \
    explicit Name(float x);                                   \
    explicit Name(double x);                                  \
    explicit operator float() const;                          \
    explicit operator double() const { return float(*this); } \
    bool operator==(const Name&) const = default;             \
  };
RILLE_SMALL_FLOAT(Bfloat16, uint16_t)   // 1 sign, 8 exponent, 7 mantissa
RILLE_SMALL_FLOAT(Float16, uint16_t)    // IEEE binary16
RILLE_SMALL_FLOAT(Float8e4m3, uint8_t)  // OCP E4M3FN: no infinities, one NaN
RILLE_SMALL_FLOAT(Float8e5m2, uint8_t)  // OCP E5M2
#undef RILLE_SMALL_FLOAT

// One element per byte; values wrap to 4 bits.
struct Int4 {
  int8_t value = 0;
  Int4() = default;
  explicit Int4(int64_t x) : value(static_cast<int8_t>(static_cast<int8_t>((x & 15) << 4) >> 4)) {}
  explicit operator int64_t() const { return value; }
  auto operator<=>(const Int4&) const = default;
};
struct UInt4 {
  uint8_t value = 0;
  UInt4() = default;
  explicit UInt4(int64_t x) : value(static_cast<uint8_t>(x & 15)) {}
  explicit operator int64_t() const { return value; }
  auto operator<=>(const UInt4&) const = default;
};

// A random key: two words of threefry state. Its only use is sampling.
struct KeyBits {
  uint32_t high = 0, low = 0;
  bool operator==(const KeyBits&) const = default;
};

}  // namespace rille
