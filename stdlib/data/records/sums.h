// Checksums of files of records.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "stdlib/ckpt/crc32c.h"

namespace rille {

// TFRecord's: turned, and a constant added, since sums of sums are weak.
inline uint32_t masked_crc32c(std::string_view bytes) {
  uint32_t sum = crc32c(bytes);
  return ((sum >> 15) | (sum << 17)) + 0xA282EAD8u;
}

// HighwayHash-64 with the key of Riegeli's files.
uint64_t riegeli_hash(std::string_view bytes);
// Those of two, in the time of one: each step waits for the one before it.
std::pair<uint64_t, uint64_t> riegeli_hashes(std::string_view a, std::string_view b);

}  // namespace rille
