// The inverse of the error function, of doubles.
#pragma once

#include "jit/codegen/vec.h"

namespace rille {

Vec erf_inv(Vec x);

}  // namespace rille
