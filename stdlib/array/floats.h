// What is known of the floats of a dtype.
#pragma once

#include "vm/numbers/dtype.h"

namespace rille {

// The greatest finite one.
double largest_of(Dtype dtype);

}  // namespace rille
