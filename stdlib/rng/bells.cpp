// rng.lognormal, maxwell, wald, ball: from normal samples.
#include "stdlib/rng/drawn.h"

namespace rille {
namespace rng {

// As in JAX, the coin is tossed with a sample of the default float: f64 for dtypes of 64 bits.
Array rademacher(const Array& key, const Shape& shape, Dtype dtype) {
  if (!is_integer(dtype) && !is_float(dtype)) {
    throw labelled(Error(Code::dtype, str("rng.rademacher: `dtype` is ", dtype,
                                          ", expected an int or float dtype")),
                   "dtype");
  }
  Dtype coin = rille::bits(dtype) == 64 ? Dtype::f64 : Dtype::f32;
  Array heads = bernoulli(key, constant(coin, 0.5), shape);
  return convert(where(heads, 1, -1), dtype);
}

namespace {

Array lognormal(const Array& key, const Array& sigma, const SampleShape& shape, Dtype wanted) {
  Shape drawn = drawn_shape(shape, {{"sigma", sigma, ParamRange::not_negative}});
  return drawn_wide(wanted, [&](Dtype dtype) {
    return exp(mul(normal(key, drawn, dtype), convert(sigma, dtype)));
  });
}

// The norm of a vector of three normal samples, summed in the order of XLA.
Array maxwell(const Array& key, const Shape& shape, Dtype wanted) {
  if (is_narrow(wanted)) return convert(maxwell(key, shape, Dtype::f32), wanted);
  Shape whole = shape;
  whole.push_back(Extent(3));
  Array x = normal(key, whole, wanted);
  auto part = [&](int64_t at) { return squeeze(slice_axis(x, -1, at, 1), Ints{-1}); };
  auto square = [&](int64_t at) { return mul(part(at), part(at)); };
  return sqrt(add(add(square(0), square(2)), square(1)));
}

Array double_sided_maxwell(const Array& key, const Array& loc, const Array& scale,
                           const SampleShape& shape, Dtype dtype) {
  need_one(key);
  Shape drawn = drawn_shape(shape, {{"loc", loc}, {"scale", scale, ParamRange::not_negative}});
  if (is_narrow(dtype)) {
    return convert(double_sided_maxwell(key, loc, scale, shape, Dtype::f32), dtype);
  }
  Array keys = split(key, {Extent(2)});
  Array size = maxwell(one_of(keys, 0), drawn, dtype);
  Array side = rademacher(one_of(keys, 1), drawn, dtype);
  return fused(mul(side, size), convert(scale, dtype), convert(loc, dtype));
}

// source: Michael, Schucany and Haas, The American Statistician 30 (1976), with scale 1
Array wald(const Array& key, const Array& mean, const SampleShape& shape, Dtype dtype) {
  need_one(key);
  Shape drawn = drawn_shape(shape, {{"mean", mean, ParamRange::positive}});
  if (is_narrow(dtype)) return convert(wald(key, mean, shape, Dtype::f32), dtype);
  Array m = fit(convert(mean, dtype), drawn), keys = split(key, {Extent(2)});
  Array v = normal(one_of(keys, 0), drawn, dtype), y = mul(v, v);
  Array u = uniform(one_of(keys, 1), drawn, 0.0, 1.0, dtype), square = mul(m, m);
  Array root = sqrt(fused(mul(m, 4.0), y, mul(square, mul(y, y))));
  Array x = fused(neg(mul(m, 0.5)), root, fused(mul(square, y), 0.5, m));
  // If the mean is large, the terms above cancel or overflow. Then
  // x = m / (1 + w / 2 + sqrt(w + w^2 / 4)) with w = m y.
  Array is_far = gt(m, dtype == Dtype::f64 ? 1e5 : 50.0), w = mul(m, y);
  Array above = add(1.0, mul(w, add(0.5, sqrt(add(0.25, div(1.0, w))))));
  above = where(eq(w, 0.0), ones_like(w), above);
  Array near = where(is_far, div(m, above), x);
  Array far = where(is_far, mul(m, above), div(square, x));
  Array share = where(is_far, div(above, add(above, 1.0)), div(m, add(m, x)));
  return where(le(u, share), near, far);
}

}  // namespace

// The density is proportional to exp(-|x|^p).
Array generalized_normal(const Array& key, const Array& p, const SampleShape& shape, Dtype dtype) {
  need_one(key);
  Shape drawn = drawn_shape(shape, {{"p", p, ParamRange::positive}});
  if (is_narrow(dtype)) return convert(generalized_normal(key, p, shape, Dtype::f32), dtype);
  Array keys = split(key, {Extent(2)}), power = div(1.0, convert(p, dtype));
  Array size = gamma(one_of(keys, 0), power, drawn, dtype), root = pow(size, power);
  if (!is_at_least(power, 0.2)) {  // a gamma sample may underflow to 0 although its root does not
    Array logs = mul(loggamma(one_of(keys, 0), power, drawn, dtype), power);
    root = where(lt(size, bits_of(dtype).tiny), exp(logs), root);
  }
  return mul(rademacher(one_of(keys, 1), drawn, dtype), root);
}

namespace {

// source: Barthe et al., A probabilistic approach to the geometry of the l_p^n ball (2005)
Array ball(const Array& key, int64_t d, const Array& p, const Shape& shape, Dtype dtype) {
  need_one(key);
  bits_of(dtype);
  if (is_narrow(dtype)) return convert(ball(key, d, p, shape, Dtype::f32), dtype);
  if (d < 0) {
    throw labelled(Error(Code::value, str("rng.ball: `d` is ", d, ", expected >= 0")), "d");
  }
  Shape whole = shape;
  whole.push_back(Extent(d));
  Array keys = split(key, {Extent(2)}), power = convert(p, dtype);
  Array x = generalized_normal(one_of(keys, 0), power, whole, dtype);
  Array more = exponential(one_of(keys, 1), shape, dtype);
  Array size = add(sum(pow(abs(x), power), Ints{-1}), more);
  return div(x, expand(pow(size, div(1.0, power)), {-1}));
}

}  // namespace
}  // namespace rng

extern const Builtin rng_rademacher_builtin = {
    .signature =
        "rng.rademacher(inout key: key, shape: shape = (), dtype: dtype = i32) -> number[...]",
    .brief = "Samples -1 or 1 with probability 1/2 each (Rademacher distribution).",
    .params = {{"key", rng::key_text},
               {"shape", rng::shape_text},
               {"dtype", "Int or float dtype of the result."}},
    .errors = rng::draw_errors,
    .example = "all(abs(rng.rademacher(rng.key(0), (9,))) == 1)  #> true",
    .source = "jax.random.rademacher",
    .call = bind<&rng::rademacher>,
};

extern const Builtin rng_lognormal_builtin = {
    .signature =
        "rng.lognormal(inout key: key, sigma: real[...] = 1.0, shape: shape = nil, dtype: "
        "dtype = f32) -> float[...]",
    .brief =
        "Samples from the log-normal distribution. The logarithm of a sample is normal with mean 0 "
        "and standard deviation `sigma`.",
    .params = {{"key", rng::key_text},
               {"sigma", "Standard deviation of the logarithm, ≥ 0."},
               {"shape", rng::parameters_shape},
               {"dtype", rng::float_text}},
    .errors = rng::draw_errors,
    .example = "all(rng.lognormal(rng.key(0), 0.5, (9,)) > 0.0)  #> true",
    .source = "jax.random.lognormal",
    .call = bind<&rng::lognormal>,
};

extern const Builtin rng_maxwell_builtin = {
    .signature = "rng.maxwell(inout key: key, shape: shape = (), dtype: dtype = f32) -> float[...]",
    .brief =
        "Samples from the Maxwell distribution. A sample is the norm of a vector of three standard "
        "normal samples.",
    .params = {{"key", rng::key_text}, {"shape", rng::shape_text}, {"dtype", rng::float_text}},
    .errors = rng::draw_errors,
    .example = "all(rng.maxwell(rng.key(0), (9,)) > 0.0)  #> true",
    .source = "jax.random.maxwell",
    .call = bind<&rng::maxwell>,
};

extern const Builtin rng_double_sided_maxwell_builtin = {
    .signature =
        "rng.double_sided_maxwell(inout key: key, loc: real[...], scale: real[...], "
        "shape: shape = nil, dtype: dtype = f32) -> float[...]",
    .brief =
        "Samples from the double-sided Maxwell distribution. A sample is `loc` plus or minus "
        "`scale` times a Maxwell sample, each sign with probability 1/2.",
    .params = {{"key", rng::key_text},
               {"loc", "Center of the distribution."},
               {"scale", "Scale of the distribution, ≥ 0."},
               {"shape",
                "Shape of the result, including the axes of the parameters, which must broadcast "
                "to it. If nil, the broadcast shape of the parameters."},
               {"dtype", rng::float_text}},
    .errors = rng::draw_errors,
    .example = "rng.double_sided_maxwell(rng.key(0), 0.0, 1.0, (2,)).shape  #> (2,)",
    .source = "jax.random.double_sided_maxwell",
    .call = bind<&rng::double_sided_maxwell>,
};

extern const Builtin rng_wald_builtin = {
    .signature =
        "rng.wald(inout key: key, mean: real[...], shape: shape = nil, dtype: dtype = "
        "f32) -> float[...]",
    .brief = "Samples from the Wald (inverse Gaussian) distribution of scale 1.",
    .params = {{"key", rng::key_text},
               {"mean", "Mean of the distribution, > 0."},
               {"shape", rng::parameters_shape},
               {"dtype", rng::float_text}},
    .errors = rng::draw_errors,
    .example = "all(rng.wald(rng.key(0), 2.0, (9,)) > 0.0)  #> true",
    .source = "jax.random.wald",
    .call = bind<&rng::wald>,
};

extern const Builtin rng_generalized_normal_builtin = {
    .signature =
        "rng.generalized_normal(inout key: key, p: real[...], shape: shape = nil, dtype: "
        "dtype = f32) -> float[...]",
    .brief =
        "Samples from the generalized normal distribution. The density is proportional to "
        "exp(-|x|^p).",
    .params = {{"key", rng::key_text},
               {"p",
                "Exponent of the density, > 0. 1 gives the Laplace distribution, 2 the normal "
                "distribution of variance 1/2."},
               {"shape", rng::parameters_shape},
               {"dtype", rng::float_text}},
    .errors = rng::draw_errors,
    .example = "rng.generalized_normal(rng.key(0), 3.0, (2,)).shape  #> (2,)",
    .source = "jax.random.generalized_normal",
    .call = bind<&rng::generalized_normal>,
};

extern const Builtin rng_ball_builtin = {
    .signature =
        "rng.ball(inout key: key, d: int, p: real = 2.0, shape: shape = (), dtype: dtype "
        "= f32) -> float[..., _]",
    .brief = "Samples points uniformly from the `d`-dimensional unit ball of the p-norm.",
    .params = {{"key", rng::key_text},
               {"d", "Dimension of the ball, ≥ 0: the size of the last axis of the result."},
               {"p", "Exponent of the norm, > 0. The ball is the set where sum(|x|^p) ≤ 1."},
               {"shape", "Shape of the result without the last axis."},
               {"dtype", rng::float_text}},
    .errors = rng::draw_errors,
    .example = "norm(rng.ball(rng.key(0), 3)) <= 1.0  #> true",
    .source = "jax.random.ball",
    .call = bind<&rng::ball>,
};

}  // namespace rille
