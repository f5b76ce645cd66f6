// nn.GatedMlp, nn.Prelu: layers that bend what they are given.
#include "stdlib/nn/initializers.h"
#include "stdlib/nn/layers.h"
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
    open = act ? act->call(state, open, "act") : open * sigmoid(open);
    return down.call(state, open * up.call(state, x, "up"), "down");
  }
};

struct Prelu {
  static const Struct& record();
  Array slope;

  Array call(const Array& x) const {
    Array in = inexact(x);
    return where(ge(in, 0.0), in, slope * in);
  }
};

GatedMlp gated_mlp(State& state, Keys& keys, int64_t size, int64_t hidden, const Value& act,
                   bool bias) {
  need_size(size, "nn.gated_mlp", "size");
  need_size(hidden, "nn.gated_mlp", "hidden");
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

Prelu prelu(double slope) { return {full(Shape{}, Array(slope), Dtype::f32)}; }

}  // namespace

extern const Struct nn_gated_mlp_struct = {
    .name = "nn.GatedMlp",
    .brief = "A layer that gives down(act(gate(x)) * up(x)).",
    .fields = {field<&GatedMlp::gate>("gate: fn", "what opens"),
               field<&GatedMlp::up>("up: fn", "what goes through"),
               field<&GatedMlp::down>("down: fn", "back to the size of x"),
               field<&GatedMlp::act>("act: fn = nil", "of the gate; nil: nn.silu (SwiGLU)")},
    .methods = {method<&GatedMlp::call>("call(x: number[...]) -> number[...]",
                                        "down(act(gate(x)) * up(x)).")},
    .example = "nn.GatedMlp(x => x, x => 2.0 * x, x => x + 1.0, relu)([3.0])  #> [19]",
    .source = "Shazeer, arXiv 2002.05202, eq. 6",
};
const Struct& GatedMlp::record() { return nn_gated_mlp_struct; }

extern const Struct nn_prelu_struct = {
    .name = "nn.Prelu",
    .brief = "A layer that gives x where it is not negative, else a learned slope times x.",
    .fields = {field<&Prelu::slope>("slope: float[...]", "one, or one for each channel")},
    .methods = {method<&Prelu::call>("call(x: real[...]) -> float[...]", "x, or slope * x.")},
    .example = "nn.Prelu([0.5])([-2.0, 3.0])  #> [-1, 3]",
    .source = "He et al., arXiv 1502.01852; flax.nnx.PReLU",
};
const Struct& Prelu::record() { return nn_prelu_struct; }

extern const Builtin nn_gated_mlp_builtin = {
    .signature =
        "nn.gated_mlp(inout key: key or nn.Rngs, size: int, hidden: int, act: fn = nil, bias: bool "
        "= false) -> nn.GatedMlp",
    .brief = "Two linear layers, of which one opens the other, and one back: SwiGLU, GEGLU.",
    .params = {{"key", "a place `&key` moves on, as `&rngs` does"},
               {"size", "of the last axis of x"},
               {"hidden", "of what is gated"},
               {"act", "of the gate: nn.gelu, nn.sigmoid, relu; nil: nn.silu (SwiGLU)"},
               {"bias", "add vectors"}},
    .errors = "error[value] where a size is not above 0",
    .example = "nn.gated_mlp(rng.key(0), 4, 8)(ones((2, 4))).shape  #> (2, 4)",
    .source = "Shazeer, arXiv 2002.05202",
    .call = bind<&gated_mlp>,
};

extern const Builtin nn_prelu_builtin = {
    .signature = "nn.prelu(slope: real = 0.01) -> nn.Prelu",
    .brief = "A layer that gives x where it is not negative, else a learned slope times x.",
    .params = {{"slope", "with which it begins"}},
    .errors = "none",
    .example = "nn.prelu(0.5)([-2.0, 3.0])  #> [-1, 3]",
    .source = "He et al., arXiv 1502.01852; flax.nnx.PReLU",
    .call = bind<&prelu>,
};

}  // namespace rille
