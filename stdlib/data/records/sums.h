// Checksums of record files.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "stdlib/bytes/crc32c.h"

namespace rille {

// HighwayHash-64 with the key of Riegeli's files.
uint64_t riegeli_hash(std::string_view bytes);
// Hashes of four texts. The steps of one hash depend on each other, so four interleaved hashes take
// the time of one if the registers are wide enough. The texts `soon` are prefetched meanwhile.
using TextQuad = std::array<std::string_view, 4>;
using HashQuad = std::array<uint64_t, 4>;
HashQuad riegeli_hashes(const TextQuad& of, const TextQuad& soon = {});

}  // namespace rille
