// rng.beta, dirichlet, chisquare, t, f: made of gammas.
#include "stdlib/rng/drawn.h"

namespace rille {
namespace rng {
namespace {

Array given(const Array& x, const Shape& shape, Dtype dtype) {
  return fit(convert(x, dtype), shape);
}

Array beta(const Array& key, const Array& a, const Array& b, const DrawnShape& shape, Dtype dtype) {
  need_one(key);
  bits_of(dtype);
  Shape drawn = drawn_shape(shape, {{"a", a}, {"b", b}});
  Array keys = split(key, {Extent(2)});
  Array x = loggamma(one_of(keys, 0), given(a, drawn, dtype), drawn, dtype);
  Array y = loggamma(one_of(keys, 1), given(b, drawn, dtype), drawn, dtype);
  Array most = maximum(x, y);
  x = exp(sub(x, most));
  return div(x, add(x, exp(sub(y, most))));
}

Array dirichlet(const Array& key, const Array& alpha, const DrawnShape& shape, Dtype dtype) {
  need_one(key);
  bits_of(dtype);
  Shape batch(alpha.shape().begin(), alpha.shape().end() - 1);
  Shape whole = shape.value_or(batch);
  whole.push_back(alpha.shape().back());
  need_room(alpha, whole, "alpha");
  return softmax(loggamma(key, convert(alpha, dtype), whole, dtype), -1);
}

Array t(const Array& key, const Array& df, const DrawnShape& shape, Dtype dtype) {
  need_one(key);
  bits_of(dtype);
  Shape drawn = drawn_shape(shape, {{"df", df}});
  Array keys = split(key, {Extent(2)}), half = div(given(df, drawn, dtype), 2.0);
  Array bell = normal(one_of(keys, 0), drawn, dtype);
  return mul(bell, sqrt(div(half, gamma(one_of(keys, 1), half, drawn, dtype))));
}

Array f(const Array& key, const Array& dfnum, const Array& dfden, const DrawnShape& shape,
        Dtype dtype) {
  need_one(key);
  bits_of(dtype);
  Shape drawn = drawn_shape(shape, {{"dfnum", dfnum}, {"dfden", dfden}});
  Array above = given(dfnum, drawn, dtype), below = given(dfden, drawn, dtype);
  Array keys = split(key, {Extent(2)});
  Array numerator = div(chisquare(one_of(keys, 1), above, drawn, dtype), above);
  return div(numerator, div(chisquare(one_of(keys, 0), below, drawn, dtype), below));
}

}  // namespace

Array chisquare(const Array& key, const Array& df, const DrawnShape& shape, Dtype dtype) {
  bits_of(dtype);
  Shape drawn = drawn_shape(shape, {{"df", df}});
  Array half = div(given(df, drawn, dtype), 2.0);
  return mul(exp(loggamma(key, half, drawn, dtype)), 2.0);
}

}  // namespace rng

extern const Builtin rng_beta_builtin = {
    .signature =
        "rng.beta(inout key: key, a: real[...], b: real[...], shape: shape = nil, dtype: "
        "dtype = f32) -> float[...]",
    .brief = "The beta distribution, between 0 and 1; a place `&key` moves on.",
    .params = {{"a", "> 0, pulls towards 1"},
               {"b", "> 0, pulls towards 0"},
               {"shape", rng::parameters_shape}},
    .errors = rng::draw_errors,
    .example = "all(rng.beta(rng.key(0), 2.0, 3.0, (9,)) < 1.0)  #> true",
    .source = "jax.random.beta; of a place `&key`, of the second half of its split",
    .call = bind<&rng::beta>,
};

extern const Builtin rng_dirichlet_builtin = {
    .signature =
        "rng.dirichlet(inout key: key, alpha: real[..., n], shape: shape = nil, dtype: "
        "dtype = f32) -> float[..., n]",
    .brief = "Shares that sum to 1 along the last axis; a place `&key` moves on.",
    .params = {{"alpha", "a weight > 0 for each share"},
               {"shape", "without the axis of the shares; nil: alpha's"}},
    .errors = rng::draw_errors,
    .example = "close(sum(rng.dirichlet(rng.key(0), [1.0, 2.0, 3.0])), 1.0)  #> true",
    .source = "jax.random.dirichlet; of a place `&key`, of the second half of its split",
    .call = bind<&rng::dirichlet>,
};

extern const Builtin rng_chisquare_builtin = {
    .signature =
        "rng.chisquare(inout key: key, df: real[...], shape: shape = nil, dtype: dtype = "
        "f32) -> float[...]",
    .brief = "Sums of the squares of df draws of the bell curve; a place `&key` moves on.",
    .params = {{"df", "degrees of freedom, > 0"}, {"shape", rng::parameters_shape}},
    .errors = rng::draw_errors,
    .example = "all(rng.chisquare(rng.key(0), 4, (9,)) > 0.0)  #> true",
    .source = "jax.random.chisquare; of a place `&key`, of the second half of its split",
    .call = bind<&rng::chisquare>,
};

extern const Builtin rng_t_builtin = {
    .signature =
        "rng.t(inout key: key, df: real[...], shape: shape = nil, dtype: dtype = f32) -> "
        "float[...]",
    .brief = "Student's t distribution; a place `&key` moves on.",
    .params = {{"df", "degrees of freedom, > 0"}, {"shape", rng::parameters_shape}},
    .errors = rng::draw_errors,
    .example = "rng.t(rng.key(0), 3.0, (2,)).shape  #> (2,)",
    .source = "jax.random.t; of a place `&key`, of the second half of its split",
    .call = bind<&rng::t>,
};

extern const Builtin rng_f_builtin = {
    .signature =
        "rng.f(inout key: key, dfnum: real[...], dfden: real[...], shape: shape = nil, "
        "dtype: dtype = f32) -> float[...]",
    .brief = "Quotients of two mean squares, the F distribution; a place `&key` moves on.",
    .params = {{"dfnum", "degrees of freedom above, > 0"},
               {"dfden", "degrees of freedom below, > 0"},
               {"shape", rng::parameters_shape}},
    .errors = rng::draw_errors,
    .example = "all(rng.f(rng.key(0), 3, 5, (9,)) > 0.0)  #> true",
    .source = "jax.random.f; of a place `&key`, of the second half of its split",
    .call = bind<&rng::f>,
};

}  // namespace rille
