// LuaBlocks: allocation and release.
#include "vm/state/blocks.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "vm/memory/buffer/slabs.h"
#include "vm/run/running.h"

namespace rille {
namespace {

size_t whole(size_t bytes) { return (bytes + huge_page - 1) / huge_page * huge_page; }

// Populates the pages now, piece by piece, since the whole block is written soon. False if a stop
// interrupted it.
bool are_made(char* begin, size_t bytes) {
  constexpr size_t piece = 2 * huge_page;
  for (size_t at = 0; at < bytes; at += piece) {
    if (stopping()) return false;
#if defined(MADV_POPULATE_WRITE)
    madvise(begin + at, std::min(piece, bytes - at), MADV_POPULATE_WRITE);
#endif
  }
  return true;
}

// Maps memory whose pages after the first `later` bytes are populated.
char* mapped(size_t bytes, size_t later, bool hears_stops) {
  auto* out = static_cast<char*>(map_huge(bytes, huge_page));
  if (out == nullptr || !hears_stops || are_made(out + later, bytes - later)) return out;
  munmap(out, bytes);
  return nullptr;
}

// Resizes a big block by remapping its pages. The sizes are multiples of the page size.
void* moved(void* block, size_t before, size_t after, bool hears_stops) {
  if (after == before) return block;
  if (after < before) {
    munmap(static_cast<char*>(block) + after, before - after);
    return block;
  }
  char* room = mapped(after, before, hears_stops);
  if (room == nullptr) return nullptr;
  void* out = mremap(block, before, before, MREMAP_MAYMOVE | MREMAP_FIXED, room);
  if (out != MAP_FAILED) return out;
  munmap(room, after);
  return nullptr;
}

}  // namespace

void LuaBlocks::free(void* block, size_t size) {
  if (block == nullptr) return;
  if (size >= min_big) {
    munmap(block, whole(size));
    big_bytes_ -= static_cast<int64_t>(whole(size));
    return;
  }
  if (size > max_size) return std::free(block);
  shelves_[class_of(size)].put(block);
}

void* LuaBlocks::resized(void* block, size_t old_size, size_t size, bool hears_stops) {
  bool is_small = size <= max_size, was_big = block != nullptr && old_size >= min_big;
  if (block == nullptr && is_small) {
    if (void* kept = shelves_[class_of(size)].take()) return kept;
  }
  if (block != nullptr && is_small && class_of(size) == class_of(old_size)) return block;
  if (size < min_big && !was_big) return std::realloc(block, room_of(size));
  if (size >= min_big) return resized_big(block, old_size, size, hears_stops);
  void* out = std::malloc(room_of(size));
  if (out == nullptr) return nullptr;
  std::memcpy(out, block, size);
  free(block, old_size);
  return out;
}

void* LuaBlocks::resized_big(void* block, size_t old_size, size_t size, bool hears_stops) {
  bool was_big = block != nullptr && old_size >= min_big;
  size_t before = was_big ? whole(old_size) : 0, after = whole(size);
  void* out = was_big ? moved(block, before, after, hears_stops) : mapped(after, 0, hears_stops);
  if (out == nullptr) return nullptr;
  big_bytes_ += static_cast<int64_t>(after) - static_cast<int64_t>(before);
  if (block == nullptr || was_big) return out;
  std::memcpy(out, block, old_size);
  free(block, old_size);
  return out;
}

}  // namespace rille
