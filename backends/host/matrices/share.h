// Shares: one decomposition on several threads.
#pragma once

#include <algorithm>
#include <cstdint>

#include "backends/host/threads.h"

namespace rille::dense {

// How many threads that many multiplications of two numbers pay for.
constexpr int64_t shares_of(int64_t multiplications) {
  constexpr int64_t worth = 1 << 19;  // 10 to 50 us: what waking a thread may take
  return multiplications / worth;
}

// body(begin, end) for ranges that make up [0, pieces): one, where there is little to do. What is
// run in a range of another one (a matrix of a batch, a strip of a matrix) is not shared again.
template <class Body>
void share(int64_t pieces, int64_t multiplications, const Body& body) {
  int64_t shares = std::min(shares_of(multiplications), pieces);
  if (shares > 1) return parallel_for(pieces, (pieces + shares - 1) / shares, body);
  body(0, pieces);
}

}  // namespace rille::dense
