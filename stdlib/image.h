// Image: arrays as the bytes of pictures.
#pragma once

#include <string>

#include "vm/array.h"

namespace rille {

// x: u8 or u16 [h, w, c], c of 1 to 4; error[value] of another form.
std::string png_bytes(const Array& x);

}  // namespace rille
