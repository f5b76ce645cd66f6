// Edges: what the compiler calls at each block of the readers.
#include "tests/fuzz/edges.h"

#include <bit>

namespace {

constexpr size_t most = size_t{1} << 14;
thread_local bool counts = false;
uint8_t hits[rille::fuzz::max_edges];  // in this run, 255 for more
uint16_t touched[most];                // where they are above 0
size_t touched_count = 0;

}  // namespace

extern "C" {

// Called at each block of code that was compiled with -fsanitize-coverage=trace-pc.
void __sanitizer_cov_trace_pc() {  // NOLINT(*-reserved-identifier): the compiler's name
  if (!counts) return;
  auto from = reinterpret_cast<uintptr_t>(__builtin_return_address(0)) -
              reinterpret_cast<uintptr_t>(&__sanitizer_cov_trace_pc);
  auto at = static_cast<uint32_t>((from * 0x9E3779B97F4A7C15u) >> 48);
  uint8_t before = hits[at];
  hits[at] = static_cast<uint8_t>(before + (before < 255));
  if (before == 0 && touched_count < most) touched[touched_count++] = static_cast<uint16_t>(at);
}

}  // extern "C"

namespace rille::fuzz {

void forget_run() {
  for (size_t i = 0; i < touched_count; ++i) hits[touched[i]] = 0;
  touched_count = 0;
  counts = true;
}

bool went_further(Seen& seen) {
  counts = false;
  bool is_new = false;
  for (size_t i = 0; i < touched_count; ++i) {
    uint32_t at = touched[i];
    auto bit = static_cast<uint8_t>(1u << (std::bit_width(hits[at]) - 1));
    if ((seen[at].load(std::memory_order_relaxed) & bit) != 0) continue;
    is_new = true;
    seen[at].fetch_or(bit, std::memory_order_relaxed);
  }
  return is_new;
}

}  // namespace rille::fuzz
