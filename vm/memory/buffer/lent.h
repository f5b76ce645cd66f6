// LazyFreeBlocks: big free blocks that the system may reclaim.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>

namespace rille {

// Free blocks of whole huge pages, beyond those that are cached. Their pages stay mapped until the
// system needs them (MADV_FREE), so reusing a block seldom waits for new pages, which must be
// cleared. The list is outside of the blocks, since their contents may be lost. The caller holds a
// lock.
class LazyFreeBlocks {
 public:
  struct IdleBlock {
    void* data = nullptr;
    size_t bytes = 0;
  };

  explicit LazyFreeBlocks(size_t most) : most_(most) {}
  size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

  // False if the list is full or the system rejects the block.
  bool put(IdleBlock block) {
    if (count_ == blocks_.size() || bytes() + block.bytes > most_) return false;
    if (madvise(block.data, block.bytes, MADV_FREE) != 0) return false;
    blocks_[count_++] = block;
    bytes_ += block.bytes;
    return true;
  }

  // Removes the latest block of that size; null if there is none.
  void* take(size_t bytes) {
    for (size_t i = count_; i-- > 0;) {
      if (blocks_[i].bytes == bytes) return out(i).data;
    }
    return nullptr;
  }

  // Removes the oldest block, to be unmapped; null if there is none.
  IdleBlock oldest() { return count_ == 0 ? IdleBlock() : out(0); }

 private:
  IdleBlock out(size_t at) {
    IdleBlock block = blocks_[at];
    std::copy(blocks_.begin() + static_cast<long>(at) + 1,
              blocks_.begin() + static_cast<long>(count_), blocks_.begin() + static_cast<long>(at));
    --count_;
    bytes_ -= block.bytes;
    return block;
  }

  size_t most_, count_ = 0;
  std::array<IdleBlock, 512> blocks_{};  // the oldest first
  std::atomic<size_t> bytes_ = 0;
};

}  // namespace rille
