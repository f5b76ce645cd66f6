// Between two numbers.
#pragma once

#include "stdlib/array.h"

namespace rille {

// What stands at a share, 0 to 1, of the way from low to high: exactly low at 0, high at 1, and a
// number between them whatever their difference. Equal infinities are themselves.
Array interpolated(const Array& low, const Array& high, const Array& share);

}  // namespace rille
