// CRC-32C: the checksum of checkpoints and of many formats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rille {

// The Castagnoli checksum (RFC 3720, B.4) of what `sum` is that of, and these bytes behind it.
// 0 is that of nothing; "123456789" has 0xe3069283.
uint32_t crc32c(uint32_t sum, const void* data, size_t size);
// The same, of bytes that are copied meanwhile, past the caches: for more of them than these hold.
// Where crc32c_copies() is false it is slower than a copy and a sum of what is in the cache then.
uint32_t crc32c_copy(uint32_t sum, void* to, const void* from, size_t size);
bool crc32c_copies();
inline uint32_t crc32c(std::string_view text, uint32_t sum = 0) {
  return crc32c(sum, text.data(), text.size());
}

}  // namespace rille
