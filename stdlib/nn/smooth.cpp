// nn.selu, nn.mish, nn.glu: activations without corners.
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

// Both numbers keep the mean 0 and the variance 1 of what goes through.
Array selu(const Array& x) {
  return rounded_once(x, Array(1.6732632423543772848170429916717),
                      [](const Array& in, const Array& alpha) {
                        return 1.0507009873554804934193349852946 * elu(in, alpha);
                      });
}

// x / alpha below 0, else 0.
Array celu_power(const Array& x, const Array& alpha) {
  return where(gt(x, 0.0), Array(0.0), x) / alpha;
}
Array celu_value(const Array& x, const Array& alpha) {
  return where(gt(x, 0.0), x, alpha * expm1(celu_power(x, alpha)));
}
// By x, in which alpha and 1 / alpha do not meet: of higher order their product leaves the range.
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

// What (x + root) / 2 is more than x or 0: b / 2 over `size`, root and |x|. Of a b near the ends of
// the range by its root alone; if b is 0, size may be that, too.
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
    throw labelled(Error(Code::shape, str("nn.glu halves an axis of an even size, got ", x.type())),
                   "x");
  }
  Array values = slice_axis(in, at, 0, size / 2), gates = slice_axis(in, at, size / 2, size / 2);
  return values * sigmoid(gates);
}

Array standardize(const Array& x, const Axes& axis, const std::optional<Array>& mean,
                  const std::optional<Array>& variance, const Array& epsilon, const Mask& where) {
  Array in = inexact(x), used = wide(in);  // squares of f16 leave its range
  Array middle = mean ? *mean : mean_where(used, axis, true, where);
  Array apart = used - middle;
  Array spread = variance ? *variance : mean_where(apart * apart, axis, true, where);
  Array out = apart * rsqrt(spread + epsilon);
  return used.dtype() == in.dtype() ? out : as_dtype(out, in.dtype());
}

Array logmeanexp(const Array& x, const Axes& axis, bool keep, const Mask& where_) {
  Array in = inexact(x);
  Array low = masked(in, where_, Array(-std::numeric_limits<double>::infinity()));
  Array all = logsumexp(low, axis, keep);
  if (!where_) return all - log(Array(static_cast<double>(folded_count(in, axes_of(axis, in)))));
  Dtype counted = wide(in).dtype();  // f16 counts to 65,504
  Array count = sum(convert(broadcast(*where_, in.shape()), counted), axis, keep);
  return all - as_dtype(log(count), in.dtype());
}

constexpr std::string_view smooth_no_float = "error[type] where x is no array or number";
constexpr std::string_view smooth_no_axis = "error[shape] where there is no such axis";

}  // namespace

extern const Builtin nn_log_sigmoid_builtin = {
    .signature = "nn.log_sigmoid(x: real[...]) -> float[...]",
    .brief = "log(sigmoid(x)), exact far below 0.",
    .errors = smooth_no_float,
    .example = "nn.log_sigmoid([0.0, -1000.0])  #> [-0.6931472, -1000]",
    .source = "jax.nn.log_sigmoid",
    .call = bind<&log_sigmoid>,
};

extern const Builtin nn_selu_builtin = {
    .signature = "nn.selu(x: real[...]) -> float[...]",
    .brief = "nn.elu in a scale that keeps mean and variance of what goes through many layers.",
    .errors = smooth_no_float,
    .example = "nn.selu([0.0, 1.0])  #> [0, 1.050701]",
    .source = "Klambauer et al., arXiv 1706.02515; jax.nn.selu",
    .call = bind<&selu>,
};

extern const Builtin nn_celu_builtin = {
    .signature = "nn.celu(x: real[...], alpha: real = 1.0) -> float[...]",
    .brief = "max(x, 0) + alpha (exp(min(x, 0) / alpha) - 1): nn.elu with one slope at 0.",
    .params = {{"alpha", "minus the limit far below 0, not 0"}},
    .errors = smooth_no_float,
    .example = "nn.celu([0.0, 2.0], 0.5)  #> [0, 2]",
    .source = "Barron, arXiv 1704.07483; jax.nn.celu",
    .call = bind<&celu>,
};

extern const Builtin nn_mish_builtin = {
    .signature = "nn.mish(x: real[...]) -> float[...]",
    .brief = "x times tanh(softplus(x)).",
    .errors = smooth_no_float,
    .example = "nn.mish([0.0])  #> [0]",
    .source = "Misra, arXiv 1908.08681; jax.nn.mish",
    .call = bind<&mish>,
};

extern const Builtin nn_squareplus_builtin = {
    .signature = "nn.squareplus(x: real[...], b: real = 4.0) -> float[...]",
    .brief = "(x + sqrt(x ^ 2 + b)) / 2: a smooth relu without exp.",
    .params = {{"b", "how wide the bend is, >= 0"}},
    .errors = smooth_no_float,
    .example = "nn.squareplus([0.0])  #> [1]",
    .source = "Barron, arXiv 2112.11687; jax.nn.squareplus",
    .call = bind<&squareplus>,
};

extern const Builtin nn_soft_sign_builtin = {
    .signature = "nn.soft_sign(x: real[...]) -> float[...]",
    .brief = "x / (|x| + 1), from -1 to 1.",
    .errors = smooth_no_float,
    .example = "nn.soft_sign([1.0, -3.0])  #> [0.5, -0.75]",
    .source = "jax.nn.soft_sign",
    .call = bind<&soft_sign>,
};

extern const Builtin nn_glu_builtin = {
    .signature = "nn.glu(x: real[...], axis: int = -1) -> float[...]",
    .brief = "The first half of an axis times sigmoid of the other: a gated linear unit.",
    .params = {{"axis", "that is halved"}},
    .errors = "error[shape] where the axis is not there, or of an odd size",
    .example = "nn.glu([2.0, 0.0])  #> [1]",
    .source = "Dauphin et al., arXiv 1612.08083; jax.nn.glu",
    .call = bind<&glu>,
};

extern const Builtin nn_standardize_builtin = {
    .signature =
        "nn.standardize(x: real[...], axis: int or (int, ...) or nil = -1, mean: real[...] = nil, "
        "variance: real[...] = nil, epsilon: real = 1e-5, where: bool[...] = nil) -> float[...]",
    .brief = "x less its mean, over the root of its variance and epsilon.",
    .params = {{"axis", "the axes that have one mean together"},
               {"mean", "nil: that of x, kept with extent 1"},
               {"variance", "nil: that of x, likewise"},
               {"epsilon", "added to the variance"},
               {"where", "which elements make mean and variance; nil: all"}},
    .errors = smooth_no_axis,
    .example = "nn.standardize([1.0, 3.0], epsilon = 0.0)  #> [-1, 1]",
    .source = "jax.nn.standardize",
    .call = bind<&standardize>,
};

extern const Builtin nn_logmeanexp_builtin = {
    .signature =
        "nn.logmeanexp(x: real[...], axis: int or (int, ...) = nil, keep: bool = false, where: "
        "bool[...] = nil) -> float[...]",
    .brief = "The logarithm of the mean of exp(x), without overflow on the way.",
    .params = {{"axis", "the axes that are folded; nil: all"},
               {"keep", "leave them, with extent 1"},
               {"where", "which elements count; nil: all"}},
    .errors = smooth_no_axis,
    .example = "nn.logmeanexp([1000.0, 1000.0])  #> 1000",
    .source = "jax.nn.logmeanexp",
    .call = bind<&logmeanexp>,
};

}  // namespace rille
