// Initializers: random weights that preserve variance.
#pragma once

#include "stdlib/rng.h"

namespace rille {

// Samples a normal distribution truncated at two standard deviations, of variance 1 / fan_in.
// fan_in is the product of all axes except the last. Same as jax.nn.initializers.lecun_normal.
Array lecun_normal(const Array& key, const Shape& shape, Dtype dtype);

// Samples a uniform distribution around 0 of variance 2 / fan_in. Same as
// jax.nn.initializers.he_uniform.
Array he_uniform(const Array& key, const Shape& shape, Dtype dtype);

// Samples a matrix with columns along `column_axis` and all other axes together as rows. Rows or
// columns, whichever are fewer, are orthonormal.
Array orthogonal(const Array& key, const Shape& shape, double scale = 1, int64_t column_axis = -1,
                 Dtype dtype = Dtype::f32);

}  // namespace rille
