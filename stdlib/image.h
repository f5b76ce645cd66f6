// Image: arrays as the bytes of image files.
#pragma once

#include <string>

#include "vm/array.h"

namespace rille {

// x: u8 or u16 [h, w, c], 1 ≤ c ≤ 4; otherwise error[value].
std::string png_bytes(const Array& x);

}  // namespace rille
