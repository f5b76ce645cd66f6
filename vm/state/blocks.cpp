// LuaBlocks: taking and giving.
#include "vm/state/blocks.h"

#include <cstdlib>

namespace rille {

void LuaBlocks::free(void* block, size_t size) {
  if (block == nullptr) return;
  if (size > most_size) return std::free(block);
  shelves_[class_of(size)].put(block);
}

void* LuaBlocks::resized(void* block, size_t old_size, size_t size) {
  bool is_small = size <= most_size;
  if (block == nullptr && is_small) {
    if (void* kept = shelves_[class_of(size)].take()) return kept;
  }
  if (block != nullptr && is_small && class_of(size) == class_of(old_size)) return block;
  return std::realloc(block, room_of(size));
}

}  // namespace rille
