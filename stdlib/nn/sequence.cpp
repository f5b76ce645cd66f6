// nn.Sequential, nn.Mlp: layers applied in sequence.
#include "stdlib/nn/layers.h"
#include "vm/state.h"

namespace rille {

namespace {

struct Sequential {
  static const Struct& record();
  std::vector<Layer> layers;

  Array call(State& state, const Array& x) {
    Array out = x;
    for (size_t i = 0; i < layers.size(); ++i) {
      out = layers[i].call(state, out, "layers", static_cast<int>(i));
    }
    return out;
  }
};

struct Mlp {
  static const Struct& record();
  std::vector<Layer> layers;
  std::optional<Layer> act;

  Array call(State& state, const Array& x) {
    Array out = x;
    for (size_t i = 0; i < layers.size(); ++i) {
      out = layers[i].call(state, out, "layers", static_cast<int>(i));
      if (i + 1 == layers.size()) break;
      out = act ? act->call(state, out, "activation") : relu(out);
    }
    return out;
  }
};

Sequential sequential(const Values& layers) {
  Sequential out;
  for (const Value& layer : layers) out.layers.emplace_back(layer);
  return out;
}

Mlp mlp(State& state, KeySource& keys, Ints sizes, const Value& act) {
  if (sizes.size() < 2) {
    throw Error(Code::value,
                str("nn.mlp: `sizes` has length ", sizes.size(), ", expected at least 2"))
        .label(1);
  }
  Mlp out;
  for (size_t i = 0; i + 1 < sizes.size(); ++i) {
    out.layers.emplace_back(keys.part(
        [&](KeySource& part) { return linear_layer(state, part, sizes[i], sizes[i + 1]); }));
  }
  if (!act.is_nil()) out.act = Layer(act);
  return out;
}

}  // namespace

extern const Struct nn_sequential_struct = {
    .name = "nn.Sequential",
    .brief = "Sequence of layers: each layer is applied to the output of the one before it.",
    .fields = {field<&Sequential::layers>(
        "layers: (fn, ...)", "Layers of the library or of a script, or functions of one array.")},
    .methods = {method<&Sequential::call>(
        "call(x: array) -> array",
        "Applies all layers in order and returns the output of the last one.")},
    .example = "nn.Sequential((x => x + 1.0, x => x * 2.0))([1.0])  #> [4]",
    .source = "flax.nnx.Sequential",
};
const Struct& Sequential::record() { return nn_sequential_struct; }

extern const Struct nn_mlp_struct = {
    .name = "nn.Mlp",
    .brief = "Multilayer perceptron (MLP): layers with an activation function between them.",
    .fields = {field<&Mlp::layers>("layers: (fn, ...)",
                                   "Layers, for example the nn.Linear layers that nn.mlp creates."),
               field<&Mlp::act>("activation: fn = nil",
                                "Activation function between the layers. If nil, it is relu.")},
    .methods = {method<&Mlp::call>("call(x: number[...]) -> number[...]",
                                   "Applies all layers with the activation function between them, "
                                   "and returns the output of the last layer.")},
    .example = "nn.Mlp((x => x - 3.0, x => x * 2.0))([1.0, 4.0])  #> [0, 2]",
    .source = "ours",
};
const Struct& Mlp::record() { return nn_mlp_struct; }

extern const Builtin nn_sequential_builtin = {
    .signature = "nn.sequential(...layers: fn) -> nn.Sequential",
    .brief = "Creates a sequence of layers, each applied to the output of the one before it.",
    .params = {{"layers", "Layers of the library or of a script, or functions of one array."}},
    .errors = "error[type] if a layer cannot be called",
    .example =
        "nn.sequential(nn.linear(rng.key(0), 3, 4), relu, nn.linear(rng.key(1), 4, "
        "2))(ones(3)).shape  #> (2,)",
    .source = "flax.nnx.Sequential",
    .call = bind<&sequential>,
};

extern const Builtin nn_mlp_builtin = {
    .signature =
        "nn.mlp(inout key: key or nn.Rngs, sizes: (int, ...), activation: fn = nil) -> nn.Mlp",
    .brief =
        "Creates a multilayer perceptron (MLP): linear layers with an activation function between "
        "them.",
    .params = {{"key", layer_key_text},
               {"sizes", "Size of the input, then the output size of each layer."},
               {"activation", "Activation function between the layers. If nil, it is relu."}},
    .errors = "error[value] if `sizes` has fewer than two entries or one is below 1",
    .example = "nn.mlp(rng.key(0), (3, 8, 2))(ones(3)).shape  #> (2,)",
    .source = "ours",
    .call = bind<&mlp>,
};

}  // namespace rille
