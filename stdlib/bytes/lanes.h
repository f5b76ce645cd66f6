// Lanes: pieces of a file's work on a few threads.
#pragma once

#include <cstddef>
#include <functional>

namespace rille {

inline constexpr size_t most_lanes = 8;  // of a read: more do not make memory faster

// How many threads take part in `count` pieces: as many as there are cores, but at most `most`.
size_t lanes_of(size_t count, size_t most);

// Calls f(i, lane) for each i below `count`, on lanes_of() threads, each of which is a lane, the
// caller's the first of them, which hears stops between two pieces. What f raises reaches the
// caller, once no thread is in f any more; pieces that nobody began are left out then.
void each_piece(size_t count, size_t most, const std::function<void(size_t, size_t)>& f);
inline void each_piece(size_t count, size_t most, const std::function<void(size_t)>& f) {
  each_piece(count, most, [&](size_t i, size_t) { f(i); });
}

}  // namespace rille
