// Shares: runs one decomposition on several threads.
#pragma once

#include <algorithm>
#include <cstdint>

#include "backends/host/threads.h"

namespace rille::dense {

// The number of threads for which a number of multiplications is enough work.
constexpr int64_t shares_of(int64_t multiplications) {
  constexpr int64_t worth = 1 << 19;  // 10 to 50 us, about the time to wake a thread
  return multiplications / worth;
}

// Calls body(begin, end) for ranges that cover [0, pieces); a single range if there is little work.
// Nested calls, for a matrix of a batch or a strip of a matrix, are not divided again.
template <class Body>
void share(int64_t pieces, int64_t multiplications, const Body& body) {
  int64_t shares = std::min(shares_of(multiplications), pieces);
  if (shares > 1) return parallel_for(pieces, (pieces + shares - 1) / shares, body);
  body(0, pieces);
}

}  // namespace rille::dense
