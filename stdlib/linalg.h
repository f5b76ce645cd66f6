// linalg in C++: what other areas solve by it.
#pragma once

#include "stdlib/array.h"

namespace rille {

// x for which a @ x is nearest to b; b is a matrix or one vector.
Array lstsq(const Array& a, const Array& b);
Array eigvals(const Array& x);  // complex
Arrays svd(const Array& x);     // u, s and vt of linalg.svd

}  // namespace rille
