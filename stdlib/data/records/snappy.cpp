// unpack_snappy: literals and copies of what came before.
#include <cstring>

#include "stdlib/data/records/packed.h"

namespace rille {
namespace {

// Where to write, within what was said to come out.
struct Filling {
  char* to;
  size_t size, at = 0;
  const Whence& whence;

  void literal(std::string_view bytes) {
    whence.need(bytes.size() <= size - at, "more comes out of its snappy bytes than they say");
    std::memcpy(to + at, bytes.data(), bytes.size());
    at += bytes.size();
  }
  // A copy may reach into itself: then it repeats.
  void copy(size_t back, size_t count) {
    whence.need(back > 0 && back <= at, "its snappy bytes copy from before their beginning");
    whence.need(count <= size - at, "more comes out of its snappy bytes than they say");
    if (back >= count) {
      std::memcpy(to + at, to + at - back, count);
    } else {
      for (size_t i = 0; i < count; ++i) to[at + i] = to[at + i - back];
    }
    at += count;
  }
};

void element(Scan& scan, Filling& out) {
  uint8_t tag = scan.byte();
  size_t high = tag >> 2;
  switch (tag & 3) {
    case 0: {  // up to 60 bytes by the tag, else a length of 1 to 4 bytes
      size_t count = high < 60 ? high : scan.number(high - 59);
      return out.literal(scan.take(count + 1));
    }
    case 1: return out.copy((high >> 3) << 8 | scan.byte(), (high & 7) + 4);
    case 2: return out.copy(scan.number(2), high + 1);
    default: return out.copy(scan.number(4), high + 1);
  }
}

}  // namespace

uint64_t snappy_size(std::string_view packed, const Whence& whence) {
  Scan scan(packed, whence);
  return scan.varint();
}

void unpack_snappy(std::string_view packed, Unpacked& out, const Whence& whence) {
  Scan scan(packed, whence);
  whence.need(scan.varint() == out.size, "the length of its snappy bytes is another");
  Filling filling{static_cast<char*>(out.held->data()), out.size, 0, whence};
  while (!scan.is_done()) element(scan, filling);
  whence.need(filling.at == out.size, "its snappy bytes are cut off");
}

}  // namespace rille
