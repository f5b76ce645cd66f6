// rng.cauchy, laplace, pareto, …: inverse transform sampling.
#include <numbers>

#include "stdlib/rng/drawn.h"

// A sample is the inverse CDF of a uniform sample.
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
    return sub(drawn_log(u), drawn_log1p(neg(u)));
  });
}

Array pareto(const Array& key, const Array& b, const SampleShape& shape, Dtype wanted) {
  Shape drawn = drawn_shape(shape, {{"b", b, ParamRange::positive}});
  return drawn_wide(wanted, [&](Dtype dtype) {
    return exp(div(exponential(key, drawn, dtype), convert(b, dtype)));
  });
}

Array rayleigh(const Array& key, const Array& scale, const SampleShape& shape, Dtype wanted) {
  Shape drawn = drawn_shape(shape, {{"scale", scale, ParamRange::not_negative}});
  return drawn_wide(wanted, [&](Dtype dtype) {
    Array u = off_zero(uniform(key, drawn, 0.0, 1.0, dtype));
    return mul(convert(scale, dtype), sqrt(mul(drawn_log(u), -2.0)));
  });
}

Array weibull_min(const Array& key, const Array& scale, const Array& concentration,
                  const SampleShape& shape, Dtype wanted) {
  Shape drawn = drawn_shape(shape, {{"scale", scale, ParamRange::not_negative},
                                    {"concentration", concentration, ParamRange::positive}});
  return drawn_wide(wanted, [&](Dtype dtype) {
    Array power = div(1.0, convert(concentration, dtype));
    return mul(pow(exponential(key, drawn, dtype), power), convert(scale, dtype));
  });
}

// If the square of the width would overflow or underflow, halves and their quotients are used.
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
                 const SampleShape& shape, Dtype wanted) {
  Shape drawn = drawn_shape(shape, {{"left", left}, {"mode", mode}, {"right", right}});
  check(logical_and(lt(left, right), logical_and(le(left, mode), le(mode, right))), "value",
        "rng.triangular: `left`, `mode`, and `right` are {0}, {1}, and {2}, expected left <= mode "
        "<= right and left < right",
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
    .brief = "Samples from the standard Cauchy distribution. It has no mean.",
    .params = {{"key", rng::key_text}, {"shape", rng::shape_text}, {"dtype", rng::float_text}},
    .errors = rng::draw_errors,
    .example = "rng.cauchy(rng.key(0), (2,)).shape  #> (2,)",
    .source = "jax.random.cauchy",
    .call = bind<&rng::cauchy>,
};

extern const Builtin rng_laplace_builtin = {
    .signature = "rng.laplace(inout key: key, shape: shape = (), dtype: dtype = f32) -> float[...]",
    .brief = "Samples from the standard Laplace distribution: density exp(-|x|) / 2.",
    .params = {{"key", rng::key_text}, {"shape", rng::shape_text}, {"dtype", rng::float_text}},
    .errors = rng::draw_errors,
    .example = "rng.laplace(rng.key(0), (2,)).shape  #> (2,)",
    .source = "jax.random.laplace",
    .call = bind<&rng::laplace>,
};

extern const Builtin rng_logistic_builtin = {
    .signature =
        "rng.logistic(inout key: key, shape: shape = (), dtype: dtype = f32) -> float[...]",
    .brief = "Samples from the standard logistic distribution: log(u / (1 - u)) with u uniform.",
    .params = {{"key", rng::key_text}, {"shape", rng::shape_text}, {"dtype", rng::float_text}},
    .errors = rng::draw_errors,
    .example = "rng.logistic(rng.key(0), (2,)).shape  #> (2,)",
    .source = "jax.random.logistic",
    .call = bind<&rng::logistic>,
};

extern const Builtin rng_pareto_builtin = {
    .signature =
        "rng.pareto(inout key: key, b: real[...], shape: shape = nil, dtype: dtype = f32) "
        "-> float[...]",
    .brief =
        "Samples from the Pareto distribution of minimum 1. A sample exceeds y ≥ 1 with "
        "probability y^-b.",
    .params = {{"key", rng::key_text},
               {"b", "Shape parameter (tail exponent), > 0."},
               {"shape", rng::parameters_shape},
               {"dtype", rng::float_text}},
    .errors = rng::draw_errors,
    .example = "all(rng.pareto(rng.key(0), 3.0, (9,)) >= 1.0)  #> true",
    .source = "jax.random.pareto",
    .call = bind<&rng::pareto>,
};

extern const Builtin rng_rayleigh_builtin = {
    .signature =
        "rng.rayleigh(inout key: key, scale: real[...], shape: shape = nil, dtype: dtype "
        "= f32) -> float[...]",
    .brief =
        "Samples from the Rayleigh distribution. A sample is the norm of a vector of two normal "
        "samples of standard deviation `scale`.",
    .params = {{"key", rng::key_text},
               {"scale", "Standard deviation of each component, ≥ 0."},
               {"shape", rng::parameters_shape},
               {"dtype", rng::float_text}},
    .errors = rng::draw_errors,
    .example = "all(rng.rayleigh(rng.key(0), 2.0, (9,)) >= 0.0)  #> true",
    .source = "jax.random.rayleigh",
    .call = bind<&rng::rayleigh>,
};

extern const Builtin rng_weibull_min_builtin = {
    .signature =
        "rng.weibull_min(inout key: key, scale: real[...], concentration: real[...], "
        "shape: shape = nil, dtype: dtype = f32) -> float[...]",
    .brief =
        "Samples from the Weibull minimum distribution. If `shape` is nil, every element of the "
        "broadcast parameters has an independent sample.",
    .params = {{"key", rng::key_text},
               {"scale", "Scale of the distribution, ≥ 0."},
               {"concentration",
                "Shape parameter, > 0. 1 gives the exponential distribution; above 1, the failure "
                "rate increases with time."},
               {"shape", rng::parameters_shape},
               {"dtype", rng::float_text}},
    .errors = rng::draw_errors,
    .example = "all(rng.weibull_min(rng.key(0), 1.0, 2.0, (9,)) >= 0.0)  #> true",
    .source = "jax.random.weibull_min",
    .call = bind<&rng::weibull_min>,
};

extern const Builtin rng_triangular_builtin = {
    .signature =
        "rng.triangular(inout key: key, left: real[...], mode: real[...], right: "
        "real[...], shape: shape = nil, dtype: dtype = f32) -> float[...]",
    .brief =
        "Samples from the triangular distribution. The density increases linearly from `left` to "
        "`mode` and decreases linearly to `right`.",
    .params = {{"key", rng::key_text},
               {"left", "Lower bound, left ≤ mode and left < right."},
               {"mode", "Mode of the distribution, left ≤ mode ≤ right."},
               {"right", "Upper bound, mode ≤ right."},
               {"shape", rng::parameters_shape},
               {"dtype", rng::float_text}},
    .errors = rng::draw_errors,
    .example = "all(rng.triangular(rng.key(0), 0.0, 1.0, 3.0, (9,)) <= 3.0)  #> true",
    .source = "jax.random.triangular",
    .call = bind<&rng::triangular>,
};

}  // namespace rille
