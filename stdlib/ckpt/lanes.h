// Lanes: pieces of a file's work on a few threads.
#pragma once

#include <cstddef>
#include <functional>

namespace rille {

inline constexpr size_t most_lanes = 8;  // of a read: more do not make memory faster

// Calls f(i) for each i below `count`, on as many threads as there are cores but at most `most`,
// the caller's among them, which hears stops between two pieces. What f raises reaches the caller,
// once no thread is in f any more; pieces that nobody began are left out then.
void each_piece(size_t count, size_t most, const std::function<void(size_t)>& f);

}  // namespace rille
