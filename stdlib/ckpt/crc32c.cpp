// CRC-32C, by the processor's instruction or by tables.
#include "stdlib/ckpt/crc32c.h"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace rille {
namespace {

constexpr uint32_t polynomial = 0x82f63b78;  // x^32 + x^28 + …, its bits turned round

using Bytes = std::array<uint32_t, 256>;
using Tables = std::array<Bytes, 8>;

// tables[k][b]: the remainder of the byte b with k bytes of zeros behind it.
constexpr Tables make_tables() {
  Tables out{};
  for (uint32_t b = 0; b < 256; ++b) {
    uint32_t rest = b;
    for (int bit = 0; bit < 8; ++bit) rest = (rest >> 1) ^ ((rest & 1) != 0 ? polynomial : 0);
    out[0][b] = rest;
  }
  for (size_t k = 1; k < 8; ++k) {
    for (size_t b = 0; b < 256; ++b) {
      uint32_t before = out[k - 1][b];
      out[k][b] = (before >> 8) ^ out[0][before & 255];
    }
  }
  return out;
}
constexpr Tables tables = make_tables();

uint32_t add_byte(uint32_t rest, unsigned char byte) {
  return (rest >> 8) ^ tables[0][(rest ^ byte) & 255];
}

uint64_t word_at(const unsigned char* data) {
  uint64_t out = 0;
  std::memcpy(&out, data, sizeof out);
  return out;
}

uint32_t by_tables(uint32_t rest, const unsigned char* data, size_t size) {
  for (; size >= 8; data += 8, size -= 8) {
    uint64_t word = word_at(data) ^ rest;
    rest = 0;
    for (size_t k = 0; k < 8; ++k) rest ^= tables[7 - k][(word >> (8 * k)) & 255];
  }
  for (; size > 0; ++data, --size) rest = add_byte(rest, *data);
  return rest;
}

#if defined(__x86_64__)

// The instruction gives its result three turns later, so three pieces go side by side; what stands
// before a piece is then moved past it: a linear map of 32 bits, by its four bytes.
constexpr size_t piece = 4096;
using Shift = std::array<Bytes, 4>;

Shift make_shift(size_t zeros) {
  std::array<uint32_t, 32> of_bit{};
  for (size_t bit = 0; bit < 32; ++bit) {
    uint32_t rest = uint32_t{1} << bit;
    for (size_t i = 0; i < zeros; ++i) rest = add_byte(rest, 0);
    of_bit[bit] = rest;
  }
  Shift out{};
  for (size_t byte = 0; byte < 4; ++byte) {
    for (size_t value = 0; value < 256; ++value) {
      for (size_t bit = 0; bit < 8; ++bit) {
        if ((value >> bit & 1) != 0) out[byte][value] ^= of_bit[8 * byte + bit];
      }
    }
  }
  return out;
}

uint32_t moved(const Shift& shift, uint32_t rest) {
  return shift[0][rest & 255] ^ shift[1][rest >> 8 & 255] ^ shift[2][rest >> 16 & 255] ^
         shift[3][rest >> 24];
}

__attribute__((target("sse4.2"))) uint32_t by_instruction(uint32_t start, const unsigned char* data,
                                                          size_t size) {
  static const Shift shift = make_shift(piece);
  uint64_t rest = start;
  for (; size >= 3 * piece; data += 3 * piece, size -= 3 * piece) {
    uint64_t second = 0, third = 0;
    for (size_t at = 0; at < piece; at += 8) {
      rest = _mm_crc32_u64(rest, word_at(data + at));
      second = _mm_crc32_u64(second, word_at(data + piece + at));
      third = _mm_crc32_u64(third, word_at(data + 2 * piece + at));
    }
    rest = moved(shift, static_cast<uint32_t>(rest)) ^ second;
    rest = moved(shift, static_cast<uint32_t>(rest)) ^ third;
  }
  for (; size >= 8; data += 8, size -= 8) rest = _mm_crc32_u64(rest, word_at(data));
  auto out = static_cast<uint32_t>(rest);
  for (; size > 0; ++data, --size) out = _mm_crc32_u8(out, *data);
  return out;
}

#endif

}  // namespace

uint32_t crc32c(uint32_t sum, const void* data, size_t size) {
  const auto* bytes = static_cast<const unsigned char*>(data);
#if defined(__x86_64__)
  static const bool has_instruction = __builtin_cpu_supports("sse4.2") != 0;
  if (has_instruction) return ~by_instruction(~sum, bytes, size);
#endif
  return ~by_tables(~sum, bytes, size);
}

}  // namespace rille
