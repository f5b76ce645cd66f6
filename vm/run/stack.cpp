// The native stack: its end.
#include "vm/run/stack.h"

#include <pthread.h>

#include <cstdint>

#include "vm/error.h"

namespace rille {
namespace {

// Reserve for code between two checks: kernels, loading LLVM, reporting the error.
constexpr uintptr_t spare = 160 << 10;

// The lowest usable address; 0 if the system does not provide it.
uintptr_t find_end() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  void* begin = nullptr;
  size_t size = 0, guard = 0;
  pthread_attr_getstack(&attributes, &begin, &size);
  pthread_attr_getguardsize(&attributes, &guard);
  pthread_attr_destroy(&attributes);
  if (size < guard + 2 * spare) return reinterpret_cast<uintptr_t>(begin) + guard + size / 4;
  return reinterpret_cast<uintptr_t>(begin) + guard + spare;
}

}  // namespace

void check_stack() {
  thread_local const uintptr_t end = find_end();
  char here = 0;
  if (reinterpret_cast<uintptr_t>(&here) < end) {
    throw Error(Code::limit, "maximum recursion depth exceeded: the machine stack is full");
  }
}

}  // namespace rille
