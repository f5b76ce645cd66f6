// Angles too far out for our own reduction.
#pragma once

#include "jit/codegen/vec.h"

namespace rille {

// `near`, but lanes of x above `furthest` in size go one by one to the C library's function, which
// knows pi to a thousand bits.
Vec far_angle(Vec x, Vec near, double furthest, const char* name);

}  // namespace rille
