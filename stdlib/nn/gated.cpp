// nn.GatedMlp, nn.Prelu: a gated MLP, a learned activation.
#include "stdlib/nn/initializers.h"
#include "stdlib/nn/layers.h"
#include "stdlib/nn/policy.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

struct GatedMlp {
  static const Struct& record();
  Layer gate, up, down;
  std::optional<Layer> act;

  Array call(State& state, const Array& x) {
    Array open = gate.call(state, x, "gate");
    open = act ? act->call(state, open, "activation") : open * sigmoid(open);
    return down.call(state, open * up.call(state, x, "up"), "down");
  }
};

struct Prelu {
  static const Struct& record();
  Array slope;
  LayerDtype dtype;

  Array call(const Array& x) const {
    Array in = dtype.operand(inexact(x));
    return dtype.result(where(ge(in, 0.0), in, dtype.operand(slope) * in));
  }
};

GatedMlp gated_mlp(State& state, KeySource& keys, int64_t size, int64_t hidden, const Value& act,
                   bool bias) {
  need_size(size, "nn.gated_mlp", "features");
  need_size(hidden, "nn.gated_mlp", "hidden_size");
  auto line = [&](int64_t in, int64_t out) {
    Array w = lecun_normal(keys.next(), {in, out}, Dtype::f32);
    if (bias) keys.pass();
    return Layer(linear_layer(state, w, bias ? std::optional(zeros({out})) : std::nullopt));
  };
  GatedMlp out;
  out.gate = line(size, hidden);
  out.up = line(size, hidden);
  out.down = line(hidden, size);
  if (!act.is_nil()) out.act = Layer(act);
  return out;
}

Prelu prelu(double slope) {
  Prelu out;
  out.slope = full(Shape{}, Array(slope), Dtype::f32);
  return out;
}

}  // namespace

extern const Struct nn_gated_mlp_struct = {
    .name = "nn.GatedMlp",
    .brief = "Gated MLP layer: down(act(gate(x)) * up(x)).",
    .fields = {field<&GatedMlp::gate>("gate: fn", "Gate projection."),
               field<&GatedMlp::up>("up: fn", "Up projection, which is multiplied by the gate."),
               field<&GatedMlp::down>(
                   "down: fn", "Down projection, from the hidden size back to the size of `x`."),
               field<&GatedMlp::act>(
                   "activation: fn = nil",
                   "Activation function of the gate. If nil, it is nn.silu (SwiGLU).")},
    .methods = {method<&GatedMlp::call>("call(x: number[...]) -> number[...]",
                                        "Computes down(act(gate(x)) * up(x)).")},
    .example = "nn.GatedMlp(x => x, x => 2.0 * x, x => x + 1.0, relu)([3.0])  #> [19]",
    .source = "Shazeer, arXiv 2002.05202, eq. 6",
};
const Struct& GatedMlp::record() { return nn_gated_mlp_struct; }

extern const Struct nn_prelu_struct = {
    .name = "nn.Prelu",
    .brief = "Parametric ReLU (PReLU) layer. It returns x if x ≥ 0, else a learned slope times x.",
    .fields =
        {field<&Prelu::slope>(
             "negative_slope: float[...]",
             "Learned factor of negative elements (negative slope): a scalar, or one per channel."),
         field<&Prelu::dtype>(layer_dtype_head, layer_dtype_text)},
    .methods = {method<&Prelu::call>("call(x: real[...]) -> float[...]",
                                     "Computes x if x ≥ 0, else slope * x.")},
    .example = "nn.Prelu([0.5])([-2.0, 3.0])  #> [-1, 3]",
    .source = "He et al., arXiv 1502.01852; flax.nnx.PReLU",
};
const Struct& Prelu::record() { return nn_prelu_struct; }

extern const Builtin nn_gated_mlp_builtin = {
    .signature =
        "nn.gated_mlp(inout key: key or nn.Rngs, features: int, hidden_size: int, activation: fn = "
        "nil, bias: bool = false) -> nn.GatedMlp",
    .brief =
        "Creates a gated MLP layer (SwiGLU, GEGLU): down(act(gate(x)) * up(x)). Weights are "
        "initialized by nn.lecun_normal, biases by zeros.",
    .params = {{"key", layer_key_text},
               {"features", "Size of the last axis of `x` and of the output."},
               {"hidden_size", "Hidden size: the output size of the gate and up projections."},
               {"activation",
                "Activation function of the gate, for example `nn.gelu`, `nn.sigmoid`, or `relu`. "
                "If nil, it is nn.silu (SwiGLU)."},
               {"bias", "If true, all three projections have a bias."}},
    .errors = "error[value] if a size is below 1",
    .example = "nn.gated_mlp(rng.key(0), 4, 8)(ones((2, 4))).shape  #> (2, 4)",
    .source = "Shazeer, arXiv 2002.05202",
    .call = bind<&gated_mlp>,
};

extern const Builtin nn_prelu_builtin = {
    .signature = "nn.prelu(negative_slope: real = 0.01) -> nn.Prelu",
    .brief =
        "Creates a parametric ReLU (PReLU) layer. It returns x if x ≥ 0, else a learned slope "
        "times x.",
    .params = {{"negative_slope", "Initial negative slope."}},
    .errors = "none",
    .example = "nn.prelu(0.5)([-2.0, 3.0])  #> [-1, 3]",
    .source = "He et al., arXiv 1502.01852; flax.nnx.PReLU",
    .call = bind<&prelu>,
};

}  // namespace rille
