// Compression of chunks: zstd, gzip, zlib, and checksums.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "stdlib/bytes/scan.h"

namespace rille {

// `deflated` is one or more streams of gzip or zlib, detected by the header. `sum` is uncompressed
// bytes followed by their CRC-32C. `lz4` is the format of numcodecs: a size before one block.
enum class Compression : uint8_t { zstd, gzip, zlib, deflated, sum, blosc, lz4 };

// An upper bound of the uncompressed size, which prevents allocations for sizes that a file claims
// falsely. A block of zstd holds 128 KiB and takes at least 4 bytes; deflate compresses 1032 to 1.
uint64_t max_unpacked(Compression packing, uint64_t packed);

// Fills `out` exactly; error[io] by `whence` if the data has fewer or more bytes, or is damaged.
void unpack(Compression packing, std::string_view packed, std::span<char> out,
            const FileLocation& whence);
// Decompresses data of unknown uncompressed size, at most `most` bytes.
std::string unpacked(Compression packing, std::string_view packed, uint64_t most,
                     const FileLocation& whence);

// Blosc 1 with blosclz, LZ4, zlib, or zstd. The header has the uncompressed size.
void unpack_blosc(std::string_view packed, std::span<char> out, const FileLocation& whence);
uint64_t size_of_blosc(std::string_view packed, const FileLocation& whence);

std::string packed_zstd(std::string_view bytes, int level);

}  // namespace rille
