// LuaBlocks: small blocks that Lua gave back, and big ones.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "vm/memory/free_blocks.h"

namespace rille {

// Free blocks of Lua, by their size: its collector frees many and then asks for as many again. Big
// blocks stand on huge pages: the system clears and takes back a thousandth as many, and one that
// grows moves without a copy.
class LuaBlocks {
 public:
  ~LuaBlocks() {
    for (FreeBlocks& shelf : shelves_) shelf.clear();
  }

  // As realloc(); old_size 0: no block. Where it hears stops, a big block is refused for one.
  void* resized(void* block, size_t old_size, size_t size, bool hears_stops);
  void free(void* block, size_t size);
  int64_t big_bytes() const { return big_bytes_; }  // what stands in big ones

#if defined(__SANITIZE_ADDRESS__)
  static constexpr size_t least_big = SIZE_MAX;  // malloc watches them
#else
  static constexpr size_t least_big = size_t{16} << 20;
#endif

 private:
  static constexpr size_t most_size = 136, classes = 9;
  // Sizes that malloc gives whole: 8, 24, 40 … 136.
  static size_t class_of(size_t size) { return (size + 7) / 16; }
  static size_t room_of(size_t size) { return size > most_size ? size : class_of(size) * 16 + 8; }

  void* resized_big(void* block, size_t old_size, size_t size, bool hears_stops);

  std::array<FreeBlocks, classes> shelves_{};
  int64_t big_bytes_ = 0;
};

}  // namespace rille
