// rng.lognormal, maxwell, wald and kin: of the bell curve.
#include "stdlib/rng/drawn.h"

namespace rille {
namespace rng {

// JAX's default float tosses the coin: one of 64 bits where it has such dtypes.
Array rademacher(const Array& key, const Shape& shape, Dtype dtype) {
  if (!is_integer(dtype) && !is_float(dtype)) {
    throw labelled(Error(Code::dtype, str("signs are ints or floats, got ", dtype)), "dtype");
  }
  Dtype coin = rille::bits(dtype) == 64 ? Dtype::f64 : Dtype::f32;
  Array heads = bernoulli(key, constant(coin, 0.5), shape);
  return convert(where(heads, 1, -1), dtype);
}

namespace {

Array lognormal(const Array& key, const Array& sigma, const DrawnShape& shape, Dtype wanted) {
  Shape drawn = drawn_shape(shape, {{"sigma", sigma, Range::not_negative}});
  return drawn_wide(wanted, [&](Dtype dtype) {
    return exp(mul(normal(key, drawn, dtype), convert(sigma, dtype)));
  });
}

// The length of a vector of three draws, with the order of XLA's sum.
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
                           const DrawnShape& shape, Dtype dtype) {
  need_one(key);
  Shape drawn = drawn_shape(shape, {{"loc", loc}, {"scale", scale, Range::not_negative}});
  if (is_narrow(dtype)) {
    return convert(double_sided_maxwell(key, loc, scale, shape, Dtype::f32), dtype);
  }
  Array keys = split(key, {Extent(2)});
  Array size = maxwell(one_of(keys, 0), drawn, dtype);
  Array side = rademacher(one_of(keys, 1), drawn, dtype);
  return fused(mul(side, size), convert(scale, dtype), convert(loc, dtype));
}

// source: Michael, Schucany and Haas, The American Statistician 30 (1976), with scale 1
Array wald(const Array& key, const Array& mean, const DrawnShape& shape, Dtype dtype) {
  need_one(key);
  Shape drawn = drawn_shape(shape, {{"mean", mean, Range::positive}});
  if (is_narrow(dtype)) return convert(wald(key, mean, shape, Dtype::f32), dtype);
  Array m = fit(convert(mean, dtype), drawn), keys = split(key, {Extent(2)});
  Array v = normal(one_of(keys, 0), drawn, dtype), y = mul(v, v);
  Array u = uniform(one_of(keys, 1), drawn, 0.0, 1.0, dtype), square = mul(m, m);
  Array root = sqrt(fused(mul(m, 4.0), y, mul(square, mul(y, y))));
  Array x = fused(neg(mul(m, 0.5)), root, fused(mul(square, y), 0.5, m));
  // Of a large mean the terms cancel, or are beyond the largest number: x = m / (1 + w / 2 + sqrt(w
  // + w^2 / 4)), w = m y.
  Array is_far = gt(m, dtype == Dtype::f64 ? 1e5 : 50.0), w = mul(m, y);
  Array above = add(1.0, mul(w, add(0.5, sqrt(add(0.25, div(1.0, w))))));
  above = where(eq(w, 0.0), ones_like(w), above);
  Array near = where(is_far, div(m, above), x);
  Array far = where(is_far, mul(m, above), div(square, x));
  Array share = where(is_far, div(above, add(above, 1.0)), div(m, add(m, x)));
  return where(le(u, share), near, far);
}

}  // namespace

// Of density exp(-|x|^p).
Array generalized_normal(const Array& key, const Array& p, const DrawnShape& shape, Dtype dtype) {
  need_one(key);
  Shape drawn = drawn_shape(shape, {{"p", p, Range::positive}});
  if (is_narrow(dtype)) return convert(generalized_normal(key, p, shape, Dtype::f32), dtype);
  Array keys = split(key, {Extent(2)}), power = div(1.0, convert(p, dtype));
  Array size = gamma(one_of(keys, 0), power, drawn, dtype), root = pow(size, power);
  if (!is_at_least(power, 0.2)) {  // else the gamma distribution's draws may be 0, their roots not
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
    throw labelled(Error(Code::value, str("ball: `d` must be >= 0, got ", d)), "d");
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
    .brief = "-1 or 1, both equally likely; a place `&key` moves on.",
    .params = {{"dtype", "ints or floats"}},
    .errors = rng::draw_errors,
    .example = "all(abs(rng.rademacher(rng.key(0), (9,))) == 1)  #> true",
    .source = "jax.random.rademacher; of a place `&key`, of the second half of its split",
    .call = bind<&rng::rademacher>,
};

extern const Builtin rng_lognormal_builtin = {
    .signature =
        "rng.lognormal(inout key: key, sigma: real[...] = 1.0, shape: shape = nil, dtype: "
        "dtype = f32) -> float[...]",
    .brief = "exp of draws of the bell curve; a place `&key` moves on.",
    .params = {{"sigma", "the deviation of the logarithm"}, {"shape", rng::parameters_shape}},
    .errors = rng::draw_errors,
    .example = "all(rng.lognormal(rng.key(0), 0.5, (9,)) > 0.0)  #> true",
    .source = "jax.random.lognormal; of a place `&key`, of the second half of its split",
    .call = bind<&rng::lognormal>,
};

extern const Builtin rng_maxwell_builtin = {
    .signature = "rng.maxwell(inout key: key, shape: shape = (), dtype: dtype = f32) -> float[...]",
    .brief = "Lengths of vectors of three draws of the bell curve; a place `&key` moves on.",
    .errors = rng::draw_errors,
    .example = "all(rng.maxwell(rng.key(0), (9,)) > 0.0)  #> true",
    .source = "jax.random.maxwell; of a place `&key`, of the second half of its split",
    .call = bind<&rng::maxwell>,
};

extern const Builtin rng_double_sided_maxwell_builtin = {
    .signature =
        "rng.double_sided_maxwell(inout key: key, loc: real[...], scale: real[...], "
        "shape: shape = nil, dtype: dtype = f32) -> float[...]",
    .brief = "Maxwell's distribution to both sides of loc; a place `&key` moves on.",
    .params = {{"loc", "the middle"},
               {"scale", "stretches the draws"},
               {"shape", rng::parameters_shape}},
    .errors = rng::draw_errors,
    .example = "rng.double_sided_maxwell(rng.key(0), 0.0, 1.0, (2,)).shape  #> (2,)",
    .source =
        "jax.random.double_sided_maxwell; of a place `&key`, of the second half of its "
        "split. The shape is the whole one, as of the other draws",
    .call = bind<&rng::double_sided_maxwell>,
};

extern const Builtin rng_wald_builtin = {
    .signature =
        "rng.wald(inout key: key, mean: real[...], shape: shape = nil, dtype: dtype = "
        "f32) -> float[...]",
    .brief = "Times of first passage, the inverse Gaussian of scale 1; a place `&key` moves on.",
    .params = {{"mean", "> 0"}, {"shape", rng::parameters_shape}},
    .errors = rng::draw_errors,
    .example = "all(rng.wald(rng.key(0), 2.0, (9,)) > 0.0)  #> true",
    .source = "jax.random.wald; of a place `&key`, of the second half of its split",
    .call = bind<&rng::wald>,
};

extern const Builtin rng_generalized_normal_builtin = {
    .signature =
        "rng.generalized_normal(inout key: key, p: real[...], shape: shape = nil, dtype: "
        "dtype = f32) -> float[...]",
    .brief = "Draws of density exp(-|x|^p), up to a constant; a place `&key` moves on.",
    .params = {{"p", "> 0; 1: Laplace, 2: the bell curve of variance 1/2"},
               {"shape", rng::parameters_shape}},
    .errors = rng::draw_errors,
    .example = "rng.generalized_normal(rng.key(0), 3.0, (2,)).shape  #> (2,)",
    .source = "jax.random.generalized_normal; of a place `&key`, of the second half of its split",
    .call = bind<&rng::generalized_normal>,
};

extern const Builtin rng_ball_builtin = {
    .signature =
        "rng.ball(inout key: key, d: int, p: real = 2.0, shape: shape = (), dtype: dtype "
        "= f32) -> float[..., _]",
    .brief = "Points of the unit ball of d axes, all equally likely; a place `&key` moves on.",
    .params = {{"d", "how many numbers make a point"},
               {"p", "> 0: the ball is where the sum of |x|^p is at most 1"},
               {"shape", "how many points"}},
    .errors = rng::draw_errors,
    .example = "norm(rng.ball(rng.key(0), 3)) <= 1.0  #> true",
    .source = "jax.random.ball; of a place `&key`, of the second half of its split",
    .call = bind<&rng::ball>,
};

}  // namespace rille
