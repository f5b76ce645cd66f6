// Decompression of bytes in files, by codec.
#pragma once

#include <string>
#include <string_view>

#include "stdlib/bytes/scan.h"
#include "vm/memory/buffer.h"

namespace rille {

// `lz4` is a single block. `lz4_framed` is a sequence of blocks after their sizes, as Hadoop writes
// them, or a single block.
enum class Codec : uint8_t { none, gzip, zstd, snappy, brotli, lz4, lz4_framed };

// Bytes within a buffer whose memory is accounted.
struct BufferSlice {
  BufferRef held;
  size_t offset = 0, size = 0;
  std::string_view view() const { return {static_cast<const char*>(held->data()) + offset, size}; }
  // A u8[n] array that shares the memory of the bytes.
  Array part(size_t from, size_t count) const;
};

// Allocates uninitialized bytes.
BufferSlice room_for(size_t size);
// Copies bytes.
BufferSlice held_copy(std::string_view bytes);

// Decompresses to exactly `size` bytes; error[io] if the data has more or fewer, or if the codec
// cannot reach such a compression ratio.
BufferSlice unpack(Codec codec, std::string_view packed, uint64_t size, const FileLocation& whence);

// The uncompressed size in the header of a zstd frame; error[io] if the header lacks it.
uint64_t zstd_size(std::string_view packed, const FileLocation& whence);

// source: the format description of the snappy library
void unpack_snappy(std::string_view packed, BufferSlice& out, const FileLocation& whence);
uint64_t snappy_size(std::string_view packed, const FileLocation& whence);

// source: lz4_Block_format.md of the LZ4 library
void unpack_lz4(std::string_view packed, BufferSlice& out, const FileLocation& whence);
struct Lz77Output;  // stdlib/bytes/lz77_output.h
void fill_lz4(std::string_view packed, Lz77Output& out);
void unpack_lz4_framed(std::string_view packed, BufferSlice& out, const FileLocation& whence);

}  // namespace rille
