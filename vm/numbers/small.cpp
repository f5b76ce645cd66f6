// Small floats: every conversion, rounded to nearest even.
#include "vm/numbers/small.h"

#include <limits>

namespace rille {
namespace {

// The bits of a format with E exponent bits and M mantissa bits. `Inf`: the format has infinities;
// otherwise the all-ones pattern is its only NaN, and overflow results in NaN (E4M3FN).
template <int E, int M, bool Inf>
struct Format {
  static constexpr int bias = (1 << (E - 1)) - 1;
  static constexpr uint32_t top = ((1u << E) - 1) << M;  // exponent of all ones
  static constexpr uint32_t nan = Inf ? top | (1u << (M - 1)) : (1u << (E + M)) - 1;
  static constexpr uint32_t overflow = Inf ? top : nan;

  static uint32_t magnitude(uint64_t bits) {
    auto exponent = static_cast<int>((bits >> 52) & 0x7ff);
    uint64_t fraction = bits & ((uint64_t{1} << 52) - 1);
    if (exponent == 0x7ff) return fraction != 0 ? nan : overflow;
    if (exponent == 0) return 0;
    int scaled = exponent - 1023 + bias;
    int shift = 52 - M;
    if (scaled <= 0) shift += 1 - scaled;  // subnormal in this format
    if (shift > 53) return 0;
    uint64_t significand = fraction | (uint64_t{1} << 52);
    uint64_t kept = significand >> shift;
    uint64_t rest = significand & ((uint64_t{1} << shift) - 1);
    uint64_t half = uint64_t{1} << (shift - 1);
    if (rest > half || (rest == half && (kept & 1) != 0)) ++kept;
    if (scaled > 0) kept += (static_cast<uint64_t>(scaled) - 1) << M;  // kept has the leading 1
    return kept < overflow ? static_cast<uint32_t>(kept) : overflow;
  }

  static uint32_t encode(double x) {
    auto bits = std::bit_cast<uint64_t>(x);
    return magnitude(bits) | static_cast<uint32_t>(bits >> 63) << (E + M);
  }

  static float decode(uint32_t bits) {
    uint32_t size = bits & ((1u << (E + M)) - 1);
    uint32_t sign = (bits >> (E + M)) << 31;
    uint32_t exponent = size >> M, fraction = size & ((1u << M) - 1);
    if (Inf ? size > top : size == nan) {
      return std::bit_cast<float>(sign | 0x7fc00000u | fraction << (23 - M));
    }
    if (Inf && size == top) return std::bit_cast<float>(sign | 0x7f800000u);
    if (exponent == 0) {
      float unit = std::bit_cast<float>(static_cast<uint32_t>(127 + 1 - bias - M) << 23);
      float x = static_cast<float>(fraction) * unit;
      return sign != 0 ? -x : x;
    }
    uint32_t raised = exponent + static_cast<uint32_t>(127 - bias);
    return std::bit_cast<float>(sign | raised << 23 | fraction << (23 - M));
  }
};

// A fast path for bf16, which is the upper half of a float, including subnormals.
uint16_t upper_half(float x) {
  auto bits = std::bit_cast<uint32_t>(x);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<uint16_t>(bits >> 16 | 0x40u);
  bits += 0x7fffu + ((bits >> 16) & 1u);
  return static_cast<uint16_t>(bits >> 16);
}

}  // namespace

Bfloat16::Bfloat16(float x) : bits(upper_half(x)) {}
Bfloat16::Bfloat16(double x) : bits(static_cast<uint16_t>(Format<8, 7, true>::encode(x))) {}
Bfloat16::operator float() const { return std::bit_cast<float>(uint32_t{bits} << 16); }

#define RILLE_CONVERSIONS(Name, Bits, E, M, Inf)                                         \
  Name::Name(float x) : bits(static_cast<Bits>(Format<E, M, Inf>::encode(double{x}))) {} \
  Name::Name(double x) : bits(static_cast<Bits>(Format<E, M, Inf>::encode(x))) {}        \
  Name::operator float() const { return Format<E, M, Inf>::decode(bits); }
RILLE_CONVERSIONS(Float16, uint16_t, 5, 10, true)
RILLE_CONVERSIONS(Float8e4m3, uint8_t, 4, 3, false)
RILLE_CONVERSIONS(Float8e5m2, uint8_t, 5, 2, true)
#undef RILLE_CONVERSIONS

}  // namespace rille
