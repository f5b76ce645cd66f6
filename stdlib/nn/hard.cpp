// nn.relu6, nn.hard_tanh: piecewise activation functions.
#include "stdlib/nn/activations.h"
#include "vm/bind.h"

namespace rille {

Array sparse_plus(const Array& x) {
  Array in = inexact(x);
  Array middle = 0.25 * ((in + 1.0) * (in + 1.0));
  return where(le(in, -1.0), 0.0, where(ge(in, 1.0), in, middle));
}

namespace {

Array relu6(const Array& x) { return minimum(maximum(inexact(x), Array(0.0)), Array(6.0)); }

Array hard_tanh(const Array& x) {
  Array in = inexact(x);
  return where(gt(in, 1.0), 1.0, where(lt(in, -1.0), -1.0, in));
}

Array hard_sigmoid(const Array& x) { return relu6(inexact(x) + 3.0) / 6.0; }

Array hard_silu(const Array& x) { return inexact(x) * hard_sigmoid(x); }

Array sparse_sigmoid(const Array& x) {
  return 0.5 * clip(inexact(x) + 1.0, Array(0.0), Array(2.0));
}

constexpr std::string_view hard_no_float = "error[type] if `x` is not an array or a number";

}  // namespace

extern const Builtin nn_relu6_builtin = {
    .signature = "nn.relu6(x: real[...]) -> float[...]",
    .brief = "Computes ReLU6 of each element: min(max(x, 0), 6).",
    .params = {{"x", "Input of any shape."}},
    .errors = hard_no_float,
    .example = "nn.relu6([-1.0, 3.0, 9.0])  #> [0, 3, 6]",
    .source = "jax.nn.relu6",
    .call = bind<&relu6>,
};

extern const Builtin nn_hard_tanh_builtin = {
    .signature = "nn.hard_tanh(x: real[...]) -> float[...]",
    .brief = "Computes hard tanh of each element: x clipped to [-1, 1].",
    .params = {{"x", "Input of any shape."}},
    .errors = hard_no_float,
    .example = "nn.hard_tanh([-3.0, 0.5, 3.0])  #> [-1, 0.5, 1]",
    .source = "jax.nn.hard_tanh",
    .call = bind<&hard_tanh>,
};

extern const Builtin nn_hard_sigmoid_builtin = {
    .signature = "nn.hard_sigmoid(x: real[...]) -> float[...]",
    .brief =
        "Computes the hard sigmoid of each element: relu6(x + 3) / 6. It is linear from 0 at -3 to "
        "1 at 3.",
    .params = {{"x", "Input of any shape."}},
    .errors = hard_no_float,
    .example = "nn.hard_sigmoid([-3.0, 0.0, 9.0])  #> [0, 0.5, 1]",
    .source = "jax.nn.hard_sigmoid",
    .call = bind<&hard_sigmoid>,
};

extern const Builtin nn_hard_silu_builtin = {
    .signature = "nn.hard_silu(x: real[...]) -> float[...]",
    .brief = "Computes the hard SiLU (hard swish) of each element: x * nn.hard_sigmoid(x).",
    .params = {{"x", "Input of any shape."}},
    .errors = hard_no_float,
    .example = "nn.hard_silu([1.0, 3.0])  #> [0.6666667, 3]",
    .source = "Howard et al., arXiv 1905.02244; jax.nn.hard_silu",
    .call = bind<&hard_silu>,
};

extern const Builtin nn_sparse_plus_builtin = {
    .signature = "nn.sparse_plus(x: real[...]) -> float[...]",
    .brief =
        "Computes sparse plus of each element, a piecewise softplus. It is 0 if x ≤ -1, x if x ≥ "
        "1, and (x + 1)^2 / 4 between.",
    .params = {{"x", "Input of any shape."}},
    .errors = hard_no_float,
    .example = "nn.sparse_plus([-1.0, 0.0, 1.0])  #> [0, 0.25, 1]",
    .source = "jax.nn.sparse_plus",
    .call = bind<&sparse_plus>,
};

extern const Builtin nn_sparse_sigmoid_builtin = {
    .signature = "nn.sparse_sigmoid(x: real[...]) -> float[...]",
    .brief =
        "Computes the sparse sigmoid of each element, the derivative of nn.sparse_plus. It is "
        "linear from 0 at -1 to 1 at 1.",
    .params = {{"x", "Input of any shape."}},
    .errors = hard_no_float,
    .example = "nn.sparse_sigmoid([-1.0, 0.0, 9.0])  #> [0, 0.5, 1]",
    .source = "jax.nn.sparse_sigmoid",
    .call = bind<&sparse_sigmoid>,
};

}  // namespace rille
