// Samples of the gamma distribution and their derivatives.
#pragma once

#include "stdlib/rng/drawn.h"

namespace rille::rng {

// From this shape parameter on, the terms of the acceptance test and of log samples cancel.
inline double large_gamma(Dtype dtype) { return dtype == Dtype::f64 ? 0x1p30 : 4096; }

// The derivative by a of a sample x of the gamma distribution of shape a, at a constant value of
// the CDF. Both are scalars, f32 or f64.
Array gamma_slope(const Array& a, const Array& x);

}  // namespace rille::rng
