// Draws of the gamma distribution, and how they move with it.
#pragma once

#include "stdlib/rng/drawn.h"

namespace rille::rng {

// From here on the terms of a test of draws cancel, as logarithms of draws do.
inline double large_gamma(Dtype dtype) { return dtype == Dtype::f64 ? 0x1p30 : 4096; }

// How a draw x of the gamma distribution of shape a moves with a, where its chance of being below
// stays what it is: of one number each, f32 or f64.
Array gamma_slope(const Array& a, const Array& x);

}  // namespace rille::rng
