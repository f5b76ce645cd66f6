// How chunks are packed: zstd, gzip, zlib, and sums.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "stdlib/bytes/scan.h"

namespace rille {

// `deflated` is gzip or zlib, as its head says, and maybe more of them behind; `sum` leaves the
// bytes as they are, with their CRC-32C behind; `lz4` is numcodecs', a size before one block.
enum class Packing : uint8_t { zstd, gzip, zlib, deflated, sum, blosc, lz4 };

// The most bytes that packed ones can stand for. What says more of itself lies, and no memory is
// taken for it: a block of zstd holds 128 KiB and takes 4 bytes at least, deflate packs 1032 to 1.
uint64_t most_unpacked(Packing packing, uint64_t packed);

// Fills `out`, exactly; error[io] by `whence` where the bytes give fewer, more, or are damaged.
void unpack(Packing packing, std::string_view packed, std::span<char> out, const Whence& whence);
// The same where nothing says how many bytes come out, at most `most`.
std::string unpacked(Packing packing, std::string_view packed, uint64_t most, const Whence& whence);

// Blosc 1 of blosclz, LZ4, zlib or zstd. Its head says how much comes out.
void unpack_blosc(std::string_view packed, std::span<char> out, const Whence& whence);
uint64_t size_of_blosc(std::string_view packed, const Whence& whence);

std::string packed_zstd(std::string_view bytes, int level);

}  // namespace rille
