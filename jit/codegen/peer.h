// log, log1p, erf_inv with the same steps as XLA's on CPUs.
#pragma once

#include "jit/codegen/vec.h"

// Draws of random numbers go through these. Each does the operations that XLA's compiler leaves on
// a CPU with fused multiply-add, in their order, each fma written out, so that floats drawn here
// and there are equal bit for bit (docs/random.md says how that was found, and where it ends).
namespace rille::peer {

Vec log(Vec x);    // of floats
Vec log1p(Vec x);  // of floats
Vec erf(Vec x);    // of floats
// Of floats and doubles; for doubles the logarithm of 1 - x^2 is given (XLA takes libm's).
Vec erf_inv(Vec x, Vec log_beside);

}  // namespace rille::peer
