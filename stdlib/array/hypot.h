// The length of the diagonal.
#pragma once

#include "vm/array.h"

namespace rille {

Array hypot(const Array& x, const Array& y);  // of no square that overflows or vanishes

}  // namespace rille
