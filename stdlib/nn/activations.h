// Activation functions that other parts of the library use.
#pragma once

#include "stdlib/array.h"
#include "stdlib/array/derivative.h"

namespace rille {

Array softplus(const Array& x);     // log(1 + e^x)
Array log_sigmoid(const Array& x);  // -softplus(-x)
Array elu(const Array& x, const Array& alpha);
// Computes f(x, parameter). For f16 and bf16 it computes in f32 and rounds once.
Array rounded_once(const Array& x, const Array& parameter, const BinaryArrayFn& f);
Array sparse_plus(const Array& x);  // 0 below -1, a parabola from -1 to 1, x above 1

}  // namespace rille
