// rng.gamma, loggamma: the Marsaglia-Tsang method.
#include "jit/transform.h"
#include "stdlib/rng/gammas.h"
#include "stdlib/trace/region.h"
#include "stdlib/transform/loops.h"
#include "stdlib/transform/with_slope.h"

namespace rille {
namespace rng {
namespace {

// A candidate: the cube of a transformed normal sample, accepted or rejected by a uniform sample. A
// shape parameter below 1 uses the sample of shape a + 1, times a power of a uniform sample.
// source: Marsaglia and Tsang, ACM TOMS 26 (2000); the keys are split as in jax.random.gamma
struct GammaCandidate {
  Array key, x, cube, u;  // cube: (1 + c x)^3
  static GammaCandidate of(const LoopCarry& at) { return {at[0], at[1], at[2], at[3]}; }
};

struct GammaSampler {
  Dtype dtype;
  Array d, c;

  Array refused(const GammaCandidate& at) const {
    Array square = mul(at.x, at.x);
    Array is_out = ge(at.u, fused(mul(square, square), -0.0331, 1.0));
    Array bound = fused(square, 0.5, mul(d, add(sub(1.0, at.cube), drawn_log(at.cube))));
    bound = where(is_large(), series(at.x, square), bound);
    return logical_and(is_out, ge(drawn_log(at.u), bound));
  }

  Array is_large() const { return gt(d, large_gamma(dtype)); }

  // The bound for a large d as a series, because the terms of lower order cancel: d c^2 = 1 / 9.
  Array series(const Array& x, const Array& square) const {
    Array t = mul(c, x);
    Array sum = add(-0.25, mul(t, add(0.2, mul(t, -1.0 / 6))));
    return mul(mul(mul(square, mul(t, t)), 1.0 / 3), sum);
  }

  // The sample for a large d, computed as d plus an accurate difference.
  Array large(const Array& x) const {
    Array t = mul(c, x);
    return add(d, mul(mul(sqrt(d), x), add(1.0, mul(t, add(1.0, mul(t, 1.0 / 3))))));
  }

  // Samples a standard normal x until v = 1 + c x > 0. Returns v.
  Array positive(const Array& key, Array& x) const {
    LoopCarry begin{key, full({}, 0.0, dtype), full({}, -1.0, dtype)};
    auto turn = [&](const LoopCarry& at) {
      Array keys = split(at[0], {Extent(2)}), drawn = normal(one_of(keys, 1), {}, dtype);
      return LoopCarry{one_of(keys, 0), drawn, fused(drawn, c, 1.0)};
    };
    LoopCarry end = run_while_loop(begin, [](const LoopCarry& at) { return le(at[2], 0.0); }, turn);
    x = end[1];
    return end[2];
  }

  LoopCarry next(const GammaCandidate& at) const {
    Array keys = split(at.key, {Extent(3)}), x;
    Array v = positive(one_of(keys, 1), x);
    Array u = uniform(one_of(keys, 2), {}, 0.0, 1.0, dtype);
    return {one_of(keys, 0), x, mul(mul(v, v), v), u};
  }

  GammaCandidate taken(const Array& key) const {
    LoopCarry begin{key, full({}, 0.0, dtype), full({}, 1.0, dtype), full({}, 2.0, dtype)};
    auto goes = [&](const LoopCarry& at) { return refused(GammaCandidate::of(at)); };
    auto turn = [&](const LoopCarry& at) { return next(GammaCandidate::of(at)); };
    return GammaCandidate::of(run_while_loop(begin, goes, turn));
  }
};

// 1 / (3 sqrt(d)). In f32, XLA rounds the reciprocal square root once.
Array third_of_inverse_root(const Array& d) {
  if (d.dtype() != Dtype::f32) return div(1.0 / 3.0, sqrt(d));
  return mul(convert(rsqrt(convert(d, Dtype::f64)), Dtype::f32), 1.0 / 3.0);
}

// One scalar sample from its own key.
Array one_gamma(const Array& key, const Array& a, bool in_logs) {
  Dtype dtype = a.dtype();
  Array is_whole = ge(a, 1.0), d = sub(where(is_whole, a, add(a, 1.0)), 1.0 / 3.0);
  GammaSampler draw{dtype, d, third_of_inverse_root(d)};
  Array keys = split(key, {Extent(2)}), last = one_of(keys, 1);
  GammaCandidate found = draw.taken(one_of(keys, 0));
  Array power = div(1.0, a), one = full({}, 1.0, dtype), zero = full({}, 0.0, dtype);
  if (!in_logs) {
    Array down = pow(sub(1.0, uniform(last, {}, 0.0, 1.0, dtype)), power);
    Array size = where(draw.is_large(), draw.large(found.x), mul(d, found.cube));
    return mul(size, where(is_whole, one, down));
  }
  Array time = neg(exponential(last, {}, dtype));
  Array down = where(logical_or(is_whole, eq(time, 0.0)), zero, mul(time, power));
  Array logs = where(draw.is_large(), mul(log1p(mul(draw.c, found.x)), 3.0), drawn_log(found.cube));
  return add(add(drawn_log(d), logs), down);
}

// Vmaps f over the first axis of the arrays. A loop in f runs until it ends for every element.
Array over_rows(Arrays xs, const std::function<Array(const Arrays&)>& f) {
  Arrays rows;
  for (const Array& x : xs) rows.emplace_back(x.type().with(Shape()));
  RecordedGraph one = record(rows, [&](const Arrays& at) { return Arrays{f(at)}; });
  BatchAxes axes{.in = std::vector<int>(xs.size(), 0)};
  axes.in.resize(xs.size() + one.captures.size(), -1);
  Graph all = vmap(one.graph, xs[0].type().extent(0), axes);
  xs.insert(xs.end(), one.captures.begin(), one.captures.end());
  return run_graph(all, xs)[0];
}

Array drawn(const Array& key, const Array& a, bool in_logs) {
  Array keys = split(key, {Extent(static_cast<int64_t>(a.size()))});
  auto one = [&](const Arrays& row) { return one_gamma(row[0], row[1], in_logs); };
  return reshape_to(over_rows({keys, flatten_array(a)}, one), a.shape());
}

// The derivative of y by a. y is a sample x or its logarithm, whose derivative is dx/da / x.
Array slope_of(const Array& a, const Array& y, bool in_logs) {
  bool is_small = rille::bits(a.dtype()) < 32;
  auto wide = [&](const Array& x) { return flatten_array(is_small ? convert(x, Dtype::f32) : x); };
  Array sample = wide(y);
  if (in_logs) {
    sample = exp(sample);
    sample = where(eq(sample, 0.0), bits_of(sample.dtype()).tiny, sample);
  }
  auto one = [](const Arrays& row) { return gamma_slope(row[0], row[1]); };
  Array slope = over_rows({wide(a), sample}, one);
  if (in_logs) slope = div(slope, sample);
  return reshape_to(convert(slope, a.dtype()), a.shape());
}

Array gamma_of(const Array& key, const Array& a, const std::optional<Shape>& shape, Dtype dtype,
               bool in_logs) {
  need_one(key);
  bits_of(dtype);
  if (is_narrow(dtype)) return convert(gamma_of(key, a, shape, Dtype::f32, in_logs), dtype);
  Array given = fit(convert(a, dtype), drawn_shape(shape, {{"a", a, ParamRange::not_negative}}));
  if (given.size() == 0) return given;
  auto value = [&](const Arrays& at) { return drawn(at[0], at[1], in_logs); };
  auto moved = [&](const Arrays& at, const Array& y, const Arrays& dx) {
    return mul(dx[0], slope_of(at[1], y, in_logs));
  };
  return with_slope({key, given}, value, moved);
}

}  // namespace

Array gamma(const Array& key, const Array& a, const std::optional<Shape>& shape, Dtype dtype) {
  return gamma_of(key, a, shape, dtype, false);
}

Array loggamma(const Array& key, const Array& a, const std::optional<Shape>& shape, Dtype dtype) {
  return gamma_of(key, a, shape, dtype, true);
}

}  // namespace rng

extern const Builtin rng_gamma_builtin = {
    .signature =
        "rng.gamma(inout key: key, a: real[...], shape: shape = nil, dtype: dtype = f32) "
        "-> float[...]",
    .brief =
        "Samples from the gamma distribution of shape parameter `a` and scale 1. The samples are "
        "differentiable with respect to `a`.",
    .params = {{"key", rng::key_text},
               {"a", "Shape parameter of the distribution, ≥ 0. It is also the mean."},
               {"shape", rng::parameters_shape},
               {"dtype", rng::float_text}},
    .errors = rng::draw_errors,
    .example = "all(rng.gamma(rng.key(0), 2.0, (9,)) > 0.0)  #> true",
    .source = "jax.random.gamma",
    .call = bind<&rng::gamma>,
};

extern const Builtin rng_loggamma_builtin = {
    .signature =
        "rng.loggamma(inout key: key, a: real[...], shape: shape = nil, dtype: dtype = "
        "f32) -> float[...]",
    .brief =
        "Samples the logarithm of a gamma variate of shape parameter `a`. The result is accurate "
        "also if the gamma variate would underflow to 0.",
    .params = {{"key", rng::key_text},
               {"a", "Shape parameter of the distribution, ≥ 0."},
               {"shape", rng::parameters_shape},
               {"dtype", rng::float_text}},
    .errors = rng::draw_errors,
    .example = "isfinite(rng.loggamma(rng.key(0), 1e-6))  #> true",
    .source = "jax.random.loggamma",
    .call = bind<&rng::loggamma>,
};

}  // namespace rille
