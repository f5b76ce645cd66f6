// The maximum number of axes of an array.
#pragma once

#include <cstddef>

namespace rille {

// More axes are only used in attacks: code that works axis by axis (texts, strides, copies) may
// recurse.
inline constexpr size_t max_axes = 255;

}  // namespace rille
