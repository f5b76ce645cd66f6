// nn.Linear: x @ w + b.
#include "stdlib/nn/initializers.h"
#include "stdlib/nn/layers.h"
#include "stdlib/nn/policy.h"

namespace rille {
namespace {

struct LinearLayer {
  static const Struct& record();
  Array w;
  std::optional<Array> b;
  LayerDtype dtype;

  Array call(const Array& x) const {
    if (dtype.is_unset()) {
      Array y = matmul(x, w);
      return b ? y + *b : y;
    }
    Array y = matmul(dtype.operand(x), dtype.operand(w));
    return dtype.result(b ? y + dtype.operand(*b) : y);
  }
};

// Initializes the layer as Flax does: weights by lecun_normal, the bias by zeros.
LinearLayer linear(KeySource& keys, int64_t in, int64_t out, bool bias) {
  need_size(in, "nn.linear", "in_features");
  need_size(out, "nn.linear", "out_features");
  LinearLayer layer;
  layer.w = lecun_normal(keys.sole(), {in, out}, Dtype::f32);
  if (bias) {
    keys.pass();
    layer.b = zeros({out});
  }
  return layer;
}

}  // namespace

Value linear_layer(State& state, KeySource& keys, int64_t in, int64_t out) {
  return make_instance(state, linear(keys, in, out, true));
}

Value linear_layer(State& state, const Array& w, const std::optional<Array>& b,
                   const Value& dtype) {
  LinearLayer layer;
  layer.dtype = LayerDtype(dtype);
  layer.w = w;
  layer.b = b;
  return make_instance(state, layer);
}

extern const Struct nn_linear_struct = {
    .name = "nn.Linear",
    .brief = "Linear layer (fully connected): `x @ w + b`.",
    .fields = {field<&LinearLayer::w>("w: float[in, out]", "Weights."),
               field<&LinearLayer::b>("b: float[out] = nil", "Bias. If nil, no bias is added."),
               field<&LinearLayer::dtype>(layer_dtype_head, layer_dtype_text)},
    .methods = {method<&LinearLayer::call>("call(x: number[..., in]) -> number[..., out]",
                                           "Computes `x @ w + b` over the last axis of `x`.")},
    .example = "nn.Linear(w = [[1.0], [2.0]])([3.0, 4.0])  #> [11]",
    .source = "flax.nnx.Linear",
};
const Struct& LinearLayer::record() { return nn_linear_struct; }

extern const Builtin nn_linear_builtin = {
    .signature =
        "nn.linear(inout key: key or nn.Rngs, in_features: int, out_features: int, bias: bool = "
        "true) -> nn.Linear",
    .brief =
        "Creates a linear layer (fully connected): `x @ w + b`. `w` is initialized by "
        "nn.lecun_normal, `b` by zeros.",
    .params = {{"key", layer_key_text},
               {"in_features", "Size of the last axis of the input, ≥ 1."},
               {"out_features", "Size of the last axis of the output, ≥ 1."},
               {"bias", "If true, a bias is added. If false, `b` is nil."}},
    .errors = "error[value] if a size is below 1",
    .example = "nn.linear(rng.key(0), 3, 2)(ones(3)).shape  #> (2,)",
    .source = "flax.nnx.Linear",
    .call = bind<&linear>,
};

}  // namespace rille
