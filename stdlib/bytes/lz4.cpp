// unpack_lz4: decompresses sequences of literals and a copy.
#include "stdlib/bytes/lz77_output.h"
#include "stdlib/bytes/packed.h"

namespace rille {
namespace {

// Reads a length. If all four bits are set, it continues with bytes of 255 and a last byte.
size_t length_of(ByteCursor& scan, size_t four_bits) {
  size_t out = four_bits;
  if (four_bits < 15) return out;
  for (uint8_t next = 255; next == 255;) out += next = scan.byte();
  return out;
}

void block(std::string_view packed, Lz77Output& out) {
  constexpr size_t shortest = 4;  // the minimum length of a copy
  ByteCursor scan(packed, out.whence);
  while (!scan.is_done()) {
    uint8_t token = scan.byte();
    out.literal(scan.take(length_of(scan, token >> 4)));
    if (scan.is_done()) return;  // the last sequence has no copy
    size_t back = scan.number(2);
    out.copy(back, length_of(scan, token & 15) + shortest);
  }
}

Lz77Output filling_of(const BufferSlice& out, const FileLocation& whence) {
  return {static_cast<char*>(out.held->data()), out.size, whence, "LZ4"};
}

uint64_t big_endian(std::string_view bytes) {
  return __builtin_bswap32(static_cast<uint32_t>(little(bytes, 4)));
}

// Whether the bytes consist of frames: an uncompressed and a compressed size of 4 bytes each, and a
// block.
bool is_framed(std::string_view packed, uint64_t size) {
  uint64_t all = 0;
  while (packed.size() >= 8) {
    uint64_t unpacked = big_endian(packed), there = big_endian(packed.substr(4));
    if (there > packed.size() - 8 || unpacked > size - all) return false;
    all += unpacked;
    packed.remove_prefix(8 + there);
  }
  return packed.empty() && all == size;
}

}  // namespace

void fill_lz4(std::string_view packed, Lz77Output& out) { block(packed, out); }

void unpack_lz4(std::string_view packed, BufferSlice& out, const FileLocation& whence) {
  Lz77Output filling = filling_of(out, whence);
  block(packed, filling);
  filling.need_full();
}

void unpack_lz4_framed(std::string_view packed, BufferSlice& out, const FileLocation& whence) {
  if (!is_framed(packed, out.size)) return unpack_lz4(packed, out, whence);
  Lz77Output all = filling_of(out, whence);
  while (!packed.empty()) {
    uint64_t unpacked = big_endian(packed), there = big_endian(packed.substr(4));
    Lz77Output part{all.to + all.at, unpacked, whence, "LZ4"};
    block(packed.substr(8, there), part);
    part.need_full();
    all.at += unpacked;
    packed.remove_prefix(8 + there);
  }
}

}  // namespace rille
