// linalg in C++: functions that other areas call.
#pragma once

#include "stdlib/array.h"

namespace rille {

// The minimum-norm least-squares solution of a @ x = b; b is a matrix or a vector.
Array lstsq(const Array& a, const Array& b, std::optional<double> rtol = {});
Array eigvals(const Array& x);  // complex
Arrays svd(const Array& x);     // u, s, and vt of linalg.svd

// The number of searches (such as line searches) that are active on this thread. While one is, a
// function without a result at a trial point returns NaN instead of raising, so that the search can
// try another point.
inline int& trials() {
  thread_local int count = 0;
  return count;
}

// Counts as an active search while it lives.
class SearchScope {
 public:
  SearchScope() { ++trials(); }
  ~SearchScope() { --trials(); }
  SearchScope(const SearchScope&) = delete;
  SearchScope& operator=(const SearchScope&) = delete;
};

}  // namespace rille
