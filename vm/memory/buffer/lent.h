// LentBlocks: big free blocks that the system may take back.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>

namespace rille {

// Free blocks of whole huge pages, beyond what is kept for sure. Their pages stay in place until
// the system is short of some (MADV_FREE): who takes a block again seldom has to wait for new ones,
// which are cleared first. The list stands outside of them, since what they hold may go. Whoever
// gives and takes holds a lock.
class LentBlocks {
 public:
  struct Block {
    void* data = nullptr;
    size_t bytes = 0;
  };

  explicit LentBlocks(size_t most) : most_(most) {}
  size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

  // False where there is no room, or the system does not take it.
  bool put(Block block) {
    if (count_ == blocks_.size() || bytes() + block.bytes > most_) return false;
    if (madvise(block.data, block.bytes, MADV_FREE) != 0) return false;
    blocks_[count_++] = block;
    bytes_ += block.bytes;
    return true;
  }

  // One of so many bytes, the last that came; null where there is none.
  void* take(size_t bytes) {
    for (size_t i = count_; i-- > 0;) {
      if (blocks_[i].bytes == bytes) return out(i).data;
    }
    return nullptr;
  }

  // The one that has been there for longest, to be given back; null where there is none.
  Block oldest() { return count_ == 0 ? Block() : out(0); }

 private:
  Block out(size_t at) {
    Block block = blocks_[at];
    std::copy(blocks_.begin() + static_cast<long>(at) + 1,
              blocks_.begin() + static_cast<long>(count_), blocks_.begin() + static_cast<long>(at));
    --count_;
    bytes_ -= block.bytes;
    return block;
  }

  size_t most_, count_ = 0;
  std::array<Block, 512> blocks_{};  // the oldest first
  std::atomic<size_t> bytes_ = 0;
};

}  // namespace rille
