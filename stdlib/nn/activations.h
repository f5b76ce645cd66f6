// Activations that other parts of the library are made of.
#pragma once

#include "stdlib/array.h"
#include "stdlib/array/derivative.h"

namespace rille {

Array softplus(const Array& x);     // log(1 + e^x)
Array log_sigmoid(const Array& x);  // -softplus(-x)
Array elu(const Array& x, const Array& alpha);
// f(x, parameter): of f16 and bf16 in f32, rounded once.
Array rounded_once(const Array& x, const Array& parameter, const ArrayFn2& f);
Array sparse_plus(const Array& x);  // a parabola between -1 and 1, 0 below and x above

}  // namespace rille
