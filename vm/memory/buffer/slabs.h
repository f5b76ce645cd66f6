// Slabs: contiguous blocks on huge pages.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <unordered_map>

namespace rille {

inline constexpr size_t huge_page = size_t{2} << 20;

// Maps memory on huge pages, if the system provides them, at a multiple of `alignment`; null if it
// fails.
inline void* map_huge(size_t bytes, size_t alignment) {
  size_t whole = bytes + alignment;
  void* got = mmap(nullptr, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (got == MAP_FAILED) return nullptr;
  size_t before = (alignment - reinterpret_cast<uintptr_t>(got) % alignment) % alignment;
  char* start = static_cast<char*>(got) + before;
  if (before > 0) munmap(got, before);
  if (size_t tail = whole - before - bytes; tail > 0) munmap(start + bytes, tail);
  madvise(start, bytes, MADV_HUGEPAGE);
  return start;
}

// Blocks smaller than a huge page: a single page fault provides memory for many of them. The memory
// of a block is used once: free blocks are cached in HostSpace, and releasing a block here returns
// its pages to the system. A slab is unmapped with its last block.
class Slabs {
 public:
#if defined(__SANITIZE_ADDRESS__)
  static constexpr size_t least = SIZE_MAX;  // all by malloc, for the sanitizer
#else
  static constexpr size_t least = size_t{32} << 10;  // bytes; smaller blocks use malloc
#endif

  // `bytes` is a multiple of 64, at least `least` and less than a huge page. Null if the system has
  // no memory.
  void* take(size_t bytes) {
    std::lock_guard lock(mutex_);
    bool fits = now_ != nullptr && used_ + bytes <= slab;
    if (!fits && !begin_slab()) return nullptr;
    ++live_[number_of(now_)];
    void* out = now_ + used_;
    used_ += bytes;
    return out;
  }

  void give(void* data, size_t bytes) {
    std::lock_guard lock(mutex_);
    auto found = live_.find(number_of(data));
    bool is_empty = --found->second == 0, is_now = found->first == number_of(now_);
    if (is_empty && is_now) {
      used_ = 0;
    } else if (is_empty) {
      munmap(static_cast<char*>(data) - reinterpret_cast<uintptr_t>(data) % slab, slab);
      live_.erase(found);
    } else {
      drop_pages(static_cast<char*>(data), bytes);
    }
  }

 private:
  static constexpr size_t slab = 4 * huge_page;

  static uintptr_t number_of(const void* data) { return reinterpret_cast<uintptr_t>(data) / slab; }

  bool begin_slab() {
    auto* got = static_cast<char*>(map_huge(slab, slab));
    if (got == nullptr) return false;
    // All blocks of the current slab may have been released.
    if (auto last = live_.find(number_of(now_)); last != live_.end() && last->second == 0) {
      munmap(now_, slab);
      live_.erase(last);
    }
    live_[number_of(got)] = 0;
    now_ = got;
    used_ = 0;
    return true;
  }

  // Returns the pages that contain no other block.
  static void drop_pages(char* data, size_t bytes) {
    constexpr uintptr_t page = 4096;
    size_t before = (page - reinterpret_cast<uintptr_t>(data) % page) % page;
    if (bytes < before + page) return;
    madvise(data + before, (bytes - before) / page * page, MADV_DONTNEED);
  }

  std::mutex mutex_;
  std::unordered_map<uintptr_t, size_t> live_;  // number of blocks of each slab, by its number
  char* now_ = nullptr;                         // the current slab
  size_t used_ = 0;                             // used bytes of the current slab
};

}  // namespace rille
