// Filling: what literals and copies unpack to.
#pragma once

#include <cstring>

#include "stdlib/bytes/scan.h"

namespace rille {

// Where to write, within what was said to come out.
struct Filling {
  char* to;
  size_t size;
  const Whence& whence;
  std::string_view packed;  // "snappy": whose bytes they are
  size_t at = 0;

  void literal(std::string_view bytes) {
    need_room(bytes.size());
    std::memcpy(to + at, bytes.data(), bytes.size());
    at += bytes.size();
  }
  // A copy may reach into itself: then it repeats.
  void copy(size_t back, size_t count) {
    bool is_there = back > 0 && back <= at;
    if (!is_there) whence.fail(str("its ", packed, " bytes copy from before their beginning"));
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
      whence.fail(str("more comes out of its ", packed, " bytes than they say"));
    }
  }
  void need_full() const {
    if (at != size) whence.fail(str("its ", packed, " bytes are cut off"));
  }
};

}  // namespace rille
