// Riegeli: chunks of records in blocks of 64 KiB.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/bytes/packed.h"
#include "stdlib/file.h"

namespace rille {

inline constexpr uint64_t riegeli_block = 64 << 10;

// Records of a chunk: the concatenated bytes, and the end of each record.
struct RiegeliChunk {
  BufferSlice values;
  std::vector<uint64_t> ends;
  size_t count() const { return ends.size(); }
  size_t begin(size_t at) const { return at == 0 ? 0 : ends[at - 1]; }
  std::string_view record(size_t at) const {
    return values.view().substr(begin(at), ends[at] - begin(at));
  }
};

// Reads the chunk of records at a byte of the file and verifies its hashes. Raises error[io] if
// the bytes are not such a chunk or the chunk is transposed. `ahead` is the number of bytes to read
// at once, or 0 if the size of the chunk is unknown.
RiegeliChunk read_chunk(const OpenFile& file, uint64_t at, const FileLocation& whence,
                        uint64_t ahead = 0);

// has_block_head(): whether the bytes at `at` contain a block header. without_block_heads():
// removes the block headers by moving the bytes together in place.
bool has_block_head(int64_t at, size_t size);
std::span<std::byte> without_block_heads(int64_t at, std::span<std::byte> bytes);

// Record of an uncompressed chunk of one record. None for any other chunk and for a corrupt one;
// read_chunk() then reads the chunk or raises the error.
using SingleRecord = std::optional<std::string_view>;
SingleRecord lone_record(std::span<const std::byte> bytes);
// Records of four such chunks. The bytes `soon` are prefetched meanwhile.
using ChunkQuad = std::array<std::span<const std::byte>, 4>;
std::array<SingleRecord, 4> lone_records(const ChunkQuad& bytes, const ChunkQuad& soon = {});

// Writes chunks. `out` holds the contents of the file so far.
class RiegeliWriter {
 public:
  RiegeliWriter();
  // Writes a chunk and returns its offset. `level` is the compression level of zstd; with 0 the
  // records are not compressed.
  uint64_t chunk(const std::vector<std::string_view>& records, int level);
  void pad_to_block();
  const std::string& out() const { return out_; }

 private:
  uint64_t put(char type, std::string_view data, uint64_t records, uint64_t decoded);
  std::string out_;
};

}  // namespace rille
