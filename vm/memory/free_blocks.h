// FreeBlocks: a free list of blocks of one size.
#pragma once

#include <cstdlib>
#include <new>
#include <utility>

namespace rille {

// Released blocks of malloc(), reused first by code that creates and drops values by the million.
// Used by one thread at a time. The owner clears the list at the end: without a destructor it can
// be thread-local. Builds that detect uses of freed memory cache no blocks.
class FreeBlocks {
 public:
  constexpr FreeBlocks() = default;
  FreeBlocks(const FreeBlocks&) = delete;
  FreeBlocks& operator=(const FreeBlocks&) = delete;

  void clear() {
    while (void* block = take()) std::free(block);
  }

  // Null if the list is empty.
  void* take() {
    if (first_ == nullptr) return nullptr;
    --count_;
    return std::exchange(first_, first_->next);
  }
  void put(void* block) {
    if (count_ >= most) return std::free(block);
    ++count_;
    first_ = new (block) FreeLink{first_};
  }

 private:
#if defined(__SANITIZE_ADDRESS__)
  static constexpr int most = 0;
#else
  static constexpr int most = 1 << 14;  // arrays between two collections of a small Lua
#endif
  struct FreeLink {
    FreeLink* next;
  };

  FreeLink* first_ = nullptr;
  int count_ = 0;
};

}  // namespace rille
