// CRC-32C: the checksum of checkpoints and of many formats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rille {

// Extends `sum`, the Castagnoli checksum (RFC 3720, B.4) of the preceding bytes, by `data`. The
// checksum of no bytes is 0; that of "123456789" is 0xe3069283.
uint32_t crc32c(uint32_t sum, const void* data, size_t size);
// Copies the bytes with non-temporal stores while it computes the checksum, for data larger than
// the caches. If crc32c_copies() is false, a copy followed by crc32c is faster, since the data is
// in the cache then.
uint32_t crc32c_copy(uint32_t sum, void* to, const void* from, size_t size);
bool crc32c_copies();
inline uint32_t crc32c(std::string_view text, uint32_t sum = 0) {
  return crc32c(sum, text.data(), text.size());
}

// Masked CRC-32C of TFRecord: rotated, with a constant added, since the CRC of data that contains
// its own CRC is weak.
inline uint32_t masked_crc32c(std::string_view bytes) {
  uint32_t sum = crc32c(bytes);
  return ((sum >> 15) | (sum << 17)) + 0xA282EAD8u;
}

}  // namespace rille
