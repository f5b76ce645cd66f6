// Random sampling in C++: the bits of JAX's threefry PRNG.
#pragma once

#include "stdlib/array.h"

// A key is an array of dtype `key`. A sampler uses the key itself, as in jax.random. A variable
// that is passed as `&key` is split first: `next` stores the first half in the variable and returns
// the second, like `key, sub = jax.random.split(key)`, so that samples never repeat. Calls of
// scripts do that for every parameter of type "inout key".
namespace rille::rng {

Array key(const Array& seed);                          // from an int; all 64 bits are used
Array split(const Array& key, const Shape& shape);     // keys[..., shape...]
Array fold_in(const Array& key, const Array& number);  // number: an int
Array key_data(const Array& key);                      // u32[..., 2]
Array next(Array& key);           // advances each key and returns the halves to sample from
void need_one(const Array& key);  // raises error[type] or error[shape] if it is not a single key

Array bits(const Array& key, const Shape& shape, Dtype dtype = Dtype::u32);
Array uniform(const Array& key, const Shape& shape, const Array& low = Array(0.0),
              const Array& high = Array(1.0), Dtype dtype = Dtype::f32);
Array normal(const Array& key, const Shape& shape, Dtype dtype = Dtype::f32);
Array truncated_normal(const Array& key, const Shape& shape, const Array& low, const Array& high,
                       Dtype dtype);
Array exponential(const Array& key, const Shape& shape, Dtype dtype);
Array gumbel(const Array& key, const Shape& shape, Dtype dtype);
Array bernoulli(const Array& key, const Array& p, const std::optional<Shape>& shape);
Array randint(const Array& key, const Shape& shape, const Array& low, const Array& high,
              Dtype dtype);
Array permutation(const Array& key, const Array& x, int64_t axis, bool independent = false);
Array categorical(const Array& key, const Array& logits, int64_t axis,
                  const std::optional<Shape>& shape, bool replace = true);
Array choice(const Array& key, const Array& from, const Shape& shape, bool replace,
             const std::optional<Array>& p, int64_t axis = 0);

// Matrices of n by m; the vectors along the shorter side are orthonormal.
Array orthogonal(const Array& key, int64_t n, const Shape& shape, const std::optional<int64_t>& m,
                 Dtype dtype);

// If `shape` is nullopt, the samples have the broadcast shape of the parameters. A parameter out of
// its range raises error[value] in a run.
using SampleShape = std::optional<Shape>;
Array gamma(const Array& key, const Array& a, const SampleShape& shape, Dtype dtype);
Array loggamma(const Array& key, const Array& a, const SampleShape& shape, Dtype dtype);
Array chisquare(const Array& key, const Array& df, const SampleShape& shape, Dtype dtype);
Array generalized_normal(const Array& key, const Array& p, const SampleShape& shape, Dtype dtype);
Array rademacher(const Array& key, const Shape& shape, Dtype dtype);  // -1 or 1
Array binomial(const Array& key, const Array& n, const Array& p, const SampleShape& shape,
               Dtype dtype);

}  // namespace rille::rng
