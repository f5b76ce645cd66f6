// hypot: the length of the hypotenuse.
#pragma once

#include "vm/array.h"

namespace rille {

Array hypot(const Array& x, const Array& y);  // without overflow or underflow of the squares

}  // namespace rille
