// nn.gelu, nn.silu, nn.elu: activation functions.
#include "stdlib/nn/activations.h"

#include <array>
#include <cmath>
#include <numbers>

#include "stdlib/array/derivative.h"
#include "stdlib/array/squares.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {

// Computes log(1 + e^x) without overflow. The derivative is given as sigmoid(x): differentiating
// the steps would yield a difference that loses digits.
Array softplus(const Array& x) {
  auto value = [](const Array& in) {
    Array above = gt(in, 0.0);
    return where(above, in, 0.0) + log1p(exp(where(above, -in, in)));
  };
  auto slope = [](const Array& in, const Array&) { return sigmoid(in); };
  Array in = inexact(x);
  return with_slope(in, value, slope).with_weak(in.is_weak());
}

Array log_sigmoid(const Array& x) { return -softplus(-x); }

Array rounded_once(const Array& x, const Array& parameter, const BinaryArrayFn& f) {
  std::array<Array, 2> both{inexact(x), parameter};
  Array in = both[0];
  if (!is_host_scalar(parameter)) promote_together(both);
  Dtype own = both[0].dtype();
  if (!is_float(own) || bits(own) >= 32) return f(in, parameter);
  Array by = wide(parameter);
  return in_one_kernel(in, [&](const Array& at) { return as_dtype(f(wide(at), by), own); });
}

// The branch that is not selected is kept finite, so that no NaN reaches the gradient of x.
Array elu(const Array& x, const Array& alpha) {
  return rounded_once(x, alpha, [](const Array& in, const Array& by) {
    Array safe = where(gt(in, 0.0), Array(0.0), in);
    return where(gt(in, 0.0), in, by * expm1(safe));
  });
}

namespace {

// Builds a fill node of the graph, since derivative rules must not capture arrays.
Array filled_as(const Array& x, double value) {
  return apply1(fill_op, {}, {{"dtype", x.dtype()}, {"shape", x.shape()}, {"value", value}});
}

// Computes erfc(|x| / sqrt(2)) / 2 of floats with a relative error of 1e-8, as exp(-x^2 / 2) t p(t)
// with a polynomial p and 1 / t = 1 + 7/20 |x| / sqrt(2). p was fitted to erfcx by least squares of
// the relative error.
Array share_beyond(const Array& x) {
  constexpr std::array terms = {0x1.947198p-3,  0x1.93cb8ap-3, 0x1.80630ep-3,  0x1.37909ep-3,
                                0x1.25c20ap-3,  0x1.777634p-4, -0x1.0ef35ap-5, 0x1.7b961cp-3,
                                -0x1.48c234p-3, 0x1.3cebf4p-5};
  auto number = [&x](double value) { return filled_as(x, value); };
  Array slope = number(0.175 * std::numbers::sqrt2), sum = number(terms.back() / 2);
  Array t = Array(1.0) / apply1(fma_op, {slope, abs(x), number(1.0)});
  for (size_t k = terms.size() - 1; k-- > 0;) sum = apply1(fma_op, {sum, t, number(terms[k] / 2)});
  return exp(x * x * -0.5) * (t * sum);
}

// Recomputed from x in the backward pass: saved intermediate results would take as much memory as
// x.
Array normal_density(const Array& x) {
  Array square = apply_placed(Placement::near_reader, mul_op, {x, x});
  return exp(square * -0.5) * (std::numbers::inv_sqrtpi * 0.5 * std::numbers::sqrt2);
}

// The standard normal CDF at x, accurate to the last digits also far below 0. The derivative is
// given as the density, not as the derivative of the polynomial.
Array normal_share(const Array& x) {
  if (x.dtype() == Dtype::f64) {
    return apply1(erfc_op, {x * (-0.5 * std::numbers::sqrt2)}).with_weak(x.is_weak()) * 0.5;
  }
  // One fma computes the CDF from the tail beyond |x|, so that a training step saves x and the
  // result only.
  auto value = [](const Array& in) {
    Array below = lt(in, 0.0), one = filled_as(in, 1), none = filled_as(in, 0);
    Array turn = where(below, one, filled_as(in, -1)), step = where(below, none, one);
    return apply1(fma_op, {turn, share_beyond(in), step});
  };
  return with_slope(x, value, [](const Array& in, const Array&) { return normal_density(in); });
}

// x sigmoid(2 u) equals JAX's default x/2 (1 + tanh(u)), u = sqrt(2/pi) (x + 0.044715 x^3), and
// keeps the digits that 1 + tanh(u) loses. If the cube overflows, the gate is 0 or 1, and its
// factor is clipped by `held`.
struct GeluGate {
  static constexpr double bend = 0.044715;
  double scale = 2.0 * std::sqrt(2.0 / std::numbers::pi);

  Array input(const Array& x) const { return scale * x * (1.0 + bend * (x * x)); }
  Array held(const Array& x) const {
    double far = x.dtype() == Dtype::f16 ? 8 : 30;
    return clip(x, Array(-far), Array(far));
  }
  Array steepness(const Array& x) const { return scale * (1.0 + (3.0 * bend) * (x * x)); }

  // First derivative of x g(x): g + x g'. 1 - g loses digits only where g is near 1, and there they
  // do not affect the sum.
  Array slope(const Array& x) const {
    Array gate = sigmoid(input(x)), near = held(x);
    return gate * (1.0 + (1.0 - gate) * (near * steepness(near)));
  }
  // Second derivative of x g(x): 2 g' + x g''. The digits of 1 - g matter here: it is sigmoid(-u).
  Array second(const Array& x) const {
    Array near = held(x), u = input(x), gate = sigmoid(u), rest = sigmoid(-u);
    Array steep = steepness(near), bent = (6.0 * bend * scale) * near;
    Array grown = steep * (2.0 + near * steep * (rest - gate)) + near * bent;
    return gate * (rest * grown);
  }
};

Array tanh_gelu(const Array& x) {
  auto value = [](const Array& in) { return in * sigmoid(GeluGate().input(in)); };
  auto slope = [](const Array& in, const Array&) {
    auto first = [](const Array& at) { return GeluGate().slope(at); };
    return with_slope(in, first,
                      [](const Array& at, const Array&) { return GeluGate().second(at); });
  };
  return with_slope(x, value, slope).with_weak(x.is_weak());
}

Array gelu(Array x, bool exact) {
  Array in = inexact(x);
  if (is_complex(in.dtype())) {
    if (exact) return in * 0.5 * (1.0 + erf(in * std::numbers::sqrt2 * 0.5));
    double scale = std::sqrt(2.0 / std::numbers::pi);
    return 0.5 * in * (1.0 + tanh(scale * (in + 0.044715 * (in * in * in))));
  }
  if (!exact) return tanh_gelu(in);
  // A product of nodes, so that a training step saves x and the CDF only.
  if (bits(in.dtype()) >= 32) return (in * normal_share(in)).with_weak(in.is_weak());
  Array wide = convert(in, Dtype::f32);
  return convert(wide * normal_share(wide), in.dtype());
}

Array silu(Array x) {
  Array in = inexact(x);
  return in * sigmoid(in);
}

Array leaky_relu(Array x, double slope) {
  Array in = inexact(x);
  return where(ge(in, 0.0), in, slope * in);
}

Array one_hot(Array labels, int64_t classes, Dtype dtype) {
  if (classes < 0) {
    throw labelled(Error(Code::value, str("nn.one_hot: `num_classes` is ", classes,
                                          ", expected an integer of at least 0")),
                   "num_classes");
  }
  Array all = iota({classes}, 0, labels.is_weak() ? Dtype::i32 : labels.dtype());
  return convert(eq(expand(labels, {-1}), all), dtype);
}

constexpr std::string_view no_float = "error[type] if `x` is not an array or a number";

}  // namespace

extern const Builtin nn_gelu_builtin = {
    .signature = "nn.gelu(x: number[...], exact: bool = false) -> number[...]",
    .brief =
        "Computes the Gaussian error linear unit (GELU) of each element. GELU(x) is x times the "
        "standard normal CDF at x.",
    .params = {{"x", "Input of any shape."},
               {"exact",
                "If true, the CDF is computed by the error function. If false, GELU is computed by "
                "its tanh approximation."}},
    .errors = no_float,
    .example = "nn.gelu([0.0])  #> [0]",
    .source = "Hendrycks and Gimpel, arXiv 1606.08415; jax.nn.gelu",
    .call = bind<&gelu>,
};

extern const Builtin nn_silu_builtin = {
    .signature = "nn.silu(x: number[...]) -> number[...]",
    .brief = "Computes the sigmoid linear unit (SiLU, swish) of each element: `x * sigmoid(x)`.",
    .params = {{"x", "Input of any shape."}},
    .errors = no_float,
    .example = "nn.silu([0.0])  #> [0]",
    .source = "jax.nn.silu",
    .call = bind<&silu>,
};

extern const Builtin nn_softplus_builtin = {
    .signature = "nn.softplus(x: real[...]) -> float[...]",
    .brief = "Computes softplus of each element: log(1 + exp(x)), a smooth ReLU.",
    .params = {{"x", "Input of any shape."}},
    .errors = no_float,
    .example = "nn.softplus([0.0])  #> [0.6931472]",
    .source = "jax.nn.softplus",
    .call = bind<&softplus>,
};

extern const Builtin nn_leaky_relu_builtin = {
    .signature = "nn.leaky_relu(x: real[...], negative_slope: real = 0.01) -> float[...]",
    .brief = "Computes the leaky ReLU of each element. It is x if x ≥ 0, else slope * x.",
    .params = {{"x", "Input of any shape."},
               {"negative_slope", "Factor of negative elements (negative slope)."}},
    .errors = no_float,
    .example = "nn.leaky_relu([-1.0, 2.0])  #> [-0.01, 2]",
    .source = "jax.nn.leaky_relu",
    .call = bind<&leaky_relu>,
};

extern const Builtin nn_elu_builtin = {
    .signature = "nn.elu(x: real[...], alpha: real = 1) -> float[...]",
    .brief =
        "Computes the exponential linear unit (ELU) of each element. It is x if x > 0, else alpha "
        "* (exp(x) - 1).",
    .params =
        {{"x", "Input of any shape."},
         {"alpha",
          "Scale of the negative branch, which tends to -alpha for x → -∞. Broadcasts with `x`."}},
    .errors = no_float,
    .example = "nn.elu([1.0])  #> [1]",
    .source = "Clevert et al., arXiv 1511.07289; jax.nn.elu",
    .call = bind<&elu>,
};

extern const Builtin nn_one_hot_builtin = {
    .signature =
        "nn.one_hot(labels: int[...], num_classes: int, dtype: dtype = f32) -> number[..., "
        "num_classes]",
    .brief = "Returns one-hot vectors: 1 at the index of the label, and 0 elsewhere.",
    .params = {{"labels",
                "Class indices from 0 to classes - 1. A label outside of this range gives a row of "
                "zeros."},
               {"num_classes", "Number of classes, ≥ 0: the size of the new last axis."},
               {"dtype", "Dtype of the result."}},
    .errors =
        "error[dtype] if `labels` does not hold integers; error[value] if `num_classes` is "
        "negative",
    .example = "nn.one_hot([0, 2], 3)  #> [[1, 0, 0],\n #>  [0, 0, 1]]",
    .source = "jax.nn.one_hot",
    .call = bind<&one_hot>,
};

}  // namespace rille
