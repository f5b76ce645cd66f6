// Packed bytes of files: what they were before, by codec.
#pragma once

#include <string>
#include <string_view>

#include "stdlib/bytes/scan.h"
#include "vm/memory/buffer.h"

namespace rille {

// `lz4` is a bare block; `lz4_framed` has sizes in front of each, as Hadoop writes them, or none.
enum class Codec : uint8_t { none, gzip, zstd, snappy, brotli, lz4, lz4_framed };

// Bytes in memory that is counted; they may be a part of it.
struct Unpacked {
  BufferRef held;
  size_t offset = 0, size = 0;
  std::string_view view() const { return {static_cast<const char*>(held->data()) + offset, size}; }
  // u8[n] of some of them, without a copy.
  Array part(size_t from, size_t count) const;
};

// Memory for so many bytes.
Unpacked room_for(size_t size);
// A copy.
Unpacked held_copy(std::string_view bytes);

// Exactly `size` bytes: error[io] where there are more or fewer, or where so many cannot come of so
// few by the codec.
Unpacked unpack(Codec codec, std::string_view packed, uint64_t size, const Whence& whence);

// How long what zstd packed is, by its head; error[io] where that does not say it.
uint64_t zstd_size(std::string_view packed, const Whence& whence);

// source: the description of the format that stands beside the snappy library
void unpack_snappy(std::string_view packed, Unpacked& out, const Whence& whence);
uint64_t snappy_size(std::string_view packed, const Whence& whence);

// source: lz4_Block_format.md of the LZ4 library
void unpack_lz4(std::string_view packed, Unpacked& out, const Whence& whence);
struct Filling;  // stdlib/bytes/filling.h
void fill_lz4(std::string_view packed, Filling& out);
void unpack_lz4_framed(std::string_view packed, Unpacked& out, const Whence& whence);

}  // namespace rille
