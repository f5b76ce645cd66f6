// linalg in C++: what other areas solve by it.
#pragma once

#include "stdlib/array.h"

namespace rille {

// The shortest x for which a @ x is nearest to b; b is a matrix or one vector.
Array lstsq(const Array& a, const Array& b, std::optional<double> rtol = {});
Array eigvals(const Array& x);  // complex
Arrays svd(const Array& x);     // u, s and vt of linalg.svd

// How many searches of this thread try values of a function: where such a value has no result, it
// is nan and no error, so that the search goes on with another one.
inline int& trials() {
  thread_local int count = 0;
  return count;
}

// Counts a search in for as long as it lives.
class Trial {
 public:
  Trial() { ++trials(); }
  ~Trial() { --trials(); }
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;
};

}  // namespace rille
