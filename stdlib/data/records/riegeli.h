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

// The records of a chunk: their bytes one behind the other, and where each ends.
struct RiegeliChunk {
  Unpacked values;
  std::vector<uint64_t> ends;
  size_t count() const { return ends.size(); }
  size_t begin(size_t at) const { return at == 0 ? 0 : ends[at - 1]; }
  std::string_view record(size_t at) const {
    return values.view().substr(begin(at), ends[at] - begin(at));
  }
};

// The chunk of records that begins at a byte of the file; its hashes are checked. error[io] where
// there is none, and where it is transposed. `ahead`: so many bytes are read at once, 0 where it is
// not known how many there are.
RiegeliChunk read_chunk(const OpenFile& file, uint64_t at, const Whence& whence,
                        uint64_t ahead = 0);

// Whether a head of a block stands among the bytes from `at` on; those bytes, moved together over
// such heads.
bool has_block_head(int64_t at, size_t size);
std::span<std::byte> without_block_heads(int64_t at, std::span<std::byte> bytes);

// The record of a chunk of one, not packed, that is these bytes. None where it is anything else, or
// not sound: read_chunk() reads it, or says why not.
using LoneRecord = std::optional<std::string_view>;
LoneRecord lone_record(std::span<const std::byte> bytes);
// Those of four; meanwhile the bytes of others come near.
using FourChunks = std::array<std::span<const std::byte>, 4>;
std::array<LoneRecord, 4> lone_records(const FourChunks& bytes, const FourChunks& soon = {});

// Writes chunks; what stands in the file so far is `out`.
class RiegeliWriter {
 public:
  RiegeliWriter();
  // Where the chunk begins. level: of zstd; 0 leaves the records as they are.
  uint64_t chunk(const std::vector<std::string_view>& records, int level);
  void pad_to_block();
  const std::string& out() const { return out_; }

 private:
  uint64_t put(char type, std::string_view data, uint64_t records, uint64_t decoded);
  std::string out_;
};

}  // namespace rille
