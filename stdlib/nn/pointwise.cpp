// nn.relu, nn.softmax: global array functions in module nn.
#include "stdlib/array.h"
#include "vm/bind.h"

namespace rille {
namespace {

constexpr std::string_view no_axis = "error[shape] if `axis` is out of range";

}  // namespace

extern const Builtin nn_relu_builtin = {
    .signature = "nn.relu(x: real[...]) -> real[...]",
    .brief =
        "Computes the rectified linear unit (ReLU) of each element: max(x, 0). Same as the global "
        "relu.",
    .params = {{"x", "Input of any shape."}},
    .errors = "error[type] if `x` is not an array or a number",
    .example = "nn.relu([-1.0, 2.0])  #> [0, 2]",
    .source = "jax.nn.relu",
    .call = bind<&relu>,
};

extern const Builtin nn_sigmoid_builtin = {
    .signature = "nn.sigmoid(x: number[...]) -> number[...]",
    .brief = "Computes the sigmoid of each element: 1 / (1 + exp(-x)). Same as the global sigmoid.",
    .params = {{"x", "Input of any shape."}},
    .errors = "error[type] if `x` is not an array or a number",
    .example = "nn.sigmoid([0.0])  #> [0.5]",
    .source = "jax.nn.sigmoid",
    .call = bind<&sigmoid>,
};

extern const Builtin nn_softmax_builtin = {
    .signature = "nn.softmax(x: real[...], axis: int = -1) -> float[...]",
    .brief =
        "Computes the softmax along an axis: exp(x) divided by its sum. Same as the global "
        "softmax.",
    .params = {{"x", "Logits of any shape."},
               {"axis", "Axis over which the probabilities sum to 1."}},
    .errors = no_axis,
    .example = "nn.softmax([0.0, 0.0])  #> [0.5, 0.5]",
    .source = "jax.nn.softmax",
    .call = bind<&softmax>,
};

extern const Builtin nn_log_softmax_builtin = {
    .signature = "nn.log_softmax(x: real[...], axis: int = -1) -> float[...]",
    .brief =
        "Computes the logarithm of the softmax, accurate where the softmax is near 0. Same as the "
        "global log_softmax.",
    .params = {{"x", "Logits of any shape."},
               {"axis", "Axis over which the probabilities sum to 1."}},
    .errors = no_axis,
    .example = "nn.log_softmax([0.0, 0.0])  #> [-0.6931472, -0.6931472]",
    .source = "jax.nn.log_softmax",
    .call = bind<&log_softmax>,
};

}  // namespace rille
