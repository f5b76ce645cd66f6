// Lanes: distributes pieces of work over a few threads.
#pragma once

#include <cstddef>
#include <functional>

namespace rille {

inline constexpr size_t max_lanes = 8;  // for reads, which more threads do not speed up

// The number of threads for `count` pieces: at most the number of cores, and at most `most`.
size_t lanes_of(size_t count, size_t most);

// Calls f(i, lane) for each i < `count` on lanes_of() threads, one lane per thread. Lane 0 is the
// thread of the caller, which polls for interrupts between two pieces. If f throws, pieces that
// have not started are skipped, and the exception is rethrown after all threads have finished.
void each_piece(size_t count, size_t most, const std::function<void(size_t, size_t)>& f);
inline void each_piece(size_t count, size_t most, const std::function<void(size_t)>& f) {
  each_piece(count, most, [&](size_t i, size_t) { f(i); });
}

}  // namespace rille
