// nn.Linear: x @ w + b.
#include "stdlib/nn/initializers.h"
#include "stdlib/nn/layers.h"

namespace rille {
namespace {

struct Linear {
  static const Struct& record();
  Array w;
  std::optional<Array> b;

  Array call(const Array& x) const {
    Array y = matmul(x, w);
    return b ? y + *b : y;
  }
};

// As Flax does it: weights by lecun_normal, zeros for the bias.
Linear linear(Keys& keys, int64_t in, int64_t out, bool bias) {
  need_size(in, "nn.linear", "in");
  need_size(out, "nn.linear", "out");
  Linear layer;
  layer.w = lecun_normal(keys.sole(), {in, out}, Dtype::f32);
  if (bias) {
    keys.pass();
    layer.b = zeros({out});
  }
  return layer;
}

}  // namespace

Value linear_layer(State& state, Keys& keys, int64_t in, int64_t out) {
  return make_instance(state, linear(keys, in, out, true));
}

Value linear_layer(State& state, const Array& w, const std::optional<Array>& b) {
  Linear layer;
  layer.w = w;
  layer.b = b;
  return make_instance(state, layer);
}

extern const Struct nn_linear_struct = {
    .name = "nn.Linear",
    .brief = "A layer that gives x @ w + b.",
    .fields = {field<&Linear::w>("w: float[in, out]", "weights"),
               field<&Linear::b>("b: float[out] = nil", "what is added; nil: nothing")},
    .methods = {method<&Linear::call>("call(x: number[..., in]) -> number[..., out]",
                                      "x @ w + b, over the last axis of x.")},
    .example = "nn.Linear(w = [[1.0], [2.0]])([3.0, 4.0])  #> [11]",
    .source = "flax.nnx.Linear",
};
const Struct& Linear::record() { return nn_linear_struct; }

extern const Builtin nn_linear_builtin = {
    .signature =
        "nn.linear(inout key: key or nn.Rngs, in: int, out: int, bias: bool = true) -> nn.Linear",
    .brief = "A layer that gives x @ w + b.",
    .params = {{"key", "a place `&key` moves on, as `&rngs` does"},
               {"in", "size of the last axis of what it is applied to, > 0"},
               {"out", "size of the last axis of what it gives, > 0"},
               {"bias", "add a vector; false: `b` is nil"}},
    .errors = "error[value] where a size is not above 0",
    .example = "nn.linear(rng.key(0), 3, 2)(ones(3)).shape  #> (2,)",
    .source = "flax.nnx.Linear: lecun_normal, zeros",
    .call = bind<&linear>,
};

}  // namespace rille
