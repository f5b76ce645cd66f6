// Initializers: weights that keep the scale of signals.
#pragma once

#include "stdlib/rng.h"

namespace rille {

// Normal cut at two deviations, with variance 1 / (product of all axes but the last); the key is
// advanced by one draw. jax.nn.initializers.lecun_normal of the drawn half.
Array lecun_normal(Array& key, const Shape& shape, Dtype dtype);

}  // namespace rille
