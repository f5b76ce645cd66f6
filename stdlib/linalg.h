// linalg in C++: the solvers that other areas use.
#pragma once

#include "stdlib/array.h"

namespace rille {

// The minimum-norm least-squares solution x of a @ x = b; b is a matrix or a vector.
Array lstsq(const Array& a, const Array& b, std::optional<double> rtol = {});
Array eigvals(const Array& x);  // complex
Arrays svd(const Array& x);     // u, s, and vt of linalg.svd

// The number of searches on this thread that evaluate a function at trial points. If such a point
// has no result, the result is NaN instead of an error, so that the search continues elsewhere.
inline int& trials() {
  thread_local int count = 0;
  return count;
}

// Counts a search while this object lives.
class Trial {
 public:
  Trial() { ++trials(); }
  ~Trial() { --trials(); }
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;
};

}  // namespace rille
