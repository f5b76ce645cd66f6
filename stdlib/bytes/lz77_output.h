// Lz77Output: the output buffer of literals and copies.
#pragma once

#include <cstring>

#include "stdlib/bytes/scan.h"

namespace rille {

// A bounded output buffer of an LZ77 decoder.
struct Lz77Output {
  char* to;
  size_t size;
  const FileLocation& whence;
  std::string_view packed;  // the name of the codec, such as "snappy"
  size_t at = 0;

  void literal(std::string_view bytes) {
    need_room(bytes.size());
    std::memcpy(to + at, bytes.data(), bytes.size());
    at += bytes.size();
  }
  // The source of a copy may overlap the destination, which repeats the bytes.
  void copy(size_t back, size_t count) {
    bool is_there = back > 0 && back <= at;
    if (!is_there)
      whence.fail(str("the ", packed, " data copies from before the start of the output"));
    need_room(count);
    if (back >= count) {
      std::memcpy(to + at, to + at - back, count);
    } else {
      for (size_t i = 0; i < count; ++i) to[at + i] = to[at + i - back];
    }
    at += count;
  }
  void need_room(size_t count) const {
    if (count > size - at) {
      whence.fail(str("the ", packed, " data decompresses to more than ", size, " bytes"));
    }
  }
  void need_full() const {
    if (at != size) whence.fail(str("the ", packed, " data is truncated"));
  }
};

}  // namespace rille
