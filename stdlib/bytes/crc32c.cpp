// CRC-32C by folding, the SSE 4.2 instruction, or tables.
#include "stdlib/bytes/crc32c.h"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace rille {
namespace {

constexpr uint32_t polynomial = 0x82f63b78;  // x^32 + x^28 + …, bits reversed

using CrcTable = std::array<uint32_t, 256>;
using CrcTables = std::array<CrcTable, 8>;

// tables[k][b] is the remainder of the byte b followed by k zero bytes.
constexpr CrcTables make_tables() {
  CrcTables out{};
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
constexpr CrcTables tables = make_tables();

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

// The instruction has a latency of three cycles, so three pieces are processed in parallel. The
// remainder before a piece is then shifted past it, which is a linear map of 32 bits, tabulated for
// each of the four bytes.
constexpr size_t piece = 4096;
using CrcShift = std::array<CrcTable, 4>;

CrcShift make_shift(size_t zeros) {
  std::array<uint32_t, 32> of_bit{};
  for (size_t bit = 0; bit < 32; ++bit) {
    uint32_t rest = uint32_t{1} << bit;
    for (size_t i = 0; i < zeros; ++i) rest = add_byte(rest, 0);
    of_bit[bit] = rest;
  }
  CrcShift out{};
  for (size_t byte = 0; byte < 4; ++byte) {
    for (size_t value = 0; value < 256; ++value) {
      for (size_t bit = 0; bit < 8; ++bit) {
        if ((value >> bit & 1) != 0) out[byte][value] ^= of_bit[8 * byte + bit];
      }
    }
  }
  return out;
}

uint32_t moved(const CrcShift& shift, uint32_t rest) {
  return shift[0][rest & 255] ^ shift[1][rest >> 8 & 255] ^ shift[2][rest >> 16 & 255] ^
         shift[3][rest >> 24];
}

__attribute__((target("sse4.2"))) uint32_t by_instruction(uint32_t start, const unsigned char* data,
                                                          size_t size) {
  static const CrcShift shift = make_shift(piece);
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

// x to the power, as a multiplier of a bit-reversed half of a register. The product of two such
// halves is one power too high, so the exponent is lowered by one.
uint64_t factor(int power) {
  uint32_t rest = uint32_t{1} << 31;
  for (int i = 1; i < power; ++i) rest = (rest >> 1) ^ ((rest & 1) != 0 ? polynomial : 0);
  return uint64_t{rest} << 32;
}

// Four registers of 64 bytes hold a polynomial of 256 bytes. Folding shifts it by 256 bytes, half a
// lane at a time, and adds the next 256 bytes. The last 256 bytes have the checksum of all.
// source: Gopal et al., Fast CRC Computation for Generic Polynomials Using PCLMULQDQ, Intel, 2009
constexpr size_t folded = 256;
#define FOLDS __attribute__((target("avx512f,vpclmulqdq,pclmul,sse4.2")))

FOLDS __m512i fold(__m512i x, __m512i by, __m512i next) {
  __m512i low = _mm512_clmulepi64_epi128(x, by, 0x00), high = _mm512_clmulepi64_epi128(x, by, 0x11);
  constexpr int all_added = 0x96;
  return _mm512_ternarylogic_epi64(low, high, next, all_added);
}

// Loads 64 bytes and, if `to` is not null, also stores them at the same offset from `to`.
FOLDS __m512i taken(const unsigned char* data, unsigned char* to, size_t at) {
  __m512i out = _mm512_loadu_si512(data + at);
  if (to != nullptr) _mm512_stream_si512(reinterpret_cast<__m512i*>(to + at), out);
  return out;
}

// Requires at least `folded` bytes. If `to` is not null, it must be aligned to 64 bytes.
FOLDS uint32_t by_folds(uint32_t start, const unsigned char* data, size_t size,
                        unsigned char* to = nullptr) {
  constexpr int bits = 8 * folded;
  static const auto low = static_cast<int64_t>(factor(bits + 64)),
                    high = static_cast<int64_t>(factor(bits));
  __m512i by = _mm512_set_epi64(high, low, high, low, high, low, high, low);
  __m512i before = _mm512_zextsi128_si512(_mm_cvtsi32_si128(static_cast<int>(start)));
  __m512i a = _mm512_xor_si512(taken(data, to, 0), before);
  __m512i b = taken(data, to, 64), c = taken(data, to, 128), d = taken(data, to, 192);
  size_t at = folded;
  for (; at + folded <= size; at += folded) {
    a = fold(a, by, taken(data, to, at));
    b = fold(b, by, taken(data, to, at + 64));
    c = fold(c, by, taken(data, to, at + 128));
    d = fold(d, by, taken(data, to, at + 192));
  }
  if (to != nullptr) {
    std::memcpy(to + at, data + at, size - at);
    _mm_sfence();
  }
  unsigned char last[folded];
  _mm512_storeu_si512(last, a);
  _mm512_storeu_si512(last + 64, b);
  _mm512_storeu_si512(last + 128, c);
  _mm512_storeu_si512(last + 192, d);
  return by_instruction(by_instruction(0, last, folded), data + at, size - at);
}
#undef FOLDS

#endif

#if defined(__x86_64__)
bool has_instruction() {
  static const bool has = __builtin_cpu_supports("sse4.2") != 0;
  return has;
}
bool has_folds() {
  static const bool has = has_instruction() && __builtin_cpu_supports("avx512f") != 0 &&
                          __builtin_cpu_supports("vpclmulqdq") != 0;
  return has;
}
#else
bool has_folds() { return false; }
#endif

}  // namespace

uint32_t crc32c(uint32_t sum, const void* data, size_t size) {
  const auto* bytes = static_cast<const unsigned char*>(data);
#if defined(__x86_64__)
  if (has_folds() && size >= 4 * folded) return ~by_folds(~sum, bytes, size);
  if (has_instruction()) return ~by_instruction(~sum, bytes, size);
#endif
  return ~by_tables(~sum, bytes, size);
}

bool crc32c_copies() { return has_folds(); }

uint32_t crc32c_copy(uint32_t sum, void* to, const void* from, size_t size) {
#if defined(__x86_64__)
  bool is_on_line = reinterpret_cast<uintptr_t>(to) % 64 == 0;
  if (has_folds() && is_on_line && size >= folded) {
    return ~by_folds(~sum, static_cast<const unsigned char*>(from), size,
                     static_cast<unsigned char*>(to));
  }
#endif
  if (size > 0) std::memcpy(to, from, size);
  return crc32c(sum, to, size);
}

}  // namespace rille
