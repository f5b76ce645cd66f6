// nn.relu, nn.softmax …: functions of arrays under nn as well.
#include "stdlib/array.h"
#include "vm/bind.h"

namespace rille {
namespace {

const std::vector<Param> x_params = {{"x", "array f[...]", "", "of any shape"}};
const std::vector<Param> axis_params = {
    {"x", "array f[...]", "", "of any shape"},
    {"axis", "int", "-1", "that of the classes"},
};
constexpr std::string_view no_axis = "error[shape] where x has no such axis";

}  // namespace

extern const Builtin nn_relu_builtin = {
    .name = "nn.relu",
    .brief = "Each element, or 0 where it is negative: relu(x).",
    .params = x_params,
    .returns = "array n[...]",
    .errors = "error[type] where x is no array or number",
    .example = "nn.relu([-1.0, 2.0])  #> [0, 2]",
    .source = "jax.nn.relu",
    .call = bind<&relu>,
};

extern const Builtin nn_sigmoid_builtin = {
    .name = "nn.sigmoid",
    .brief = "1 / (1 + exp(-x)): sigmoid(x).",
    .params = x_params,
    .returns = "array f[...]",
    .errors = "error[type] where x is no array or number",
    .example = "nn.sigmoid([0.0])  #> [0.5]",
    .source = "jax.nn.sigmoid",
    .call = bind<&sigmoid>,
};

extern const Builtin nn_softmax_builtin = {
    .name = "nn.softmax",
    .brief = "exp(x) along the axis, divided by its sum: softmax(x).",
    .params = axis_params,
    .returns = "array f[...]",
    .errors = no_axis,
    .example = "nn.softmax([0.0, 0.0])  #> [0.5, 0.5]",
    .source = "jax.nn.softmax",
    .call = bind<&softmax>,
};

extern const Builtin nn_log_softmax_builtin = {
    .name = "nn.log_softmax",
    .brief = "The logarithm of softmax, exact where softmax is near 0: log_softmax(x).",
    .params = axis_params,
    .returns = "array f[...]",
    .errors = no_axis,
    .example = "nn.log_softmax([0.0, 0.0])  #> [-0.6931472, -0.6931472]",
    .source = "jax.nn.log_softmax",
    .call = bind<&log_softmax>,
};

}  // namespace rille
