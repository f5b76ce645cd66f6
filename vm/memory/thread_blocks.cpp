// ThreadBlocks: released at the end of the thread.
#include "vm/memory/thread_blocks.h"

#include <pthread.h>

#include <optional>

namespace rille {

constinit thread_local ThreadBlocks thread_blocks;  // NOLINT(*-global-variables)

// Registers the release of the blocks at the end of the thread. False if the system has no key or
// no memory for that.
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
