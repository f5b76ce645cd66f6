// Edges: which branches of the readers a run took.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace rille::fuzz {

// Builds with RILLE_FUZZ count the blocks of the readers' code on the thread that asks; others see
// none.
void forget_run();  // begins a run

// How often each block was met in one run, a bit for each power of two. As many as stay in a core's
// second cache.
constexpr size_t max_edges = size_t{1} << 16;
using Seen = std::atomic<uint8_t>[max_edges];
// Whether the run went somewhere, or somewhere as often, where none of those seen did. It is one of
// them from now on.
bool went_further(Seen& seen);

}  // namespace rille::fuzz
