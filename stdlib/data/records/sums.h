// Checksums of files of records.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "stdlib/bytes/crc32c.h"

namespace rille {

// TFRecord's: turned, and a constant added, since sums of sums are weak.
inline uint32_t masked_crc32c(std::string_view bytes) {
  uint32_t sum = crc32c(bytes);
  return ((sum >> 15) | (sum << 17)) + 0xA282EAD8u;
}

// HighwayHash-64 with the key of Riegeli's files.
uint64_t riegeli_hash(std::string_view bytes);
// Those of four, in the time of one where the registers have room: each step waits for the one
// before it. Meanwhile the lines of others are asked for, few at a time.
using FourTexts = std::array<std::string_view, 4>;
using FourHashes = std::array<uint64_t, 4>;
FourHashes riegeli_hashes(const FourTexts& of, const FourTexts& soon = {});

}  // namespace rille
