// Initializers: weights that keep the scale of signals.
#pragma once

#include "stdlib/rng.h"

namespace rille {

// Normal cut at two deviations, with variance 1 / (product of all axes but the last).
// jax.nn.initializers.lecun_normal.
Array lecun_normal(const Array& key, const Shape& shape, Dtype dtype);

}  // namespace rille
