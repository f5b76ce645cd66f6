// Images of events: arrays as PNG files.
#pragma once

#include "stdlib/profile/events.h"

namespace rille {
class Array;
}

namespace rille::profile {

// x: u8, or floats from 0 to 1, of shape [h, w], [h, w, c], or [batch, h, w, c] with 1 ≤ c ≤ 4,
// concrete. Floats outside of the range are clipped, and NaN becomes 0. error[shape] or
// error[dtype] for others.
EncodedImages encoded_images(const Array& x);

}  // namespace rille::profile
