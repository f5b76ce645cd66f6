// Initializers: weights that keep the scale of signals.
#pragma once

#include "stdlib/rng.h"

namespace rille {

// Normal cut at two deviations, with variance 1 / (product of all axes but the last).
// jax.nn.initializers.lecun_normal.
Array lecun_normal(const Array& key, const Shape& shape, Dtype dtype);

// Even, with variance 2 / (product of all axes but the last). jax.nn.initializers.he_uniform.
Array he_uniform(const Array& key, const Shape& shape, Dtype dtype);

// Columns along `column_axis`, all other axes together as rows: whichever are fewer are
// orthonormal.
Array orthogonal(const Array& key, const Shape& shape, double scale = 1, int64_t column_axis = -1,
                 Dtype dtype = Dtype::f32);

}  // namespace rille
