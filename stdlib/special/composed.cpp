// Special functions composed of other functions.
#include <cmath>
#include <limits>
#include <numbers>

#include "stdlib/array/apply_op.h"
#include "stdlib/array/derivative.h"
#include "stdlib/array/floats.h"
#include "vm/numbers/special.h"

namespace rille {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::string_view no_real = "error[dtype] if an argument is not real";
constexpr std::string_view no_fit =
    "error[shape] if the shapes cannot be broadcast; error[dtype] if an argument is not real";

Array ndtr(const Array& x) {
  return apply1(erfc_op, {inexact(x) * Array(-1 / std::numbers::sqrt2)}) * Array(0.5);
}

Array logit(const Array& given) {
  Array x = inexact(given);
  return log(x) - log1p(-x);
}

// If x is 0 and the logarithm is not finite, log(1) is used instead: the value and the derivatives
// are 0.
Array times_log(const Array& x, const Array& y, double bottom, Array (*logarithm)(const Array&)) {
  Array has_log = logical_and(gt(y, bottom), lt(y, infinity));
  Array is_none = logical_and(eq(x, 0), logical_not(logical_or(has_log, isnan(y))));
  return x * logarithm(where(is_none, bottom + 1, y));
}
Array xlogy(const Array& x, const Array& y) { return times_log(inexact(x), inexact(y), 0, log); }
Array xlog1py(const Array& x, const Array& y) {
  return times_log(inexact(x), inexact(y), -1, log1p);
}

// The derivative -log(x) - 1 is infinite at 0. For x < 0 the value is -inf and the derivative 0.
Array entr(const Array& given) {
  auto value = [](const Array& x) {
    Array is_below = lt(x, 0), is_none = logical_or(eq(x, 0), is_below);
    Array above = Array(0) - x * log(where(is_none, 1, x));
    return where(is_below, -infinity, where(is_none, 0, above));
  };
  auto slope = [](const Array& x, const Array&) {
    Array is_below = lt(x, 0);
    return where(is_below, 0, Array(-1) - log(where(is_below, 1, x)));
  };
  Array x = inexact(given);
  return with_slope(x, value, slope).with_weak(x.is_weak());
}

// x and y are p and q if both are positive, else 1. chosen() selects the value for the other cases.
struct EntropyOperands {
  Array x, y, are_positive, is_none, is_nan;

  EntropyOperands(const Array& p, const Array& q)
      : are_positive(logical_and(gt(p, 0), gt(q, 0))),
        is_none(logical_and(eq(p, 0), ge(q, 0))),
        is_nan(logical_or(isnan(p), isnan(q))) {
    x = where(are_positive, p, 1);
    y = where(are_positive, q, 1);
  }
  Array chosen(const Array& positive, const Array& none) const {
    Array nan(std::numeric_limits<double>::quiet_NaN());
    return where(is_nan, nan, where(are_positive, positive, where(is_none, none, infinity)));
  }
};

// 1 / x for a positive x, limited to finite values.
Array inverse_of(const Array& x) {
  bool is_wide = x.dtype() == Dtype::f64;
  return Array(1) / maximum(x, is_wide ? 5.7e-309 : x.dtype() == Dtype::f16 ? 1.53e-5 : 3e-39);
}

// log(x / y), also if the quotient overflows or underflows.
Array log_of_quotient(const Array& x, const Array& y) {
  Array quotient = x / y;
  double least = x.dtype() == Dtype::f64 || x.is_weak() ? 0x1p-1022 : 0x1p-126;
  Array is_normal = logical_and(gt(quotient, least), lt(quotient, infinity));
  return where(is_normal, log(where(is_normal, quotient, 1)), log(x) - log(y));
}

// f(x, y) after promotion to a common dtype and broadcasting to a common shape.
Array of_shares(const Array& x, const Array& y, const BinaryArrayFn& f,
                const PartialDerivativesFn& slopes) {
  Arrays both{x, y};
  promote_together(both);
  bool weak = both[0].is_weak();
  Shape shape = common_shape(both, "special");
  for (Array& each : both) each = fit(each, shape);
  return with_slopes(both[0], both[1], f, slopes).with_weak(weak);
}

// The derivatives of log(x / y).
std::pair<Array, Array> inverses_of(const Array& x, const Array& y) {
  return {inverse_of(x), -inverse_of(y)};
}

// x log(x / y). Its derivative by x must not contain the product of x and 1 / x, which overflows in
// higher orders.
Array rel_entr_value(const Array& x, const Array& y) { return x * log_of_quotient(x, y); }
std::pair<Array, Array> rel_entr_slopes(const Array& x, const Array& y) {
  Array quotient = minimum(x / y, largest_of(x.dtype()));
  return {with_slopes(x, y, log_of_quotient, inverses_of) + Array(1), -quotient};
}

Array are_near(const Array& x, const Array& y) {
  return logical_and(gt(y, x * Array(0.5)), lt(y, x * Array(2)));
}
// y / x - 1 if x and y are near each other, else 0.
Array apart_of(const Array& x, const Array& y) {
  Array is_near = are_near(x, y), base = where(is_near, x, 1);
  return (where(is_near, y, 1) - base) / base;
}
// If x and y are near each other, x (d - log(1 + d)) with y = x (1 + d), in which nothing cancels.
Array kl_div_value(const Array& x, const Array& y) {
  Array is_near = are_near(x, y), apart = apart_of(x, y);
  Array far = x * log_of_quotient(x, y) - x + y;
  return where(is_near, where(is_near, x, 1) * (apart - log1p(apart)), far);
}
Array kl_div_slope(const Array& x, const Array& y) {
  return where(are_near(x, y), -log1p(apart_of(x, y)), log_of_quotient(x, y));
}
std::pair<Array, Array> kl_div_slopes(const Array& x, const Array& y) {
  Array by_y = maximum((y - x) / y, -largest_of(x.dtype()));
  return {with_slopes(x, y, kl_div_slope, inverses_of), by_y};
}

// Computes f of f16 or bf16 in f32, because intermediate derivatives at subnormal numbers overflow
// f16.
template <class F>
Array by_singles(const Array& p, const Array& q, F f) {
  Array x = inexact(p), y = inexact(q);
  bool is_narrow = x.dtype() == y.dtype() && bits(x.dtype()) <= 16;
  if (!is_narrow) return f(x, y);
  return convert(f(convert(x, Dtype::f32), convert(y, Dtype::f32)), x.dtype());
}

Array rel_entr_of(const Array& p, const Array& q) {
  EntropyOperands at(p, q);
  return at.chosen(of_shares(at.x, at.y, rel_entr_value, rel_entr_slopes), 0);
}

Array kl_div_of(const Array& x, const Array& y) {
  EntropyOperands at(x, y);
  return at.chosen(of_shares(at.x, at.y, kl_div_value, kl_div_slopes), y);
}

Array rel_entr(const Array& p, const Array& q) { return by_singles(p, q, rel_entr_of); }
Array kl_div(const Array& p, const Array& q) { return by_singles(p, q, kl_div_of); }

Array factorial(const Array& given) {
  Array n = inexact(given);
  return where(lt(n, 0), 0, apply1(gamma_op, {where(lt(n, 0), 0, n) + Array(1)}));
}

Array multigammaln(const Array& a, int64_t d) {
  if (d < 1) {
    throw Error(Code::value, str("special.multigammaln: `d` is ", d, ", expected >= 1")).label(1);
  }
  Array x = inexact(a), steps = arange(0, d) * Array(0.5);
  Array each = expand(x, {-1}) - as_dtype(steps, x.dtype());
  double more = 0.25 * static_cast<double>(d) * static_cast<double>(d - 1);
  Array out = sum(apply1(gammaln_op, {each}), Ints{-1}) + Array(more * std::log(std::numbers::pi));
  return out.with_weak(x.is_weak());
}

// For even n, 2 n! zeta(n) / (2 pi)^n with alternating sign.
// source: NIST DLMF 25.6.2
double bernoulli_number(int64_t n) {
  if (n < 2) return n == 0 ? 1 : -0.5;
  if (n % 2 == 1) return 0;
  auto at = static_cast<long double>(n);
  int sign = 0;
  long double size = lgammal_r(at + 1, &sign) - at * std::log(2 * std::numbers::pi_v<long double>);
  auto out = 2 * std::exp(size) * special::zeta(static_cast<double>(n), 1);
  return static_cast<double>(n % 4 == 2 ? out : -out);
}

constexpr int64_t most = 1'000'000;

Array bernoulli(int64_t n, Dtype dtype) {
  if (n < 0 || n > most) {
    throw Error(Code::value, str("special.bernoulli: `n` is ", n, ", expected 0 to ", most))
        .label(0);
  }
  Array out(Type(Dtype::f64, {n + 1}));
  auto each = out.edit<double>();
  for (int64_t i = 0; i <= n; ++i) each[static_cast<size_t>(i)] = bernoulli_number(i);
  return convert(out, dtype);
}

}  // namespace

extern const Builtin special_ndtr_builtin = {
    .signature = "special.ndtr(x: real[...]) -> float[...]",
    .brief = "Computes the CDF of the standard normal distribution.",
    .params = {{"x", "Argument."}},
    .errors = no_real,
    .example = "special.ndtr([0.0, 1.959964])  #> [0.5, 0.975]",
    .source = "jax.scipy.special.ndtr",
    .call = bind<&ndtr>,
};

extern const Builtin special_logit_builtin = {
    .signature = "special.logit(x: real[...]) -> float[...]",
    .brief = "Computes the logit function log(x / (1 - x)), the inverse of `sigmoid`.",
    .params = {{"x", "Argument, 0 ≤ x ≤ 1."}},
    .errors = no_real,
    .example = "special.logit([0.5, 1.0])  #> [0, inf]",
    .source = "jax.scipy.special.logit",
    .call = bind<&logit>,
};

extern const Builtin special_xlogy_builtin = {
    .signature = "special.xlogy(x: real[...], y: real[...]) -> float[...]",
    .brief = "Computes x log(y), defined as 0 if x is 0.",
    .params = {{"x", "Factor."}, {"y", "Argument of the logarithm. It broadcasts with `x`."}},
    .errors = no_fit,
    .example = "special.xlogy([0.0, 2.0], 0.0)  #> [0, -inf]",
    .source = "jax.scipy.special.xlogy",
    .call = bind<&xlogy>,
};

extern const Builtin special_xlog1py_builtin = {
    .signature = "special.xlog1py(x: real[...], y: real[...]) -> float[...]",
    .brief = "Computes x log(1 + y), defined as 0 if x is 0.",
    .params = {{"x", "Factor."}, {"y", "Argument of `log1p`. It broadcasts with `x`."}},
    .errors = no_fit,
    .example = "special.xlog1py([0.0, 2.0], -1.0)  #> [0, -inf]",
    .source = "jax.scipy.special.xlog1py",
    .call = bind<&xlog1py>,
};

extern const Builtin special_entr_builtin = {
    .signature = "special.entr(x: real[...]) -> float[...]",
    .brief =
        "Computes the entropy term -x log(x), elementwise. The value is 0 at 0, and -inf for "
        "negative x.",
    .params = {{"x", "Probability, ≥ 0."}},
    .errors = no_real,
    .example = "special.entr([0.0, 0.5])  #> [0, 0.3465736]",
    .source = "jax.scipy.special.entr",
    .call = bind<&entr>,
};

extern const Builtin special_rel_entr_builtin = {
    .signature = "special.rel_entr(p: real[...], q: real[...]) -> float[...]",
    .brief =
        "Computes the relative entropy term p log(p / q), elementwise. The value is 0 if p is 0 "
        "and q ≥ 0, and otherwise inf if p or q is not positive.",
    .params = {{"p", "Probability, ≥ 0."},
               {"q", "Reference probability, ≥ 0. It broadcasts with `p`."}},
    .errors = no_fit,
    .example = "special.rel_entr([0.0, 0.5], [1.0, 0.25])  #> [0, 0.3465736]",
    .source = "jax.scipy.special.rel_entr",
    .call = bind<&rel_entr>,
};

extern const Builtin special_kl_div_builtin = {
    .signature = "special.kl_div(p: real[...], q: real[...]) -> float[...]",
    .brief =
        "Computes the KL divergence term p log(p / q) - p + q, elementwise. It is never negative. "
        "The value is q if p is 0 and q ≥ 0, and otherwise inf if p or q is not positive.",
    .params = {{"p", "Probability, ≥ 0."},
               {"q", "Reference probability, ≥ 0. It broadcasts with `p`."}},
    .errors = no_fit,
    .example = "special.kl_div([0.5, 0.5], [0.5, 0.25])  #> [0, 0.09657359]",
    .source = "jax.scipy.special.kl_div",
    .call = bind<&kl_div>,
};

extern const Builtin special_factorial_builtin = {
    .signature = "special.factorial(n: real[...]) -> float[...]",
    .brief = "Computes the factorial gamma(n + 1), defined as 0 for negative n.",
    .params = {{"n", "Argument, which need not be an integer."}},
    .errors = no_real,
    .example = "special.factorial([0, 1, 5])  #> [1, 1, 120]",
    .source = "jax.scipy.special.factorial",
    .call = bind<&factorial>,
};

extern const Builtin special_multigammaln_builtin = {
    .signature = "special.multigammaln(a: real[...], d: int) -> float[...]",
    .brief = "Computes the logarithm of the multivariate gamma function.",
    .params = {{"a", "Argument, > (d - 1) / 2."}, {"d", "Dimension, ≥ 1."}},
    .errors = "error[value] if `d` is below 1; error[dtype] if `a` is not real",
    .example = "special.multigammaln([3.0], 2)  #> [1.550195]",
    .source = "jax.scipy.special.multigammaln",
    .call = bind<&multigammaln>,
};

extern const Builtin special_bernoulli_builtin = {
    .signature = "special.bernoulli(n: int, dtype: dtype = f32) -> float[...]",
    .brief = "Returns the Bernoulli numbers of index 0 to `n`.",
    .params = {{"n", "Highest index, 0 ≤ n ≤ 1,000,000."}, {"dtype", "Float dtype of the result."}},
    .errors = "error[value] if `n` is out of range",
    .example = "special.bernoulli(4)  #> [1, -0.5, 0.16666667, 0, -0.033333335]",
    .source = "jax.scipy.special.bernoulli",
    .call = bind<&bernoulli>,
};

}  // namespace rille
