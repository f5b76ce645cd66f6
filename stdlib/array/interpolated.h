// Linear interpolation between two numbers.
#pragma once

#include "stdlib/array.h"

namespace rille {

// low + (high - low) * share for 0 ≤ share ≤ 1: exactly low at 0, exactly high at 1, and between
// them even if the difference overflows. Equal infinities are returned unchanged.
Array interpolated(const Array& low, const Array& high, const Array& share);

}  // namespace rille
