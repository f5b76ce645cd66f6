// crc32c: by the machine's instruction, else by tables.
#include <array>
#include <cstring>

#include "stdlib/data/records/sums.h"

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace rille {
namespace {

constexpr uint32_t polynomial = 0x82F63B78u;  // of Castagnoli, lowest bit first

// Row k: what a byte gives with k zero bytes behind it (slicing by 8, Kounavis and Berry, 2005).
constexpr auto tables = [] {
  std::array<std::array<uint32_t, 256>, 8> out{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t x = i;
    for (int bit = 0; bit < 8; ++bit) x = (x >> 1) ^ ((x & 1) * polynomial);
    out[0][i] = x;
  }
  for (size_t k = 1; k < 8; ++k) {
    for (size_t i = 0; i < 256; ++i) {
      out[k][i] = (out[k - 1][i] >> 8) ^ out[0][out[k - 1][i] & 255];
    }
  }
  return out;
}();

uint32_t by_tables(const char* at, size_t size, uint32_t sum) {
  for (; size >= 8; at += 8, size -= 8) {
    uint64_t word = 0;
    std::memcpy(&word, at, 8);
    word ^= sum;
    sum = 0;
    for (size_t k = 0; k < 8; ++k) sum ^= tables[7 - k][(word >> (8 * k)) & 255];
  }
  for (; size > 0; ++at, --size) {
    sum = (sum >> 8) ^ tables[0][(sum ^ static_cast<unsigned char>(*at)) & 255];
  }
  return sum;
}

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) uint32_t by_instruction(const char* at, size_t size,
                                                          uint32_t sum) {
  uint64_t wide = sum;
  for (; size >= 8; at += 8, size -= 8) {
    uint64_t word = 0;
    std::memcpy(&word, at, 8);
    wide = _mm_crc32_u64(wide, word);
  }
  sum = static_cast<uint32_t>(wide);
  for (; size > 0; ++at, --size) sum = _mm_crc32_u8(sum, static_cast<unsigned char>(*at));
  return sum;
}
#endif

}  // namespace

uint32_t crc32c(std::string_view bytes, uint32_t before) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("sse4.2")) return ~by_instruction(bytes.data(), bytes.size(), ~before);
#endif
  return ~by_tables(bytes.data(), bytes.size(), ~before);
}

uint32_t masked_crc32c(std::string_view bytes) {
  uint32_t sum = crc32c(bytes);
  return ((sum >> 15) | (sum << 17)) + 0xA282EAD8u;
}

}  // namespace rille
