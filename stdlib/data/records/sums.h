// Checksums of files of records.
#pragma once

#include <cstdint>
#include <string_view>

namespace rille {

// CRC-32C (Castagnoli), as iSCSI and TFRecord have it; with `before` of what stands in front.
uint32_t crc32c(std::string_view bytes, uint32_t before = 0);
// TFRecord's: turned, and a constant added, since sums of sums are weak.
uint32_t masked_crc32c(std::string_view bytes);

// HighwayHash-64 with the key of Riegeli's files.
uint64_t riegeli_hash(std::string_view bytes);

}  // namespace rille
