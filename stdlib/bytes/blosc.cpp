// unpack_blosc: decompresses and unshuffles blocks of Blosc 1.
#include <algorithm>
#include <cstring>
#include <memory>

#include "stdlib/bytes/lz77_output.h"
#include "stdlib/bytes/packed.h"
#include "stdlib/bytes/packing.h"
#include "vm/run/running.h"

namespace rille {
namespace {

// The header before the blocks.
struct BloscHeader {
  uint8_t flags = 0;
  size_t element = 1;  // bytes per element
  uint64_t size = 0, block = 0, packed = 0;

  bool is_shuffled() const { return (flags & 1) != 0; }
  bool is_plain() const { return (flags & 2) != 0; }
  bool is_shuffled_by_bits() const { return (flags & 4) != 0; }
  bool is_whole() const { return (flags & 16) != 0; }  // whether a block is not split
  int codec() const { return flags >> 5; }
};
constexpr size_t head_bytes = 16;

BloscHeader head_of(std::string_view packed, const FileLocation& whence) {
  whence.need(packed.size() >= head_bytes, "the Blosc data is truncated");
  ByteCursor scan(packed, whence);
  BloscHeader out;
  uint64_t version = scan.number(2) & 255;
  out.flags = scan.byte();
  out.element = std::max<size_t>(scan.byte(), 1);
  out.size = scan.number(4);
  out.block = scan.number(4);
  out.packed = scan.number(4);
  whence.need(version <= 2, str("the Blosc version ", version, " is not supported"));
  whence.need((out.flags & 8) == 0, "the delta filter of Blosc is not supported");
  whence.need(out.packed == packed.size(), str("the Blosc header gives ", out.packed,
                                               " bytes, but the data has ", packed.size()));
  whence.need(out.block > 0 || out.size == 0, "the Blosc block size is 0");
  return out;
}

// Decodes literals and copies. The distance of a copy is at most 8191 bytes, or up to 65535 more.
void unpack_blosclz(std::string_view packed, Lz77Output& out) {
  constexpr size_t far = 8191;
  ByteCursor scan(packed, out.whence);
  if (scan.is_done()) return;
  size_t word = scan.byte() & 31;
  for (;;) {
    if (word < 32) {
      out.literal(scan.take(word + 1));
    } else {
      size_t count = (word >> 5) - 1, back = (word & 31) << 8;
      if (count == 6) {
        for (uint8_t next = 255; next == 255;) count += next = scan.byte();
      }
      uint8_t low = scan.byte();
      bool is_far = low == 255 && back == 31 << 8;
      if (is_far) {
        size_t high = scan.byte();
        back = far + (high << 8) + scan.byte();
      } else {
        back += low;
      }
      out.copy(back + 1, count + 3);
    }
    if (scan.is_done()) return;
    word = scan.byte();
  }
}

void unpack_piece(int codec, std::string_view packed, std::span<char> out,
                  const FileLocation& whence) {
  Lz77Output filling{out.data(), out.size(), whence, codec == 0 ? "BloscLZ" : "LZ4"};
  switch (codec) {
    case 0: unpack_blosclz(packed, filling); return filling.need_full();
    case 1: fill_lz4(packed, filling); return filling.need_full();
    case 3: return unpack(Compression::zlib, packed, out, whence);
    case 4: return unpack(Compression::zstd, packed, out, whence);
    default: whence.fail(str("the Blosc codec ", codec, " is not supported"));
  }
}

// Reverts the byte shuffle, which stores the first bytes of all elements, then the second ones.
void unshuffle(std::span<const char> from, std::span<char> to, size_t element) {
  size_t count = from.size() / element;
  for (size_t byte = 0; byte < element; ++byte) {
    for (size_t i = 0; i < count; ++i) to[i * element + byte] = from[byte * count + i];
  }
  std::copy(from.begin() + static_cast<ptrdiff_t>(count * element), from.end(),
            to.begin() + static_cast<ptrdiff_t>(count * element));
}

// Reverts the bit shuffle, which stores the lowest bits of the first bytes, then the next bits.
void unshuffle_bits(std::span<const char> from, std::span<char> to, size_t element) {
  size_t count = from.size() / element, row = count / 8;
  if (count % 8 != 0) {
    std::ranges::copy(from, to.begin());
    return;
  }
  std::ranges::fill(to, 0);
  for (size_t bit = 0; bit < element * 8; ++bit) {
    for (size_t i = 0; i < count; ++i) {
      int is_set = from[bit * row + i / 8] >> (i % 8) & 1;
      to[i * element + bit / 8] = static_cast<char>(to[i * element + bit / 8] | is_set << bit % 8);
    }
  }
  std::copy(from.begin() + static_cast<ptrdiff_t>(count * element), from.end(),
            to.begin() + static_cast<ptrdiff_t>(count * element));
}

// The number of pieces of a block: one per byte of an element if the pieces are long enough.
size_t pieces_of(const BloscHeader& head, size_t size) {
  constexpr size_t most = 16, least = 128;
  bool is_last = size != head.block;
  bool is_split =
      !head.is_whole() && head.element <= most && head.block / head.element >= least && !is_last;
  return is_split ? head.element : 1;
}

void unpack_block(const BloscHeader& head, std::string_view packed, std::span<char> out,
                  std::span<char> room, const FileLocation& whence) {
  bool is_turned = (head.is_shuffled() && head.element > 1) || head.is_shuffled_by_bits();
  std::span<char> to = is_turned ? room.first(out.size()) : out;
  size_t count = pieces_of(head, out.size()), each = out.size() / count;
  whence.need(out.size() % count == 0,
              "the size of a Blosc block is not a multiple of the element size");
  ByteCursor scan(packed, whence);
  for (size_t i = 0; i < count; ++i) {
    std::string_view piece = scan.take(scan.number(4));
    std::span<char> part = to.subspan(i * each, each);
    if (piece.size() == each) {
      std::memcpy(part.data(), piece.data(), each);
    } else {
      unpack_piece(head.codec(), piece, part, whence);
    }
  }
  if (head.is_shuffled_by_bits()) {
    unshuffle_bits(to, out, head.element);
  } else if (is_turned) {
    unshuffle(to, out, head.element);
  }
}

}  // namespace

uint64_t size_of_blosc(std::string_view packed, const FileLocation& whence) {
  return head_of(packed, whence).size;
}

void unpack_blosc(std::string_view packed, std::span<char> out, const FileLocation& whence) {
  BloscHeader head = head_of(packed, whence);
  whence.need(head.size == out.size(),
              str("the data decompresses to ", head.size, " bytes, expected ", out.size()));
  if (head.is_plain()) {
    whence.need(packed.size() >= head_bytes + out.size(), "the Blosc data is truncated");
    return copy_bytes(out.data(), packed.data() + head_bytes, out.size());
  }
  if (out.empty()) return;
  uint64_t blocks = (head.size + head.block - 1) / head.block;
  whence.need(blocks <= (packed.size() - head_bytes) / 4, "the Blosc data is truncated");
  std::string room(std::min<uint64_t>(head.block, head.size), '\0');
  for (uint64_t i = 0; i < blocks; ++i) {
    poll(room.size());
    uint64_t begin = little(packed.substr(head_bytes + 4 * i, 4), 4), at = i * head.block;
    whence.need(begin <= packed.size(), "the Blosc data is truncated");
    uint64_t size = std::min(head.block, head.size - at);
    unpack_block(head, packed.substr(begin), out.subspan(at, size), room, whence);
  }
}

}  // namespace rille
