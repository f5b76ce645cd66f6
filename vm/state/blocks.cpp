// LuaBlocks: taking and giving.
#include "vm/state/blocks.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "vm/buffer/slabs.h"

namespace rille {
namespace {

size_t whole(size_t bytes) { return (bytes + huge_page - 1) / huge_page * huge_page; }

void give_back(void* block, size_t size) { munmap(block, whole(size)); }

// A big block as another one, by its pages alone.
void* moved(void* block, size_t old_size, size_t size) {
  size_t before = whole(old_size), after = whole(size);
  if (after == before) return block;
  if (after < before) {
    munmap(static_cast<char*>(block) + after, before - after);
    return block;
  }
  void* room = map_huge(after, huge_page);
  if (room == nullptr) return nullptr;
  void* out = mremap(block, before, before, MREMAP_MAYMOVE | MREMAP_FIXED, room);
  if (out != MAP_FAILED) return out;
  munmap(room, after);
  return nullptr;
}

}  // namespace

void LuaBlocks::free(void* block, size_t size) {
  if (block == nullptr) return;
  if (size >= least_big) return give_back(block, size);
  if (size > most_size) return std::free(block);
  shelves_[class_of(size)].put(block);
}

void* LuaBlocks::resized(void* block, size_t old_size, size_t size) {
  bool is_small = size <= most_size, was_big = block != nullptr && old_size >= least_big;
  if (block == nullptr && is_small) {
    if (void* kept = shelves_[class_of(size)].take()) return kept;
  }
  if (block != nullptr && is_small && class_of(size) == class_of(old_size)) return block;
  if (size < least_big && !was_big) return std::realloc(block, room_of(size));
  if (size >= least_big && was_big) return moved(block, old_size, size);
  void* out = size >= least_big ? map_huge(whole(size), huge_page) : std::malloc(room_of(size));
  if (out == nullptr || block == nullptr) return out;
  std::memcpy(out, block, std::min(old_size, size));
  free(block, old_size);
  return out;
}

}  // namespace rille
