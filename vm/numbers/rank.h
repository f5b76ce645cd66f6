// How many axes an array may have.
#pragma once

#include <cstddef>

namespace rille {

// Beyond it is no array but an attack: what goes axis by axis (texts, strides, copies) may recurse.
inline constexpr size_t most_axes = 255;

}  // namespace rille
