// nn.relu, nn.softmax …: functions of arrays under nn as well.
#include "stdlib/array.h"
#include "vm/bind.h"

namespace rille {
namespace {

constexpr std::string_view no_axis = "error[shape] where x has no such axis";

}  // namespace

extern const Builtin nn_relu_builtin = {
    .signature = "nn.relu(x: real[...]) -> real[...]",
    .brief = "Each element, or 0 where it is negative: relu(x).",
    .params = {{"x", "of any shape"}},
    .errors = "error[type] where x is no array or number",
    .example = "nn.relu([-1.0, 2.0])  #> [0, 2]",
    .source = "jax.nn.relu",
    .call = bind<&relu>,
};

extern const Builtin nn_sigmoid_builtin = {
    .signature = "nn.sigmoid(x: number[...]) -> number[...]",
    .brief = "1 / (1 + exp(-x)): sigmoid(x).",
    .params = {{"x", "of any shape"}},
    .errors = "error[type] where x is no array or number",
    .example = "nn.sigmoid([0.0])  #> [0.5]",
    .source = "jax.nn.sigmoid",
    .call = bind<&sigmoid>,
};

extern const Builtin nn_softmax_builtin = {
    .signature = "nn.softmax(x: real[...], axis: int = -1) -> float[...]",
    .brief = "exp(x) along the axis, divided by its sum: softmax(x).",
    .params = {{"x", "of any shape"}, {"axis", "that of the classes"}},
    .errors = no_axis,
    .example = "nn.softmax([0.0, 0.0])  #> [0.5, 0.5]",
    .source = "jax.nn.softmax",
    .call = bind<&softmax>,
};

extern const Builtin nn_log_softmax_builtin = {
    .signature = "nn.log_softmax(x: real[...], axis: int = -1) -> float[...]",
    .brief = "The logarithm of softmax, exact where softmax is near 0: log_softmax(x).",
    .params = {{"x", "of any shape"}, {"axis", "that of the classes"}},
    .errors = no_axis,
    .example = "nn.log_softmax([0.0, 0.0])  #> [-0.6931472, -0.6931472]",
    .source = "jax.nn.log_softmax",
    .call = bind<&log_softmax>,
};

}  // namespace rille
