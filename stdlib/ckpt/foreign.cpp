// Converts floats of 4 to 8 bits to f32.
#include "stdlib/ckpt/foreign.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "vm/run/running.h"

namespace rille {
namespace {

// The layout of a float: a sign bit, exponent bits, and fraction bits. With `is_fnuz` it has no
// inf and no -0; the encoding of -0 is NaN. Otherwise there is neither inf nor NaN (OCP
// Microscaling Formats 1.0, section 5.3).
struct MiniFloatLayout {
  int exponent, fraction, bias;
  bool is_fnuz;
};

float value_of(unsigned bits, const MiniFloatLayout& form) {
  unsigned sign = bits >> (form.exponent + form.fraction) & 1;
  unsigned rest = bits & ((1U << (form.exponent + form.fraction)) - 1);
  if (form.is_fnuz && sign == 1 && rest == 0) return std::numeric_limits<float>::quiet_NaN();
  int exponent = static_cast<int>(rest >> form.fraction);
  auto fraction = static_cast<float>(rest & ((1U << form.fraction) - 1));
  float size = exponent == 0 ? std::ldexp(fraction, 1 - form.bias - form.fraction)
                             : std::ldexp(fraction + std::ldexp(1.0F, form.fraction),
                                          exponent - form.bias - form.fraction);
  return sign == 1 ? -size : size;
}

constexpr MiniFloatLayout e4m3fnuz{4, 3, 8, true}, e5m2fnuz{5, 2, 16, true}, e2m1{2, 1, 1, false},
    e2m3{2, 3, 1, false}, e3m2{3, 2, 3, false};

template <const MiniFloatLayout& form>
void widen_bytes(const uint8_t* bytes, size_t count, float* out) {
  PollCounter polls;
  for (size_t i = 0; i < count; ++i) {
    polls.step();
    out[i] = value_of(bytes[i], form);
  }
}

// Each byte holds two elements, the first in the low bits, as in PyTorch's float4_e2m1fn_x2.
void widen_fours(const uint8_t* bytes, size_t count, float* out) {
  PollCounter polls;
  for (size_t i = 0; i < count; ++i) {
    polls.step();
    out[i] = value_of(bytes[i / 2] >> (i % 2 == 0 ? 0 : 4) & 15U, e2m1);
  }
}

// Three bytes hold four elements, the first in the lowest bits. safetensors specifies only the
// size; packbits of zarr and ONNX use this order.
template <const MiniFloatLayout& form>
void widen_sixes(const uint8_t* bytes, size_t count, float* out) {
  PollCounter polls;
  for (size_t i = 0; i < count; ++i) {
    polls.step();
    size_t bit = 6 * i, at = bit / 8;
    bool is_in_one = bit % 8 <= 2;
    unsigned both = bytes[at] | (is_in_one ? 0U : static_cast<unsigned>(bytes[at + 1]) << 8);
    out[i] = value_of(both >> (bit % 8) & 63U, form);
  }
}

// E8M0 scales: powers of two, and NaN.
void widen_scales(const uint8_t* bytes, size_t count, float* out) {
  PollCounter polls;
  for (size_t i = 0; i < count; ++i) {
    polls.step();
    out[i] = bytes[i] == 255 ? std::numeric_limits<float>::quiet_NaN()
                             : std::ldexp(1.0F, static_cast<int>(bytes[i]) - 127);
  }
}

constexpr ForeignFloatFormat forms[] = {
    {"F8_E8M0", 8, widen_scales},
    {"F8_E4M3FNUZ", 8, widen_bytes<e4m3fnuz>},
    {"F8_E5M2FNUZ", 8, widen_bytes<e5m2fnuz>},
    {"F4", 4, widen_fours},
    {"F6_E2M3", 6, widen_sixes<e2m3>},
    {"F6_E3M2", 6, widen_sixes<e3m2>},
};

}  // namespace

const ForeignFloatFormat* foreign_form(std::string_view word) {
  const auto* row = std::ranges::find(forms, word, &ForeignFloatFormat::word);
  return row == std::end(forms) ? nullptr : row;
}

}  // namespace rille
