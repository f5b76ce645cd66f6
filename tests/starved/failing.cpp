// Failing: malloc and its kin, in place of the C library's.
#include "tests/starved/failing.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "jit/codegen.h"
#include "vm/memory/account.h"

// What gives memory behind the names below: the C library, or AddressSanitizer in its place,
// which then knows each block and tells of a read beside it, a second `free` and, at the end, of
// blocks that nothing points to.
#ifdef RILLE_ASAN
#define RILLE_GIVES(name) __interceptor_##name
#else
#define RILLE_GIVES(name) __libc_##name
#endif

extern "C" {
void* RILLE_GIVES(malloc)(size_t);
void* RILLE_GIVES(calloc)(size_t, size_t);
void* RILLE_GIVES(realloc)(void*, size_t);
void* RILLE_GIVES(memalign)(size_t, size_t);
void RILLE_GIVES(free)(void*);
#ifdef RILLE_ASAN
int __interceptor_pthread_create(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
#endif
// And what the linker renames (--wrap).
void* __real_mmap(void*, size_t, int, int, int, off_t);
bool __real__ZN5rille7Account4takeEm(rille::Account*, size_t) noexcept;
rille::Codegen& __real__ZN5rille7codegenEv();
}

namespace rille {
namespace {

std::atomic<int64_t> left{0};  // until one fails; 0: none does
std::atomic<bool> goes_on{false}, has_failed{false};
std::atomic<int64_t> live{0};
thread_local int inside_llvm = 0;
// Before a thread is ours the sanitizer asks for memory on it, and ends the process without.
#ifdef RILLE_ASAN
thread_local bool is_ours = false;
#else
constexpr bool is_ours = true;
#endif

bool fails() {
  if (left.load(std::memory_order_relaxed) <= 0 || inside_llvm > 0 || !is_ours) return false;
  if (left.fetch_sub(1) > 1) return false;
  left = goes_on ? 1 : 0;
  has_failed = true;
  return true;
}

void* counted(void* block) {
  if (block != nullptr && inside_llvm == 0) live.fetch_add(1, std::memory_order_relaxed);
  return block;
}

// The blocks of arrays, by open addressing. Some more may not find a place and count as others do.
class Aligned {
 public:
  bool add(void* block) {
    for (size_t i = 0; i < tries; ++i) {
      void* none = nullptr;
      if (places_[(hash(block) + i) % size].compare_exchange_strong(none, block)) return true;
    }
    return false;
  }
  bool remove(void* block) {
    for (size_t i = 0; i < tries; ++i) {
      void* there = block;
      if (places_[(hash(block) + i) % size].compare_exchange_strong(there, nullptr)) return true;
    }
    return false;
  }

 private:
  static constexpr size_t size = 1 << 16, tries = 64;
  static size_t hash(void* block) { return reinterpret_cast<uintptr_t>(block) / 64; }
  std::atomic<void*> places_[size] = {};
};
Aligned aligned;

struct InsideLlvm {
  InsideLlvm() { ++inside_llvm; }
  ~InsideLlvm() { --inside_llvm; }
};

class Excepted : public Codegen {
 public:
  ObjectCode compile(const KernelSource& source, const Target& target,
                     const std::string& name) override {
    InsideLlvm inside;
    return __real__ZN5rille7codegenEv().compile(source, target, name);
  }
  std::string listing(const KernelSource& source, const Target& target, Listing form) override {
    return __real__ZN5rille7codegenEv().listing(source, target, form);
  }
};

}  // namespace

void Failing::arm(int64_t at, bool on) {
#ifdef RILLE_ASAN
  is_ours = true;
#endif
  goes_on = on;
  has_failed = false;
  left = at;
}

bool Failing::disarm() {
  left = 0;
  return has_failed;
}

int64_t Failing::live_blocks() { return live; }

}  // namespace rille

extern "C" {

void* malloc(size_t size) {
  if (rille::fails()) {
    errno = ENOMEM;
    return nullptr;
  }
  return rille::counted(RILLE_GIVES(malloc)(size));
}

void* calloc(size_t count, size_t size) {
  if (rille::fails()) {
    errno = ENOMEM;
    return nullptr;
  }
  return rille::counted(RILLE_GIVES(calloc)(count, size));
}

void* realloc(void* old, size_t size) {
  if (old == nullptr) return malloc(size);
  if (rille::fails()) {
    errno = ENOMEM;
    return nullptr;
  }
  return RILLE_GIVES(realloc)(old, size);
}

void* memalign(size_t alignment, size_t size) {
  if (rille::fails()) {
    errno = ENOMEM;
    return nullptr;
  }
  void* block = RILLE_GIVES(memalign)(alignment, size);
  if (block != nullptr && rille::aligned.add(block)) return block;
  return rille::counted(block);
}

void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void** out, size_t alignment, size_t size) {
  void* block = memalign(alignment, size);
  if (block == nullptr) return ENOMEM;
  *out = block;
  return 0;
}

void free(void* block) {
  bool counts = block != nullptr && !rille::aligned.remove(block) && rille::inside_llvm == 0;
  if (counts) rille::live.fetch_sub(1, std::memory_order_relaxed);
  RILLE_GIVES(free)(block);
}

void* __wrap_mmap(void* at, size_t bytes, int protection, int flags, int file, off_t offset) {
  if (rille::fails()) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return __real_mmap(at, bytes, protection, flags, file, offset);
}

bool __wrap__ZN5rille7Account4takeEm(rille::Account* account, size_t bytes) noexcept {
  return !rille::fails() && __real__ZN5rille7Account4takeEm(account, bytes);
}

rille::Codegen& __wrap__ZN5rille7codegenEv() {
  rille::InsideLlvm inside;
  static auto* const only = new rille::Excepted;
  __real__ZN5rille7codegenEv();
  return *only;
}

}  // extern "C"

#ifdef RILLE_ASAN

extern "C" int pthread_create(pthread_t* id, const pthread_attr_t* attributes, void* (*body)(void*),
                              void* given) {
  struct Start {
    void* (*body)(void*);
    void* given;
  };
  auto* start = static_cast<Start*>(malloc(sizeof(Start)));
  if (start == nullptr) return EAGAIN;
  *start = {body, given};
  auto run = [](void* from) -> void* {
    Start own = *static_cast<Start*>(from);
    rille::is_ours = true;
    free(from);
    return own.body(own.given);
  };
  int status = __interceptor_pthread_create(id, attributes, run, start);
  if (status != 0) free(start);
  return status;
}

// The sanitizer's operators would go past the names above.
void* operator new(size_t size) {
  while (true) {
    if (void* block = malloc(size == 0 ? 1 : size)) return block;
    if (std::get_new_handler() == nullptr) throw std::bad_alloc();
    std::get_new_handler()();
  }
}
void* operator new(size_t size, std::align_val_t alignment) {
  if (void* block = aligned_alloc(static_cast<size_t>(alignment), size)) return block;
  throw std::bad_alloc();
}
void* operator new(size_t size, const std::nothrow_t& /*not*/) noexcept { return malloc(size); }
void operator delete(void* block) noexcept { free(block); }
void operator delete(void* block, size_t /*size*/) noexcept { free(block); }
void operator delete(void* block, std::align_val_t /*alignment*/) noexcept { free(block); }
void operator delete(void* block, size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
  free(block);
}

#endif
