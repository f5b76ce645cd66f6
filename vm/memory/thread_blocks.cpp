// ThreadBlocks: freed at the end of their thread.
#include "vm/memory/thread_blocks.h"

#include <pthread.h>

#include <optional>

namespace rille {

constinit thread_local ThreadBlocks thread_blocks;  // NOLINT(*-global-variables)

// Has the thread's end free the blocks. False if the system has no key or no memory for that.
bool ThreadBlocks::keep() {
  static const std::optional<pthread_key_t> key = [] {
    std::optional<pthread_key_t> out(std::in_place);
    auto end = [](void*) {
      thread_blocks.clear();
      thread_blocks.is_kept_ = false;
    };
    if (pthread_key_create(&*out, end) != 0) out.reset();
    return out;
  }();
  is_kept_ = key && pthread_setspecific(*key, this) == 0;
  return is_kept_;
}

}  // namespace rille
