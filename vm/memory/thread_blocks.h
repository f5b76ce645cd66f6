// ThreadBlocks: what a thread keeps for its next values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "vm/memory/free_blocks.h"

namespace rille {

// The blocks that a thread keeps; all of one kind have one size.
enum class BlockKind { array_body, buffer, branch };

// Free blocks of the thread that runs: arrays and trees come and go by the million, and malloc() is
// slower as soon as a second thread lives, such as a timer's. The thread's end frees them.
class ThreadBlocks {
 public:
  // Room for one object; std::bad_alloc if there is no memory.
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
  bool is_kept_ = false;  // the end of the thread will clear them
};

// Without constructor and destructor: C++ would take memory for these at the thread's first array,
// and end the process where there is none.
extern constinit thread_local ThreadBlocks thread_blocks;  // NOLINT(*-global-variables)

// Allocates an object and its count of holders, for std::allocate_shared.
template <class T, BlockKind kind>
struct ThreadRoom {
  using value_type = T;
  template <class U>
  struct rebind {  // NOLINT(readability-identifier-naming): the standard's name
    using other = ThreadRoom<U, kind>;
  };
  ThreadRoom() = default;
  template <class U>
  explicit(false) ThreadRoom(const ThreadRoom<U, kind>& /*other*/) {}

  T* allocate(size_t /*one*/) { return static_cast<T*>(thread_blocks.take(kind, sizeof(T))); }
  void deallocate(T* room, size_t /*one*/) { thread_blocks.put(kind, room); }
  friend bool operator==(const ThreadRoom&, const ThreadRoom&) { return true; }
};

}  // namespace rille
