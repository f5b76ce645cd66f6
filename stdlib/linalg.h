// linalg in C++: what other areas solve by it.
#pragma once

#include "stdlib/array.h"

namespace rille {

// The shortest x for which a @ x is nearest to b; b is a matrix or one vector.
Array lstsq(const Array& a, const Array& b, std::optional<double> rtol = {});
Array eigvals(const Array& x);  // complex
Arrays svd(const Array& x);     // u, s and vt of linalg.svd

}  // namespace rille
