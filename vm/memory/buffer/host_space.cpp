// Host memory: cached blocks, big ones on huge pages.
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <utility>

#include "vm/array.h"
#include "vm/error.h"
#include "vm/memory/buffer.h"
#include "vm/memory/buffer/lent.h"
#include "vm/memory/buffer/slabs.h"
#include "vm/run/running.h"

#if defined(RILLE_FUZZ)
#include <sanitizer/asan_interface.h>
#endif

namespace rille {
namespace {

constexpr size_t alignment = 64;
constexpr size_t cache_limit = size_t{256} << 20;  // bytes of free blocks that are cached
constexpr int64_t lent_share = 8;  // 1/8 of the machine's memory may be lent in addition

// Block sizes: four per power of two, so that at most a fifth of a block is unused.
struct SizeClass {
  size_t index;
  size_t bytes;
};

SizeClass block_class(size_t bytes) {
  size_t units = (bytes + alignment - 1) / alignment;
  if (units <= 4) return {units, (units == 0 ? 1 : units) * alignment};
  auto power = static_cast<size_t>(std::bit_width(units - 1)) - 1;  // units in (2^p, 2^(p+1)]
  size_t step = size_t{1} << (power - 2);
  size_t quarters = (units + step - 1) / step;  // 5..8
  size_t size = quarters * step * alignment;
  if (size >= huge_page) size = (size + huge_page - 1) / huge_page * huge_page;
  return {4 + (power - 2) * 4 + (quarters - 4), size};
}

// Stores the address from malloc before the block. (aligned_alloc of glibc allocates more than it
// frees and so fragments the heap: freed blocks cannot be reused for blocks of the same size.)
void* allocate_aligned(size_t bytes) {
  static_assert(alignment >= sizeof(void*) && alignof(std::max_align_t) >= sizeof(void*));
  auto* got = static_cast<std::byte*>(std::malloc(bytes + alignment));
  if (got == nullptr) return nullptr;
  std::byte* data = got + alignment - reinterpret_cast<uintptr_t>(got) % alignment;
  std::memcpy(data - sizeof(void*), static_cast<const void*>(&got), sizeof(void*));
  return data;
}

void release_aligned(void* data) {
  void* got = nullptr;
  std::memcpy(static_cast<void*>(&got), static_cast<std::byte*>(data) - sizeof(void*),
              sizeof(void*));
  std::free(got);
}

// In fuzzing builds: detects accesses after the requested bytes, and to released blocks except
// their list links.
#if defined(RILLE_FUZZ)
void lend(void* data, size_t bytes, size_t block) {
  __asan_unpoison_memory_region(data, block);
  __asan_poison_memory_region(static_cast<std::byte*>(data) + bytes, block - bytes);
}
#else
void lend(void* /*data*/, size_t /*bytes*/, size_t /*block*/) {}
#endif

Slabs& slabs() {
  static auto* const only = new Slabs;  // lives as long as the Space
  return *only;
}

void* system_allocate(size_t bytes) {
  if (bytes >= huge_page) return map_huge(bytes, huge_page);
  return bytes >= Slabs::least ? slabs().take(bytes) : allocate_aligned(bytes);
}

void system_release(void* data, size_t bytes) {
  lend(data, bytes, bytes);
  if (bytes >= huge_page) {
    munmap(data, bytes);
  } else if (bytes >= Slabs::least) {
    slabs().give(data, bytes);
  } else {
    release_aligned(data);
  }
}

// The memory of the machine, or of the control group of this process.
int64_t memory_of_machine() {
  int64_t bytes = int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE);
  if (std::FILE* file = std::fopen("/sys/fs/cgroup/memory.max", "r")) {
    long long group = 0;
    if (std::fscanf(file, "%lld", &group) == 1 && group > 0 && group < bytes) bytes = group;
    std::fclose(file);
  }
  return bytes;
}

// A free block. The list is stored in the blocks, so that releasing one does not allocate.
struct FreeBlock {
  FreeBlock* next;
};

// The free blocks of one size.
struct FreeList {
  FreeBlock* first = nullptr;
  size_t bytes = 0;       // of each block
  uint64_t used = 0;      // time of the last allocation, in allocations and releases of all sizes
  uint64_t put_back = 0;  // time of the last release
  int expected = 0;       // number of users that expect blocks of this size

  // Bytes that stay cached in any case.
  size_t standing() const { return expected > 0 && first != nullptr ? bytes : 0; }
};

class HostSpace : public Space {
 public:
  HostSpace() : Space(memory_of_machine()), lent_(static_cast<size_t>(limit() / lent_share)) {}

  std::string_view name() const override { return "host"; }
  bool is_host() const override { return true; }

  void* allocate(size_t bytes) override {
    take(bytes);
    SizeClass block = block_class(bytes);
    void* data = reuse(block);
    if (data == nullptr) {
      keep_to_limit(block.bytes);
      make_room(block.bytes);
      data = system_allocate(block.bytes);
    }
    if (data == nullptr) {
      trim();
      data = system_allocate(block.bytes);
    }
    if (data == nullptr) {
      give(bytes);
      throw Error(Code::memory, str("the system could not allocate ", bytes, " bytes"));
    }
    lend(data, bytes, block.bytes);
    return data;
  }

  void release(void* data, size_t bytes) override {
    give(bytes);
    SizeClass block = block_class(bytes);
    lend(data, sizeof(FreeBlock), block.bytes);
    if (!keep(data, block)) system_release(data, block.bytes);
  }

  void trim() override {
    Array::trim();
    std::lock_guard lock(mutex_);
    for (FreeList& shelf : shelves_) clear(shelf);
    drop_lent(lent_.bytes());
  }

  void expect(size_t bytes, int change) override {
    std::lock_guard lock(mutex_);
    FreeList& shelf = shelves_[block_class(bytes).index];
    alter(shelf, [&] { shelf.expected += change; });
    if (shelf.expected == 0 && !has_room(0)) clear(shelf);
  }

  void read(void* host, const void* data, size_t bytes) override { std::memcpy(host, data, bytes); }
  void write(void* data, const void* host, size_t bytes) override {
    std::memcpy(data, host, bytes);
  }

 private:
  void* reuse(SizeClass block) {
    std::lock_guard lock(mutex_);
    FreeList& shelf = shelves_[block.index];
    shelf.used = ++uses_;
    if (shelf.first != nullptr) return pop(shelf);
    return block.bytes < huge_page ? nullptr : lent_.take(block.bytes);
  }

  void* pop(FreeList& shelf) {
    cached_ -= shelf.bytes;
    void* data = shelf.first;
    alter(shelf, [&] { shelf.first = shelf.first->next; });
    return data;
  }

  template <class F>
  void alter(FreeList& shelf, F change) {
    standing_ -= shelf.standing();
    change();
    standing_ += shelf.standing();
  }

  bool has_room(size_t bytes) const { return cached_ - standing_ + bytes <= cache_limit; }

  // In a run with a limit, cached blocks count toward the limit, so they are released for new ones.
  void keep_to_limit(size_t bytes) {
    const Account* account = running().account;
    if (account == nullptr || account->limit == 0) return;
    auto with_free = static_cast<int64_t>(cached_.load() + lent_.bytes() + bytes);
    if (account->used() + with_free > account->limit) trim();
  }

  // Lent blocks are released for new blocks of any size, so they never increase the peak of memory.
  void make_room(size_t bytes) {
    if (bytes < huge_page || lent_.bytes() == 0) return;
    std::lock_guard lock(mutex_);
    drop_lent(bytes);
  }

  void drop_lent(size_t bytes) {
    for (size_t dropped = 0; dropped < bytes;) {
      LazyFreeBlocks::IdleBlock block = lent_.oldest();
      if (block.data == nullptr) return;
      system_release(block.data, block.bytes);
      dropped += block.bytes;
    }
  }

  // Whether a released block is cached. Sizes that are reused sooner evict sizes that were not used
  // for longer. Of sizes that would only evict each other, the first ones stay, as do expected
  // blocks.
  bool keep(void* data, SizeClass block) {
    constexpr uint64_t some = 16;
    std::lock_guard lock(mutex_);
    FreeList& shelf = shelves_[block.index];
    uint64_t last = std::exchange(shelf.put_back, ++uses_);
    if (!has_room(block.bytes) && last > 0) {
      uint64_t long_ago = 2 * (uses_ - last) + some;
      for (FreeList& other : shelves_) {
        bool is_old = &other != &shelf && other.used + long_ago < uses_;
        if (is_old && other.expected == 0) clear(other);
      }
    }
    bool is_expected = shelf.expected > 0 && shelf.first == nullptr;
    if (!is_expected && !has_room(block.bytes)) {
      return block.bytes >= huge_page && lent_.put({data, block.bytes});
    }
    cached_ += block.bytes;
    shelf.bytes = block.bytes;
    alter(shelf, [&] { shelf.first = new (data) FreeBlock{shelf.first}; });
    return true;
  }

  void clear(FreeList& shelf) {
    while (shelf.first != nullptr) system_release(pop(shelf), shelf.bytes);
  }

  std::mutex mutex_;
  std::array<FreeList, 256> shelves_{};
  uint64_t uses_ = 0;
  std::atomic<size_t> cached_ = 0;  // bytes of all free blocks
  size_t standing_ = 0;             // bytes of expected free blocks
  LazyFreeBlocks lent_;
};

}  // namespace

Space& host_space() {
  static auto* const only = new HostSpace;  // lives as long as any static Array
  return *only;
}

}  // namespace rille
