// rng.beta, dirichlet, chisquare, t, f: from gamma samples.
#include "stdlib/rng/drawn.h"
#include "stdlib/rng/gammas.h"

namespace rille {
namespace rng {
namespace {

Array given(const Array& x, const Shape& shape, Dtype dtype) {
  return fit(convert(x, dtype), shape);
}

// Whether a shape parameter is so large that the logarithms of gamma samples lose precision.
Array is_large(const Array& a, Dtype dtype) { return gt(a, large_gamma(dtype)); }
bool has_large(const Array& a, Dtype dtype) { return !is_at_least(neg(a), -large_gamma(dtype)); }

Array beta(const Array& key, const Array& a, const Array& b, const SampleShape& shape,
           Dtype dtype) {
  need_one(key);
  bits_of(dtype);
  if (is_narrow(dtype)) return convert(beta(key, a, b, shape, Dtype::f32), dtype);
  Shape drawn =
      drawn_shape(shape, {{"a", a, ParamRange::not_negative}, {"b", b, ParamRange::not_negative}});
  Array keys = split(key, {Extent(2)});
  Array left = given(a, drawn, dtype), right = given(b, drawn, dtype);
  Array x = loggamma(one_of(keys, 0), left, drawn, dtype);
  Array y = loggamma(one_of(keys, 1), right, drawn, dtype);
  Array most = maximum(x, y);
  x = exp(sub(x, most));
  Array out = div(x, add(x, exp(sub(y, most))));
  if (!has_large(left, dtype) || !has_large(right, dtype)) return out;
  Array over =
      div(gamma(one_of(keys, 1), right, drawn, dtype), gamma(one_of(keys, 0), left, drawn, dtype));
  return where(is_large(minimum(left, right), dtype), div(1.0, add(1.0, over)), out);
}

Array dirichlet(const Array& key, const Array& alpha, const SampleShape& shape, Dtype dtype) {
  need_one(key);
  bits_of(dtype);
  if (is_narrow(dtype)) return convert(dirichlet(key, alpha, shape, Dtype::f32), dtype);
  Shape batch(alpha.shape().begin(), alpha.shape().end() - 1);
  Shape whole = shape.value_or(batch);
  whole.push_back(alpha.shape().back());
  need_room(alpha, whole, "alpha");
  need_range({"alpha", alpha, ParamRange::not_negative});
  Array weights = convert(alpha, dtype);
  Array out = softmax(loggamma(key, weights, whole, dtype), -1);
  if (!has_large(weights, dtype)) return out;
  Array x = gamma(key, weights, whole, dtype);
  x = div(x, max(x, Ints{-1}, true));
  Array least = min(weights, Ints{-1}, true);
  return where(is_large(least, dtype), div(x, sum(x, Ints{-1}, true)), out);
}

Array t(const Array& key, const Array& df, const SampleShape& shape, Dtype dtype) {
  need_one(key);
  bits_of(dtype);
  if (is_narrow(dtype)) return convert(t(key, df, shape, Dtype::f32), dtype);
  Shape drawn = drawn_shape(shape, {{"df", df, ParamRange::positive}});
  Array keys = split(key, {Extent(2)}), half = div(given(df, drawn, dtype), 2.0);
  Array bell = normal(one_of(keys, 0), drawn, dtype);
  Array below = gamma(one_of(keys, 1), half, drawn, dtype);
  Array size = where(isinf(half), 1.0, sqrt(div(half, below)));
  if (!is_at_least(df, 2.0)) {  // a gamma sample may underflow to 0
    Array logs = loggamma(one_of(keys, 1), half, drawn, dtype);
    Array far = exp(mul(sub(drawn_log(half), logs), 0.5));
    size = where(lt(below, bits_of(dtype).tiny), far, size);
  }
  return where(eq(bell, 0.0), bell, mul(bell, size));
}

Array f(const Array& key, const Array& dfnum, const Array& dfden, const SampleShape& shape,
        Dtype dtype) {
  need_one(key);
  bits_of(dtype);
  if (is_narrow(dtype)) return convert(f(key, dfnum, dfden, shape, Dtype::f32), dtype);
  Shape drawn = drawn_shape(
      shape, {{"dfnum", dfnum, ParamRange::positive}, {"dfden", dfden, ParamRange::positive}});
  Array above = given(dfnum, drawn, dtype), below = given(dfden, drawn, dtype);
  Array keys = split(key, {Extent(2)}), tiny = convert(bits_of(dtype).tiny, dtype);
  Array num = chisquare(one_of(keys, 1), above, drawn, dtype);
  Array den = chisquare(one_of(keys, 0), below, drawn, dtype);
  Array out = div(div(num, above), div(den, below));
  if (is_at_least(dfnum, 2.0) && is_at_least(dfden, 2.0)) return out;
  // If either sample underflows, the quotient is computed from logarithms.
  Array x = loggamma(one_of(keys, 1), div(above, 2.0), drawn, dtype);
  Array y = loggamma(one_of(keys, 0), div(below, 2.0), drawn, dtype);
  Array by_logs = exp(add(sub(x, y), drawn_log(div(below, above))));
  return where(logical_or(lt(num, tiny), lt(den, tiny)), by_logs, out);
}

}  // namespace

Array chisquare(const Array& key, const Array& df, const SampleShape& shape, Dtype dtype) {
  bits_of(dtype);
  if (is_narrow(dtype)) return convert(chisquare(key, df, shape, Dtype::f32), dtype);
  Shape drawn = drawn_shape(shape, {{"df", df, ParamRange::positive}});
  Array half = div(given(df, drawn, dtype), 2.0);
  Array out = mul(exp(loggamma(key, half, drawn, dtype)), 2.0);
  if (!has_large(half, dtype)) return out;
  return where(is_large(half, dtype), mul(gamma(key, half, drawn, dtype), 2.0), out);
}

}  // namespace rng

extern const Builtin rng_beta_builtin = {
    .signature =
        "rng.beta(inout key: key, a: real[...], b: real[...], shape: shape = nil, dtype: "
        "dtype = f32) -> float[...]",
    .brief = "Samples from the beta distribution on [0, 1].",
    .params = {{"key", rng::key_text},
               {"a", "First shape parameter, ≥ 0. A larger `a` moves the samples toward 1."},
               {"b", "Second shape parameter, ≥ 0. A larger `b` moves the samples toward 0."},
               {"shape", rng::parameters_shape},
               {"dtype", rng::float_text}},
    .errors = rng::draw_errors,
    .example = "all(rng.beta(rng.key(0), 2.0, 3.0, (9,)) < 1.0)  #> true",
    .source = "jax.random.beta",
    .call = bind<&rng::beta>,
};

extern const Builtin rng_dirichlet_builtin = {
    .signature =
        "rng.dirichlet(inout key: key, alpha: real[..., n], shape: shape = nil, dtype: "
        "dtype = f32) -> float[..., n]",
    .brief =
        "Samples from the Dirichlet distribution. A sample is a probability vector along the last "
        "axis.",
    .params = {{"key", rng::key_text},
               {"alpha", "Concentration parameters along the last axis, ≥ 0."},
               {"shape",
                "Shape of the result without the last axis. If nil, the shape of `alpha` without "
                "its last axis."},
               {"dtype", rng::float_text}},
    .errors = rng::draw_errors,
    .example = "close(sum(rng.dirichlet(rng.key(0), [1.0, 2.0, 3.0])), 1.0)  #> true",
    .source = "jax.random.dirichlet",
    .call = bind<&rng::dirichlet>,
};

extern const Builtin rng_chisquare_builtin = {
    .signature =
        "rng.chisquare(inout key: key, df: real[...], shape: shape = nil, dtype: dtype = "
        "f32) -> float[...]",
    .brief = "Samples from the chi-squared distribution of `df` degrees of freedom.",
    .params = {{"key", rng::key_text},
               {"df", "Degrees of freedom, > 0."},
               {"shape", rng::parameters_shape},
               {"dtype", rng::float_text}},
    .errors = rng::draw_errors,
    .example = "all(rng.chisquare(rng.key(0), 4, (9,)) > 0.0)  #> true",
    .source = "jax.random.chisquare",
    .call = bind<&rng::chisquare>,
};

extern const Builtin rng_t_builtin = {
    .signature =
        "rng.t(inout key: key, df: real[...], shape: shape = nil, dtype: dtype = f32) -> "
        "float[...]",
    .brief = "Samples from Student's t distribution of `df` degrees of freedom.",
    .params = {{"key", rng::key_text},
               {"df", "Degrees of freedom, > 0."},
               {"shape", rng::parameters_shape},
               {"dtype", rng::float_text}},
    .errors = rng::draw_errors,
    .example = "rng.t(rng.key(0), 3.0, (2,)).shape  #> (2,)",
    .source = "jax.random.t",
    .call = bind<&rng::t>,
};

extern const Builtin rng_f_builtin = {
    .signature =
        "rng.f(inout key: key, dfnum: real[...], dfden: real[...], shape: shape = nil, "
        "dtype: dtype = f32) -> float[...]",
    .brief =
        "Samples from the F distribution. A sample is the quotient of two chi-squared samples, "
        "each divided by its degrees of freedom.",
    .params = {{"key", rng::key_text},
               {"dfnum", "Degrees of freedom of the numerator, > 0."},
               {"dfden", "Degrees of freedom of the denominator, > 0."},
               {"shape", rng::parameters_shape},
               {"dtype", rng::float_text}},
    .errors = rng::draw_errors,
    .example = "all(rng.f(rng.key(0), 3, 5, (9,)) > 0.0)  #> true",
    .source = "jax.random.f",
    .call = bind<&rng::f>,
};

}  // namespace rille
