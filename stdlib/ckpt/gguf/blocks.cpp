// GGUF block quantization in the layouts of ggml.
#include "stdlib/ckpt/gguf/blocks.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "vm/numbers/small.h"
#include "vm/text.h"

namespace rille {
namespace {

constexpr int large = 256;  // elements of a block of the K formats, which have sub-block scales

float half(const uint8_t* at) {
  Float16 x;
  std::memcpy(&x.bits, at, 2);
  return static_cast<float>(x);
}

void put_half(uint8_t* at, float x) {
  Float16 half(x);
  std::memcpy(at, &half.bits, 2);
}

// Q8_0: a scale and 32 ints of 8 bits.
void unpack_q8_0(const uint8_t* block, float* out) {
  float scale = half(block);
  for (int i = 0; i < 32; ++i)
    out[i] = static_cast<float>(static_cast<int8_t>(block[2 + i])) * scale;
}

float largest(const float* x, int count) {
  float out = 0;
  for (int i = 0; i < count; ++i) out = std::max(out, std::abs(x[i]));
  return out;
}

void pack_q8_0(const float* x, uint8_t* block) {
  float scale = largest(x, 32) / 127, inverse = scale == 0 ? 0 : 1 / scale;
  put_half(block, scale);
  for (int i = 0; i < 32; ++i) {
    block[2 + i] = static_cast<uint8_t>(static_cast<int8_t>(std::round(x[i] * inverse)));
  }
}

// Q4_0: a scale and 32 ints of 4 bits with an offset of 8; byte i holds elements i and i + 16.
void unpack_q4_0(const uint8_t* block, float* out) {
  float scale = half(block);
  for (int i = 0; i < 16; ++i) {
    out[i] = static_cast<float>((block[2 + i] & 15) - 8) * scale;
    out[i + 16] = static_cast<float>((block[2 + i] >> 4) - 8) * scale;
  }
}

void pack_q4_0(const float* x, uint8_t* block) {
  const float* most =
      std::max_element(x, x + 32, [](float a, float b) { return std::abs(a) < std::abs(b); });
  float scale = *most / -8, inverse = scale == 0 ? 0 : 1 / scale;
  put_half(block, scale);
  auto code = [&](float each) {  // rounds as ggml does: adds 8.5 and truncates
    float shifted = std::trunc(each * inverse + 8.5F);
    return static_cast<uint8_t>(std::clamp(shifted, 0.0F, 15.0F));
  };
  for (int i = 0; i < 16; ++i) {
    block[2 + i] = static_cast<uint8_t>(code(x[i]) | code(x[i + 16]) << 4);
  }
}

// Q4_1: a scale, a minimum, and 32 ints of 4 bits.
void unpack_q4_1(const uint8_t* block, float* out) {
  float scale = half(block), least = half(block + 2);
  for (int i = 0; i < 16; ++i) {
    out[i] = static_cast<float>(block[4 + i] & 15) * scale + least;
    out[i + 16] = static_cast<float>(block[4 + i] >> 4) * scale + least;
  }
}

// Element i of 32 ints of 5 bits: the high bits of all come first, then the low four as in Q4_0.
int five(const uint8_t* packed, int i) {
  int low = i < 16 ? packed[4 + i] & 15 : packed[4 + i - 16] >> 4;
  return low | (packed[i / 8] >> (i % 8) & 1) << 4;
}

// Q5_0: a scale and 32 ints of 5 bits with an offset of 16. Q5_1: a scale, a minimum, and 32 ints
// of 5 bits.
void unpack_q5_0(const uint8_t* block, float* out) {
  float scale = half(block);
  for (int i = 0; i < 32; ++i) out[i] = static_cast<float>(five(block + 2, i) - 16) * scale;
}

void unpack_q5_1(const uint8_t* block, float* out) {
  float scale = half(block), least = half(block + 2);
  for (int i = 0; i < 32; ++i) out[i] = static_cast<float>(five(block + 4, i)) * scale + least;
}

// Q4_K: a scale for scales and one for minima, eight scales and eight minima of 6 bits, and 256
// ints of 4 bits.
struct ScaleAndMin {
  int scale, least;
};
ScaleAndMin part_of_q4_k(const uint8_t* packed, int part) {
  if (part < 4) return {packed[part] & 63, packed[part + 4] & 63};
  return {(packed[part + 4] & 15) | (packed[part - 4] >> 6) << 4,
          (packed[part + 4] >> 4) | (packed[part] >> 6) << 4};
}

// Unpacks Q4_K and Q5_K. `fifth` has the fifth bits of Q5_K, one byte for the eight sub-blocks, and
// is null for Q4_K.
void unpack_parts(const uint8_t* block, const uint8_t* codes, const uint8_t* fifth, float* out) {
  float scale = half(block), least = half(block + 2);
  for (int part = 0; part < 8; ++part) {
    ScaleAndMin own = part_of_q4_k(block + 4, part);
    float step = scale * static_cast<float>(own.scale);
    float from = least * static_cast<float>(own.least);
    const uint8_t* packed = codes + 32 * (part / 2);
    for (int i = 0; i < 32; ++i) {
      int code = part % 2 == 0 ? packed[i] & 15 : packed[i] >> 4;
      if (fifth != nullptr) code |= (fifth[i] >> part & 1) << 4;
      out[32 * part + i] = step * static_cast<float>(code) - from;
    }
  }
}

void unpack_q4_k(const uint8_t* block, float* out) {
  unpack_parts(block, block + 16, nullptr, out);
}
void unpack_q5_k(const uint8_t* block, float* out) {
  unpack_parts(block, block + 48, block + 16, out);
}

void pack_q4_k(const float* x, uint8_t* block) {
  float steps[8], leasts[8];
  for (int part = 0; part < 8; ++part) {
    auto [low, high] = std::minmax_element(x + 32 * part, x + 32 * part + 32);
    leasts[part] = std::max(0.0F, -*low);
    steps[part] = (std::max(*high, 0.0F) + leasts[part]) / 15;
  }
  float scale = *std::max_element(steps, steps + 8) / 63;
  float least = *std::max_element(leasts, leasts + 8) / 63;
  std::memset(block, 0, 144);
  put_half(block, scale);
  put_half(block + 2, least);
  scale = half(block);  // as a reader decodes it, after rounding to f16
  least = half(block + 2);
  auto of_63 = [](float part, float whole) {
    return whole == 0 ? 0 : static_cast<int>(std::min(63.0F, std::round(part / whole)));
  };
  uint8_t* packed = block + 4;
  for (int part = 0; part < 8; ++part) {
    int own = of_63(steps[part], scale), from = of_63(leasts[part], least);
    if (part < 4) {
      packed[part] = static_cast<uint8_t>(packed[part] | own);
      packed[part + 4] = static_cast<uint8_t>(packed[part + 4] | from);
    } else {
      packed[part + 4] = static_cast<uint8_t>((own & 15) | (from & 15) << 4);
      packed[part - 4] = static_cast<uint8_t>(packed[part - 4] | (own >> 4) << 6);
      packed[part] = static_cast<uint8_t>(packed[part] | (from >> 4) << 6);
    }
    float step = scale * static_cast<float>(own), low = least * static_cast<float>(from);
    for (int i = 0; i < 32; ++i) {
      float code = step == 0 ? 0 : std::round((x[32 * part + i] + low) / step);
      int bits = static_cast<int>(std::clamp(code, 0.0F, 15.0F));
      uint8_t& to = block[16 + 32 * (part / 2) + i];
      to = static_cast<uint8_t>(to | bits << (part % 2 == 0 ? 0 : 4));
    }
  }
}

// Q6_K: 256 ints of 6 bits with an offset of 32, whose low four and high two bits are separate, 16
// scales, and a scale for these.
struct SixBitOffsets {
  int low, low_shift, high, high_shift;  // byte offsets within the block, and bit shifts
};
SixBitOffsets place_of_q6_k(int i) {
  int part = i / 128, line = i % 128 / 32, at = i % 32;
  return {64 * part + at + (line % 2) * 32, line < 2 ? 0 : 4, 128 + 32 * part + at, 2 * line};
}

void unpack_q6_k(const uint8_t* block, float* out) {
  float scale = half(block + 208);
  for (int i = 0; i < large; ++i) {
    SixBitOffsets at = place_of_q6_k(i);
    int code = (block[at.low] >> at.low_shift & 15) | (block[at.high] >> at.high_shift & 3) << 4;
    auto own = static_cast<float>(static_cast<int8_t>(block[192 + i / 16]));
    out[i] = scale * own * static_cast<float>(code - 32);
  }
}

void pack_q6_k(const float* x, uint8_t* block) {
  float steps[16];
  for (int part = 0; part < 16; ++part) steps[part] = largest(x + 16 * part, 16) / 31;
  float scale = *std::max_element(steps, steps + 16) / 127;
  std::memset(block, 0, 210);
  put_half(block + 208, scale);
  scale = half(block + 208);
  for (int i = 0; i < large; ++i) {
    float own = scale == 0 ? 0 : std::min(127.0F, std::round(steps[i / 16] / scale));
    block[192 + i / 16] = static_cast<uint8_t>(static_cast<int8_t>(own));
    float step = scale * own, code = step == 0 ? 0 : std::round(x[i] / step);
    int bits = static_cast<int>(std::clamp(code, -32.0F, 31.0F)) + 32;
    SixBitOffsets at = place_of_q6_k(i);
    block[at.low] = static_cast<uint8_t>(block[at.low] | (bits & 15) << at.low_shift);
    block[at.high] = static_cast<uint8_t>(block[at.high] | (bits >> 4) << at.high_shift);
  }
}

constexpr GgufFormat forms[] = {
    {0, "f32", Dtype::f32, 1, 4, nullptr},
    {1, "f16", Dtype::f16, 1, 2, nullptr},
    {2, "q4_0", Dtype::f32, 32, 18, unpack_q4_0, pack_q4_0},
    {3, "q4_1", Dtype::f32, 32, 20, unpack_q4_1},
    {6, "q5_0", Dtype::f32, 32, 22, unpack_q5_0},
    {7, "q5_1", Dtype::f32, 32, 24, unpack_q5_1},
    {8, "q8_0", Dtype::f32, 32, 34, unpack_q8_0, pack_q8_0},
    {12, "q4_k", Dtype::f32, large, 144, unpack_q4_k, pack_q4_k},
    {13, "q5_k", Dtype::f32, large, 176, unpack_q5_k},
    {14, "q6_k", Dtype::f32, large, 210, unpack_q6_k, pack_q6_k},
    {24, "i8", Dtype::i8, 1, 1, nullptr},
    {25, "i16", Dtype::i16, 1, 2, nullptr},
    {26, "i32", Dtype::i32, 1, 4, nullptr},
    {27, "i64", Dtype::i64, 1, 8, nullptr},
    {28, "f64", Dtype::f64, 1, 8, nullptr},
    {30, "bf16", Dtype::bf16, 1, 2, nullptr},
};

template <class T>
const GgufFormat* found(T GgufFormat::* field, T value) {
  const GgufFormat* row = std::ranges::find(forms, value, field);
  return row == std::end(forms) ? nullptr : row;
}

}  // namespace

const GgufFormat* gguf_form(uint32_t number) { return found(&GgufFormat::number, number); }
const GgufFormat* gguf_form(std::string_view name) { return found(&GgufFormat::name, name); }

std::string gguf_type_name(uint64_t number) {
  struct GgmlTypeName {
    uint64_t number;
    std::string_view name;
  };
  static constexpr GgmlTypeName others[] = {
      {9, "q8_1"},    {10, "q2_k"},    {11, "q3_k"},  {15, "q8_k"},   {16, "iq2_xxs"},
      {17, "iq2_xs"}, {18, "iq3_xxs"}, {19, "iq1_s"}, {20, "iq4_nl"}, {21, "iq3_s"},
      {22, "iq2_s"},  {23, "iq4_xs"},  {29, "iq1_m"}, {34, "tq1_0"},  {35, "tq2_0"},
      {39, "mxfp4"},  {40, "nvfp4"},   {41, "q1_0"}};
  if (const GgufFormat* form = gguf_form(static_cast<uint32_t>(number)))
    return std::string(form->name);
  const auto* row = std::ranges::find(others, number, &GgmlTypeName::number);
  return row == std::end(others) ? str("ggml type ", number) : std::string(row->name);
}

const GgufFormat* gguf_form_of(Dtype dtype) {
  const GgufFormat* form = found(&GgufFormat::dtype, dtype);
  return form == nullptr || form->unpack != nullptr ? nullptr : form;
}

}  // namespace rille
