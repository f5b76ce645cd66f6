// The derivative of erfcx.
#pragma once

#include "jit/ops/families.h"

namespace rille {

// 2 x erfcx(x) - 2 / sqrt(pi) without cancellation, in f64.
Var erfcx_slope_of_doubles(Builder& b, Var x);

}  // namespace rille
