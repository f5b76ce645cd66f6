// LuaBlocks: the allocator of Lua: free lists, and big blocks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "vm/memory/free_blocks.h"

namespace rille {

// Free lists of small blocks by size, since Lua's collector frees many blocks that are soon
// allocated again. Big blocks use huge pages: the system clears and reclaims a thousandth as many
// pages, and a block that grows is moved without a copy.
class LuaBlocks {
 public:
  ~LuaBlocks() {
    for (FreeBlocks& shelf : shelves_) shelf.clear();
  }

  // Like realloc(); an old_size of 0 means a new block. If `hears_stops`, the allocation of a big
  // block fails when the run is stopped.
  void* resized(void* block, size_t old_size, size_t size, bool hears_stops);
  void free(void* block, size_t size);
  int64_t big_bytes() const { return big_bytes_; }  // total size of big blocks

#if defined(__SANITIZE_ADDRESS__)
  static constexpr size_t min_big = SIZE_MAX;  // all by malloc, for the sanitizer
#else
  static constexpr size_t min_big = size_t{16} << 20;
#endif

 private:
  static constexpr size_t max_size = 136, classes = 9;
  // The usable sizes of malloc: 8, 24, 40 … 136.
  static size_t class_of(size_t size) { return (size + 7) / 16; }
  static size_t room_of(size_t size) { return size > max_size ? size : class_of(size) * 16 + 8; }

  void* resized_big(void* block, size_t old_size, size_t size, bool hears_stops);

  std::array<FreeBlocks, classes> shelves_{};
  int64_t big_bytes_ = 0;
};

}  // namespace rille
