// The functions of one.def, and those of several arguments.
#include <array>

#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

constexpr std::string_view no_real = "error[dtype] if an argument is not real";
constexpr std::string_view no_fit =
    "error[shape] if the shapes cannot be broadcast; error[dtype] if an argument is not real";
constexpr int64_t highest_order = 1000;  // for bessel_jn, which computes each order separately

#define SPECIAL(name, ...) \
  Array name(const Array& x) { return apply1(name##_op, {inexact(x)}); }
#include "stdlib/special/one.def"
#undef SPECIAL

template <const Op& op>
Array of_two(const Array& x, const Array& y) {
  return binary(op, inexact(x), inexact(y));
}

Array betainc(const Array& a, const Array& b, const Array& x) {
  std::array<Array, 3> all{inexact(a), inexact(b), inexact(x)};
  promote_together(all);
  bool weak = all[0].is_weak();
  Shape shape = common_shape(all, "special.betainc");
  for (Array& each : all) each = fit(each, shape);
  return apply1(betainc_op, {all[0], all[1], all[2]}).with_weak(weak);
}

Array in_order(const Op& op, const Array& x, int64_t n) {
  Array number = inexact(x);
  return apply1(op, {number}, {{"n", n}}).with_weak(number.is_weak());
}

Array bessel_jn(const Array& x, int64_t v) {
  if (v < 0 || v > highest_order) {
    throw Error(Code::value,
                str("special.bessel_jn: `v` is ", v, ", expected 0 to ", highest_order))
        .label(1);
  }
  Arrays orders;
  for (int64_t n = 0; n <= v; ++n) orders.push_back(in_order(bessel_jn_op, x, n));
  return stack(orders);
}

Array expn(int64_t n, const Array& x) {
  if (n < 0) throw Error(Code::value, str("special.expn: `n` is ", n, ", expected >= 0")).label(0);
  return in_order(expn_op, x, n);
}
Array exp1(const Array& x) { return expn(1, x); }

constexpr std::string_view argument = "Argument. Ints are converted to f32, host scalars to f64.";

}  // namespace

#define SPECIAL(word, sentence, sample, peer)                       \
  extern const Builtin special_##word##_builtin = {                 \
      .signature = "special." #word "(x: real[...]) -> float[...]", \
      .brief = sentence,                                            \
      .params = {{"x", argument}},                                  \
      .errors = no_real,                                            \
      .example = sample,                                            \
      .source = peer,                                               \
      .call = bind<&word>,                                          \
  };
#include "stdlib/special/one.def"
#undef SPECIAL

extern const Builtin special_beta_builtin = {
    .signature = "special.beta(a: real[...], b: real[...]) -> float[...]",
    .brief = "Computes the beta function, gamma(a) gamma(b) / gamma(a + b).",
    .params = {{"a", "First argument."}, {"b", "Second argument. It broadcasts with `a`."}},
    .errors = no_fit,
    .example = "special.beta(2.0, 3.0)  #> 0.08333333333333333",
    .source = "jax.scipy.special.beta",
    .call = bind<&of_two<beta_op>>,
};

extern const Builtin special_betaln_builtin = {
    .signature = "special.betaln(a: real[...], b: real[...]) -> float[...]",
    .brief = "Computes the logarithm of the absolute value of the beta function.",
    .params = {{"a", "First argument."}, {"b", "Second argument. It broadcasts with `a`."}},
    .errors = no_fit,
    .example = "special.betaln([1.0], [0.5])  #> [0.6931472]",
    .source = "jax.scipy.special.betaln",
    .call = bind<&of_two<betaln_op>>,
};

extern const Builtin special_gammainc_builtin = {
    .signature = "special.gammainc(a: real[...], x: real[...]) -> float[...]",
    .brief =
        "Computes the regularized lower incomplete gamma function. It is the integral of t^(a-1) "
        "exp(-t) from 0 to x, divided by gamma(a).",
    .params = {{"a", "Shape parameter, ≥ 0."},
               {"x", "Upper limit of the integral, ≥ 0. It broadcasts with `a`."}},
    .errors = no_fit,
    .example = "special.gammainc([1.0], [1.0])  #> [0.63212055]",
    .source = "jax.scipy.special.gammainc",
    .call = bind<&of_two<gammainc_op>>,
};

extern const Builtin special_gammaincc_builtin = {
    .signature = "special.gammaincc(a: real[...], x: real[...]) -> float[...]",
    .brief =
        "Computes the regularized upper incomplete gamma function, 1 - gammainc(a, x). It is "
        "accurate also if the result is small.",
    .params = {{"a", "Shape parameter, ≥ 0."},
               {"x", "Lower limit of the integral, ≥ 0. It broadcasts with `a`."}},
    .errors = no_fit,
    .example = "special.gammaincc([1.0], [20.0])  #> [2.0611537e-09]",
    .source = "jax.scipy.special.gammaincc",
    .call = bind<&of_two<gammaincc_op>>,
};

extern const Builtin special_betainc_builtin = {
    .signature = "special.betainc(a: real[...], b: real[...], x: real[...]) -> float[...]",
    .brief =
        "Computes the regularized incomplete beta function. It is the integral of t^(a-1) "
        "(1-t)^(b-1) from 0 to x, divided by beta(a, b). It is differentiable with respect to `x` "
        "only.",
    .params = {{"a", "First shape parameter, ≥ 0."},
               {"b", "Second shape parameter, ≥ 0. It broadcasts with `a`."},
               {"x", "Upper limit of the integral, 0 ≤ x ≤ 1. It broadcasts with `a` and `b`."}},
    .errors = no_fit,
    .example = "special.betainc(2.0, 3.0, [0.5])  #> [0.6875]",
    .source = "jax.scipy.special.betainc",
    .call = bind<&betainc>,
};

extern const Builtin special_poch_builtin = {
    .signature = "special.poch(x: real[...], n: real[...]) -> float[...]",
    .brief =
        "Computes the Pochhammer symbol (rising factorial), gamma(x + n) / gamma(x). For an "
        "integer n it is the product x (x + 1) … (x + n - 1).",
    .params = {{"x", "First factor of the product."},
               {"n", "Number of factors. It broadcasts with `x`."}},
    .errors = no_fit,
    .example = "special.poch([2.0], 3)  #> [24]",
    .source = "jax.scipy.special.poch",
    .call = bind<&of_two<poch_op>>,
};

extern const Builtin special_zeta_builtin = {
    .signature = "special.zeta(s: real[...], q: real[...] = 1) -> float[...]",
    .brief =
        "Computes the Hurwitz zeta function, the sum of (q + k)^-s over k ≥ 0. With q = 1 it is "
        "the Riemann zeta function. It is differentiable with respect to `q` only.",
    .params = {{"s", "Exponent, > 1, or any real number if `q` is 1."},
               {"q", "Offset. It broadcasts with `s`."}},
    .errors = no_fit,
    .example = "special.zeta([2.0, -1.0])  #> [1.644934, -0.083333336]",
    .source = "scipy.special.zeta",
    .call = bind<&of_two<zeta_op>>,
};

extern const Builtin special_polygamma_builtin = {
    .signature = "special.polygamma(n: real[...], x: real[...]) -> float[...]",
    .brief =
        "Computes the polygamma function, the derivative of order `n` of digamma. It is "
        "differentiable with respect to `x` only.",
    .params = {{"n", "Order of the derivative, an integer ≥ 0."},
               {"x", "Argument. It broadcasts with `n`."}},
    .errors = no_fit,
    .example = "special.polygamma(1, [1.0])  #> [1.644934]",
    .source = "jax.scipy.special.polygamma",
    .call = bind<&of_two<polygamma_op>>,
};

extern const Builtin special_bessel_jn_builtin = {
    .signature = "special.bessel_jn(x: real[...], v: int) -> float[...]",
    .brief =
        "Computes the Bessel functions of the first kind of the orders 0 to `v`. The orders are "
        "stacked along a new first axis.",
    .params = {{"x", "Argument."}, {"v", "Highest order, 0 ≤ v ≤ 1000."}},
    .errors = "error[value] if `v` is out of range; error[dtype] if `x` is not real",
    .example = "special.bessel_jn([0.0, 1.0], 1)\n#> [[1, 0.7651977],\n#>  [0, 0.44005057]]",
    .source = "jax.scipy.special.bessel_jn",
    .call = bind<&bessel_jn>,
};

extern const Builtin special_expn_builtin = {
    .signature = "special.expn(n: int, x: real[...]) -> float[...]",
    .brief =
        "Computes the generalized exponential integral E_n(x). It is the integral of exp(-x t) / "
        "t^n for t from 1 to infinity.",
    .params = {{"n", "Order, ≥ 0."}, {"x", "Argument, ≥ 0."}},
    .errors = "error[value] if `n` is negative; error[dtype] if `x` is not real",
    .example = "special.expn(2, [1.0])  #> [0.14849551]",
    .source = "jax.scipy.special.expn",
    .call = bind<&expn>,
};

extern const Builtin special_exp1_builtin = {
    .signature = "special.exp1(x: real[...]) -> float[...]",
    .brief = "Computes the exponential integral E1(x), which is expn(1, x).",
    .params = {{"x", "Argument, ≥ 0."}},
    .errors = no_real,
    .example = "special.exp1([1.0])  #> [0.21938394]",
    .source = "jax.scipy.special.exp1",
    .call = bind<&exp1>,
};

}  // namespace rille
