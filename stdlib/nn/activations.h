// Activations that other parts of the library are made of.
#pragma once

#include "stdlib/array.h"

namespace rille {

Array softplus(const Array& x);     // log(1 + e^x)
Array log_sigmoid(const Array& x);  // -softplus(-x)
Array elu(const Array& x, const Array& alpha);
Array sparse_plus(const Array& x);  // a parabola between -1 and 1, 0 below and x above

}  // namespace rille
