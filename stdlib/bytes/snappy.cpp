// unpack_snappy: decompresses literals and copies.
#include "stdlib/bytes/lz77_output.h"
#include "stdlib/bytes/packed.h"

namespace rille {
namespace {

void element(ByteCursor& scan, Lz77Output& out) {
  uint8_t tag = scan.byte();
  size_t high = tag >> 2;
  switch (tag & 3) {
    case 0: {  // a length up to 60 is in the tag, a larger one in 1 to 4 bytes
      size_t count = high < 60 ? high : scan.number(high - 59);
      return out.literal(scan.take(count + 1));
    }
    case 1: return out.copy((high >> 3) << 8 | scan.byte(), (high & 7) + 4);
    case 2: return out.copy(scan.number(2), high + 1);
    default: return out.copy(scan.number(4), high + 1);
  }
}

}  // namespace

uint64_t snappy_size(std::string_view packed, const FileLocation& whence) {
  ByteCursor scan(packed, whence);
  return scan.varint();
}

void unpack_snappy(std::string_view packed, BufferSlice& out, const FileLocation& whence) {
  ByteCursor scan(packed, whence);
  whence.need(scan.varint() == out.size,
              str("the snappy data has another size than the expected ", out.size, " bytes"));
  Lz77Output filling{static_cast<char*>(out.held->data()), out.size, whence, "snappy"};
  while (!scan.is_done()) element(scan, filling);
  filling.need_full();
}

}  // namespace rille
