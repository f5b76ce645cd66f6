// Space: the books of a kind of memory.
#include "vm/buffer.h"

#include "vm/error.h"

namespace rille {
namespace {

std::string amount(int64_t bytes) {
  constexpr int64_t million = 1'000'000;
  return bytes >= 10 * million ? str(bytes / million, " MB") : str(bytes, " bytes");
}

}  // namespace

void Space::take(size_t bytes) {
  auto wanted = static_cast<int64_t>(bytes);
  int64_t limit = limit_.load(std::memory_order_relaxed);
  int64_t live = live_.fetch_add(wanted, std::memory_order_relaxed) + wanted;
  if (limit > 0 && live > limit) {
    live_.fetch_sub(wanted, std::memory_order_relaxed);
    throw Error(Code::memory,
                str("an array of ", amount(wanted), " does not fit: arrays may take ",
                    amount(limit), ", of which ", amount(live - wanted), " are in use"));
  }
  int64_t peak = peak_.load(std::memory_order_relaxed);
  while (live > peak && !peak_.compare_exchange_weak(peak, live, std::memory_order_relaxed)) {
  }
}

void Space::give(size_t bytes) {
  live_.fetch_sub(static_cast<int64_t>(bytes), std::memory_order_relaxed);
}

}  // namespace rille
