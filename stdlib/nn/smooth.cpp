// nn.selu, nn.mish, nn.glu: smooth activation functions.
#include <array>
#include <limits>
#include <utility>

#include "stdlib/array/derivative.h"
#include "stdlib/array/hypot.h"
#include "stdlib/array/reduce.h"
#include "stdlib/nn/activations.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

// Both constants preserve mean 0 and variance 1 through many layers.
Array selu(const Array& x) {
  return rounded_once(x, Array(1.6732632423543772848170429916717),
                      [](const Array& in, const Array& alpha) {
                        return 1.0507009873554804934193349852946 * elu(in, alpha);
                      });
}

// Returns x / alpha if x is negative, else 0.
Array celu_power(const Array& x, const Array& alpha) {
  return where(gt(x, 0.0), Array(0.0), x) / alpha;
}
Array celu_value(const Array& x, const Array& alpha) {
  return where(gt(x, 0.0), x, alpha * expm1(celu_power(x, alpha)));
}
// Derivative by x, with alpha and 1 / alpha cancelled: in higher derivatives their product could
// overflow.
Array celu_slope(const Array& x, const Array& alpha) {
  return where(gt(x, 0.0), Array(1.0), exp(celu_power(x, alpha)));
}
std::pair<Array, Array> celu_slopes(const Array& x, const Array& alpha) {
  Array power = celu_power(x, alpha), held = maximum(power, Array(-800.0));  // no inf times 0
  return {celu_slope(x, alpha), expm1(power) - held * exp(power)};
}

Array celu(const Array& x, const Array& alpha) {
  return rounded_once(x, alpha, [](const Array& in, const Array& by) {
    if (is_host_scalar(by)) {
      auto value = [&by](const Array& at) { return celu_value(at, by); };
      auto slope = [&by](const Array& at, const Array&) { return celu_slope(at, by); };
      return with_slope(in, value, slope).with_weak(in.is_weak());
    }
    std::array<Array, 2> both{in, by};
    promote_together(both);
    bool weak = both[0].is_weak();
    Shape shape = common_shape(both, "nn.celu");
    for (Array& each : both) each = fit(each, shape);
    return with_slopes(both[0], both[1], celu_value, celu_slopes).with_weak(weak);
  });
}

Array mish(const Array& x) { return inexact(x) * tanh(softplus(x)); }

// Returns (x + root) / 2 - max(x, 0), root = sqrt(x^2 + b), as b / 2 divided by `size`, the sum of
// root and |x|. Unless b is a scalar in a safe range, only its square root `bend` is used, which
// does not overflow. If b is 0, `size` may be 0, too.
Array squareplus_rest(const Array& b, const Array& bend, const Array& size) {
  if (is_host_scalar(b) && b.number() > 1e-30 && b.number() < 1e30) return 0.5 * b / size;
  return 0.5 * bend * (bend / where(eq(size, 0.0), Array(1.0), size));
}

Array squareplus(const Array& x, const Array& b) {
  return rounded_once(x, b, [](const Array& in, const Array& by) {
    Array bend = sqrt(by), size = hypot(in, bend) + abs(in);
    return where(ge(in, 0.0), in, 0.0) + squareplus_rest(by, bend, size);
  });
}

Array soft_sign(const Array& x) {
  auto value = [](const Array& in) { return in / (abs(in) + 1.0); };
  auto slope = [](const Array& in, const Array&) {
    Array over = Array(1.0) / (abs(in) + 1.0);
    return over * over;
  };
  Array in = inexact(x);
  return with_slope(in, value, slope).with_weak(in.is_weak());
}

Array glu(const Array& x, int64_t axis) {
  Array in = inexact(x);
  int64_t at = axis_of(axis, in), size = in.shape()[static_cast<size_t>(at)].number();
  if (size % 2 != 0) {
    throw labelled(Error(Code::shape, str("nn.glu: `x` is ", x.type(),
                                          ", expected an even size along axis ", axis)),
                   "x");
  }
  Array values = slice_axis(in, at, 0, size / 2), gates = slice_axis(in, at, size / 2, size / 2);
  return values * sigmoid(gates);
}

Array standardize(const Array& x, const Axes& axis, const std::optional<Array>& mean,
                  const std::optional<Array>& variance, const Array& epsilon,
                  const WhereMask& where) {
  Array in = inexact(x), used = wide(in);  // squares of f16 may overflow it
  Array middle = mean ? *mean : mean_where(used, axis, true, where);
  Array apart = used - middle;
  Array spread = variance ? *variance : mean_where(apart * apart, axis, true, where);
  Array out = apart * rsqrt(spread + epsilon);
  return used.dtype() == in.dtype() ? out : as_dtype(out, in.dtype());
}

Array logmeanexp(const Array& x, const Axes& axis, bool keep, const WhereMask& where_) {
  Array in = inexact(x);
  Array low = masked(in, where_, Array(-std::numeric_limits<double>::infinity()));
  Array all = logsumexp(low, axis, keep);
  if (!where_) return all - log(Array(static_cast<double>(folded_count(in, axes_of(axis, in)))));
  Dtype counted = wide(in).dtype();  // f16 cannot count beyond 65,504
  Array count = sum(convert(broadcast(*where_, in.shape()), counted), axis, keep);
  return all - as_dtype(log(count), in.dtype());
}

constexpr std::string_view smooth_no_float = "error[type] if `x` is not an array or a number";
constexpr std::string_view smooth_no_axis = "error[shape] if `axis` is out of range";

}  // namespace

extern const Builtin nn_log_sigmoid_builtin = {
    .signature = "nn.log_sigmoid(x: real[...]) -> float[...]",
    .brief =
        "Computes the logarithm of the sigmoid of each element, accurate for large negative x.",
    .params = {{"x", "Input of any shape."}},
    .errors = smooth_no_float,
    .example = "nn.log_sigmoid([0.0, -1000.0])  #> [-0.6931472, -1000]",
    .source = "jax.nn.log_sigmoid",
    .call = bind<&log_sigmoid>,
};

extern const Builtin nn_selu_builtin = {
    .signature = "nn.selu(x: real[...]) -> float[...]",
    .brief =
        "Computes the scaled exponential linear unit (SELU) of each element. It is nn.elu with "
        "constants that preserve mean 0 and variance 1 through many layers.",
    .params = {{"x", "Input of any shape."}},
    .errors = smooth_no_float,
    .example = "nn.selu([0.0, 1.0])  #> [0, 1.050701]",
    .source = "Klambauer et al., arXiv 1706.02515; jax.nn.selu",
    .call = bind<&selu>,
};

extern const Builtin nn_celu_builtin = {
    .signature = "nn.celu(x: real[...], alpha: real = 1.0) -> float[...]",
    .brief =
        "Computes the continuously differentiable exponential linear unit (CELU) of each element. "
        "CELU(x) is max(x, 0) + alpha (exp(min(x, 0) / alpha) - 1).",
    .params = {{"x", "Input of any shape."},
               {"alpha",
                "Scale of the negative branch, which tends to -alpha for x → -∞. Must not be 0. "
                "Broadcasts with `x`."}},
    .errors = smooth_no_float,
    .example = "nn.celu([0.0, 2.0], 0.5)  #> [0, 2]",
    .source = "Barron, arXiv 1704.07483; jax.nn.celu",
    .call = bind<&celu>,
};

extern const Builtin nn_mish_builtin = {
    .signature = "nn.mish(x: real[...]) -> float[...]",
    .brief = "Computes mish of each element: x * tanh(softplus(x)).",
    .params = {{"x", "Input of any shape."}},
    .errors = smooth_no_float,
    .example = "nn.mish([0.0])  #> [0]",
    .source = "Misra, arXiv 1908.08681; jax.nn.mish",
    .call = bind<&mish>,
};

extern const Builtin nn_squareplus_builtin = {
    .signature = "nn.squareplus(x: real[...], b: real = 4.0) -> float[...]",
    .brief =
        "Computes squareplus of each element, a smooth ReLU without exp. It is (x + sqrt(x ^ 2 + "
        "b)) / 2.",
    .params = {{"x", "Input of any shape."}, {"b", "Width of the smooth region around 0, ≥ 0."}},
    .errors = smooth_no_float,
    .example = "nn.squareplus([0.0])  #> [1]",
    .source = "Barron, arXiv 2112.11687; jax.nn.squareplus",
    .call = bind<&squareplus>,
};

extern const Builtin nn_soft_sign_builtin = {
    .signature = "nn.soft_sign(x: real[...]) -> float[...]",
    .brief = "Computes the softsign of each element: x / (|x| + 1), between -1 and 1.",
    .params = {{"x", "Input of any shape."}},
    .errors = smooth_no_float,
    .example = "nn.soft_sign([1.0, -3.0])  #> [0.5, -0.75]",
    .source = "jax.nn.soft_sign",
    .call = bind<&soft_sign>,
};

extern const Builtin nn_glu_builtin = {
    .signature = "nn.glu(x: real[...], axis: int = -1) -> float[...]",
    .brief =
        "Computes the gated linear unit (GLU). It is the first half of an axis times the sigmoid "
        "of the second half.",
    .params = {{"x", "Input of any shape."},
               {"axis", "Axis that is split into values and gates; its size must be even."}},
    .errors = "error[shape] if `axis` is out of range or has an odd size",
    .example = "nn.glu([2.0, 0.0])  #> [1]",
    .source = "Dauphin et al., arXiv 1612.08083; jax.nn.glu",
    .call = bind<&glu>,
};

extern const Builtin nn_standardize_builtin = {
    .signature =
        "nn.standardize(x: real[...], axis: int or (int, ...) or nil = -1, mean: real[...] = nil, "
        "variance: real[...] = nil, eps: real = 1e-5, where: bool[...] = nil) -> float[...]",
    .brief = "Standardizes `x` to mean 0 and variance 1: (x - mean) / sqrt(variance + epsilon).",
    .params =
        {{"x", "Input of any shape."},
         {"axis", "Axes over which mean and variance are computed. If nil, all axes."},
         {"mean",
          "Mean to subtract. If nil, it is computed from `x`, with reduced axes of size 1."},
         {"variance",
          "Variance to divide by. If nil, it is computed from `x`, with reduced axes of size 1."},
         {"eps", "Added to the variance for numerical stability."},
         {"where",
          "Broadcasts to `x` and marks the elements that contribute to mean and variance. If nil, "
          "all do."}},
    .errors = smooth_no_axis,
    .example = "nn.standardize([1.0, 3.0], eps = 0.0)  #> [-1, 1]",
    .source = "jax.nn.standardize",
    .call = bind<&standardize>,
};

extern const Builtin nn_logmeanexp_builtin = {
    .signature =
        "nn.logmeanexp(x: real[...], axis: int or (int, ...) = nil, keepdims: bool = false, where: "
        "bool[...] = nil) -> float[...]",
    .brief = "Computes log(mean(exp(x))) along axes without overflow.",
    .params = {{"x", "Input of any shape."},
               {"axis", "Axes that are reduced. If nil, all axes."},
               {"keepdims", "If true, reduced axes are kept with size 1."},
               {"where", "Broadcasts to `x` and marks the elements that count. If nil, all do."}},
    .errors = smooth_no_axis,
    .example = "nn.logmeanexp([1000.0, 1000.0])  #> 1000",
    .source = "jax.nn.logmeanexp",
    .call = bind<&logmeanexp>,
};

}  // namespace rille
