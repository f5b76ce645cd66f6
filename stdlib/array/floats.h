// Properties of the float dtypes.
#pragma once

#include "vm/numbers/dtype.h"

namespace rille {

// The largest finite value of the dtype.
double largest_of(Dtype dtype);

}  // namespace rille
