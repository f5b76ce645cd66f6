// ThreadBlocks: free lists of a thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "vm/memory/free_blocks.h"

namespace rille {

// The kinds of blocks; all blocks of one kind have the same size.
enum class BlockKind { array_body, buffer, branch };

// Free lists of the current thread. Arrays and trees are created and dropped by the million, and
// malloc() is slower as soon as there is a second thread, such as a timer. The end of the thread
// releases the blocks.
class ThreadBlocks {
 public:
  // Memory for one object; throws std::bad_alloc if there is none.
  void* take(BlockKind kind, size_t bytes) {
    void* room = blocks_of(kind).take();
    if (room == nullptr) room = std::malloc(bytes);
    if (room == nullptr) throw std::bad_alloc();
    return room;
  }
  void put(BlockKind kind, void* room) {
    if (!is_kept_ && !keep()) return std::free(room);
    blocks_of(kind).put(room);
  }
  void clear() {
    for (FreeBlocks& blocks : blocks_) blocks.clear();
  }

 private:
  FreeBlocks& blocks_of(BlockKind kind) { return blocks_[static_cast<size_t>(kind)]; }
  bool keep();

  std::array<FreeBlocks, 3> blocks_{};
  bool is_kept_ = false;  // the release at the end of the thread is registered
};

// Without constructor and destructor, for which C++ would allocate at the first array of a thread,
// and terminate the process without memory.
extern constinit thread_local ThreadBlocks thread_blocks;  // NOLINT(*-global-variables)

// Allocates an object and its reference count, for std::allocate_shared.
template <class T, BlockKind kind>
struct ThreadAllocator {
  using value_type = T;
  template <class U>
  struct rebind {  // NOLINT(readability-identifier-naming): the standard's name
    using other = ThreadAllocator<U, kind>;
  };
  ThreadAllocator() = default;
  template <class U>
  explicit(false) ThreadAllocator(const ThreadAllocator<U, kind>& /*other*/) {}

  T* allocate(size_t /*one*/) { return static_cast<T*>(thread_blocks.take(kind, sizeof(T))); }
  void deallocate(T* room, size_t /*one*/) { thread_blocks.put(kind, room); }
  friend bool operator==(const ThreadAllocator&, const ThreadAllocator&) { return true; }
};

}  // namespace rille
