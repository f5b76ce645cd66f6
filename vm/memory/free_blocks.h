// FreeBlocks: memory of one size that will be wanted again.
#pragma once

#include <cstdlib>
#include <new>
#include <utility>

namespace rille {

// Blocks of malloc() that were given back: what makes and drops values by the million takes these
// first. Of one thread at a time. Whose they are clears them at the end: without a destructor they
// may be a thread's own. A build that looks for uses of freed memory keeps none.
class FreeBlocks {
 public:
  constexpr FreeBlocks() = default;
  FreeBlocks(const FreeBlocks&) = delete;
  FreeBlocks& operator=(const FreeBlocks&) = delete;

  void clear() {
    while (void* block = take()) std::free(block);
  }

  // Null where there is none.
  void* take() {
    if (first_ == nullptr) return nullptr;
    --count_;
    return std::exchange(first_, first_->next);
  }
  void put(void* block) {
    if (count_ >= most) return std::free(block);
    ++count_;
    first_ = new (block) Link{first_};
  }

 private:
#if defined(__SANITIZE_ADDRESS__)
  static constexpr int most = 0;
#else
  static constexpr int most = 1 << 14;  // arrays between two collections of a small Lua
#endif
  struct Link {
    Link* next;
  };

  Link* first_ = nullptr;
  int count_ = 0;
};

}  // namespace rille
