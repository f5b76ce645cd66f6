// rng.cauchy, laplace, logistic, pareto and kin: by inverses.
#include <numbers>

#include "stdlib/rng/drawn.h"

// A uniform draw, taken through the inverse of the chance to be below.
namespace rille {
namespace rng {
namespace {

Array cauchy(const Array& key, const Shape& shape, Dtype wanted) {
  return drawn_wide(wanted, [&](Dtype dtype) {
    Array u = uniform(key, shape, bits_of(dtype).unit(), 1.0, dtype);
    return tan(mul(sub(u, 0.5), std::numbers::pi));
  });
}

Array laplace(const Array& key, const Shape& shape, Dtype wanted) {
  return drawn_wide(wanted, [&](Dtype dtype) {
    Array u = uniform(key, shape, bits_of(dtype).unit() / 2 - 1.0, 1.0, dtype);
    return mul(sign(u), drawn_log1p(neg(abs(u))));
  });
}

Array logistic(const Array& key, const Shape& shape, Dtype wanted) {
  return drawn_wide(wanted, [&](Dtype dtype) {
    Array u = off_zero(uniform(key, shape, bits_of(dtype).tiny, 1.0, dtype));
    return sub(log(u), drawn_log1p(neg(u)));
  });
}

Array pareto(const Array& key, const Array& b, const DrawnShape& shape, Dtype wanted) {
  Shape drawn = drawn_shape(shape, {{"b", b, Range::positive}});
  return drawn_wide(wanted, [&](Dtype dtype) {
    return exp(div(exponential(key, drawn, dtype), convert(b, dtype)));
  });
}

Array rayleigh(const Array& key, const Array& scale, const DrawnShape& shape, Dtype wanted) {
  Shape drawn = drawn_shape(shape, {{"scale", scale, Range::not_negative}});
  return drawn_wide(wanted, [&](Dtype dtype) {
    Array u = off_zero(uniform(key, drawn, 0.0, 1.0, dtype));
    return mul(convert(scale, dtype), sqrt(mul(log(u), -2.0)));
  });
}

Array weibull_min(const Array& key, const Array& scale, const Array& concentration,
                  const DrawnShape& shape, Dtype wanted) {
  Shape drawn = drawn_shape(shape, {{"scale", scale, Range::not_negative},
                                    {"concentration", concentration, Range::positive}});
  return drawn_wide(wanted, [&](Dtype dtype) {
    Array power = div(1.0, convert(concentration, dtype));
    return mul(pow(exponential(key, drawn, dtype), power), convert(scale, dtype));
  });
}

// Where the square of the width would leave the dtype's range, by quotients of halves.
Array triangle(const Array& u, const Array& a, const Array& c, const Array& b) {
  Array width = sub(b, a), rise = sub(c, a), fall = sub(b, c), rest = sub(1.0, u);
  Array size = mul(width, width);
  Array plain =
      logical_and(lt(size, bits_of(u.dtype()).huge()), gt(size, bits_of(u.dtype()).least()));
  Array half = sub(mul(b, 0.5), mul(a, 0.5));
  Array ratio = div(sub(mul(c, 0.5), mul(a, 0.5)), half);
  Array up = mul(half, sqrt(mul(u, ratio))), down = mul(half, sqrt(mul(rest, sub(1.0, ratio))));
  Array below = where(plain, add(a, sqrt(mul(mul(u, width), rise))), add(add(a, up), up));
  Array above = where(plain, sub(b, sqrt(mul(mul(rest, width), fall))), sub(sub(b, down), down));
  return where(lt(u, where(plain, div(rise, width), ratio)), below, above);
}

Array triangular(const Array& key, const Array& left, const Array& mode, const Array& right,
                 const DrawnShape& shape, Dtype wanted) {
  Shape drawn = drawn_shape(shape, {{"left", left}, {"mode", mode}, {"right", right}});
  check(logical_and(lt(left, right), logical_and(le(left, mode), le(mode, right))), "value",
        "rng.triangular needs left <= mode <= right and left < right, got {0}, {1}, {2}",
        {left, mode, right});
  return drawn_wide(wanted, [&](Dtype dtype) {
    Array a = convert(left, dtype), c = convert(mode, dtype), b = convert(right, dtype);
    Array u = uniform(key, drawn, 0.0, 1.0, dtype);
    return triangle(u, a, c, b);
  });
}

}  // namespace
}  // namespace rng

extern const Builtin rng_cauchy_builtin = {
    .signature = "rng.cauchy(inout key: key, shape: shape = (), dtype: dtype = f32) -> float[...]",
    .brief = "The Cauchy distribution, which has no mean; a place `&key` moves on.",
    .errors = rng::draw_errors,
    .example = "rng.cauchy(rng.key(0), (2,)).shape  #> (2,)",
    .source = "jax.random.cauchy; of a place `&key`, of the second half of its split",
    .call = bind<&rng::cauchy>,
};

extern const Builtin rng_laplace_builtin = {
    .signature = "rng.laplace(inout key: key, shape: shape = (), dtype: dtype = f32) -> float[...]",
    .brief = "Waiting times of either sign, the Laplace distribution; a place `&key` moves on.",
    .errors = rng::draw_errors,
    .example = "rng.laplace(rng.key(0), (2,)).shape  #> (2,)",
    .source = "jax.random.laplace; of a place `&key`, of the second half of its split",
    .call = bind<&rng::laplace>,
};

extern const Builtin rng_logistic_builtin = {
    .signature =
        "rng.logistic(inout key: key, shape: shape = (), dtype: dtype = f32) -> float[...]",
    .brief = "Log odds of uniform chances, the logistic distribution; a place `&key` moves on.",
    .errors = rng::draw_errors,
    .example = "rng.logistic(rng.key(0), (2,)).shape  #> (2,)",
    .source = "jax.random.logistic; of a place `&key`, of the second half of its split",
    .call = bind<&rng::logistic>,
};

extern const Builtin rng_pareto_builtin = {
    .signature =
        "rng.pareto(inout key: key, b: real[...], shape: shape = nil, dtype: dtype = f32) "
        "-> float[...]",
    .brief =
        "The Pareto distribution from 1 up, x above y with the chance y^-b; a place `&key` "
        "moves on.",
    .params = {{"b", "how fast it falls, > 0"}, {"shape", rng::parameters_shape}},
    .errors = rng::draw_errors,
    .example = "all(rng.pareto(rng.key(0), 3.0, (9,)) >= 1.0)  #> true",
    .source = "jax.random.pareto; of a place `&key`, of the second half of its split",
    .call = bind<&rng::pareto>,
};

extern const Builtin rng_rayleigh_builtin = {
    .signature =
        "rng.rayleigh(inout key: key, scale: real[...], shape: shape = nil, dtype: dtype "
        "= f32) -> float[...]",
    .brief = "Lengths of vectors of two draws of the bell curve; a place `&key` moves on.",
    .params = {{"scale", "the deviation of each"}, {"shape", rng::parameters_shape}},
    .errors = rng::draw_errors,
    .example = "all(rng.rayleigh(rng.key(0), 2.0, (9,)) >= 0.0)  #> true",
    .source = "jax.random.rayleigh; of a place `&key`, of the second half of its split",
    .call = bind<&rng::rayleigh>,
};

extern const Builtin rng_weibull_min_builtin = {
    .signature =
        "rng.weibull_min(inout key: key, scale: real[...], concentration: real[...], "
        "shape: shape = nil, dtype: dtype = f32) -> float[...]",
    .brief = "Times to failure, the Weibull distribution; a place `&key` moves on.",
    .params = {{"scale", "stretches the draws"},
               {"concentration", "> 0; 1: waiting times, above: failures of age"},
               {"shape", rng::parameters_shape}},
    .errors = rng::draw_errors,
    .example = "all(rng.weibull_min(rng.key(0), 1.0, 2.0, (9,)) >= 0.0)  #> true",
    .source =
        "jax.random.weibull_min; of a place `&key`, of the second half of its split. Where "
        "no shape is given each element of the parameters has a draw of its own",
    .call = bind<&rng::weibull_min>,
};

extern const Builtin rng_triangular_builtin = {
    .signature =
        "rng.triangular(inout key: key, left: real[...], mode: real[...], right: "
        "real[...], shape: shape = nil, dtype: dtype = f32) -> float[...]",
    .brief = "A density that rises from left to mode and falls to right; a place `&key` moves on.",
    .params = {{"left", "the least result"},
               {"mode", "the likeliest"},
               {"right", "the greatest"},
               {"shape", rng::parameters_shape}},
    .errors = rng::draw_errors,
    .example = "all(rng.triangular(rng.key(0), 0.0, 1.0, 3.0, (9,)) <= 3.0)  #> true",
    .source = "jax.random.triangular; of a place `&key`, of the second half of its split",
    .call = bind<&rng::triangular>,
};

}  // namespace rille
