// nn.Sequential, nn.Mlp: layers one after another.
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
      out = act ? act->call(state, out, "act") : relu(out);
    }
    return out;
  }
};

Sequential sequential(const Values& layers) {
  Sequential out;
  for (const Value& layer : layers) out.layers.emplace_back(layer);
  return out;
}

Mlp mlp(State& state, Keys& keys, Ints sizes, const Value& act) {
  if (sizes.size() < 2) {
    throw Error(Code::value, str("nn.mlp needs two sizes or more, got ", sizes.size())).label(1);
  }
  Mlp out;
  for (size_t i = 0; i + 1 < sizes.size(); ++i) {
    out.layers.emplace_back(
        keys.part([&](Keys& part) { return linear_layer(state, part, sizes[i], sizes[i + 1]); }));
  }
  if (!act.is_nil()) out.act = Layer(act);
  return out;
}

}  // namespace

extern const Struct nn_sequential_struct = {
    .name = "nn.Sequential",
    .brief = "Layers of which each is given what the one before it gave.",
    .fields = {field<&Sequential::layers>("layers: (fn, ...)",
                                          "of the library, of a script, functions")},
    .methods = {method<&Sequential::call>("call(x: array) -> array", "The last layer's result.")},
    .example = "nn.Sequential((x => x + 1.0, x => x * 2.0))([1.0])  #> [4]",
    .source = "flax.nnx.Sequential",
};
const Struct& Sequential::record() { return nn_sequential_struct; }

extern const Struct nn_mlp_struct = {
    .name = "nn.Mlp",
    .brief = "Layers with a function between them.",
    .fields = {field<&Mlp::layers>("layers: (fn, ...)", "as nn.mlp makes them, nn.Linear"),
               field<&Mlp::act>("act: fn = nil", "between the layers; nil: relu")},
    .methods = {method<&Mlp::call>("call(x: number[...]) -> number[...]",
                                   "The last layer's result.")},
    .example = "nn.Mlp((x => x - 3.0, x => x * 2.0))([1.0, 4.0])  #> [0, 2]",
    .source = "ours",
};
const Struct& Mlp::record() { return nn_mlp_struct; }

extern const Builtin nn_sequential_builtin = {
    .signature = "nn.sequential(...layers: fn) -> nn.Sequential",
    .brief = "Layers of which each is given what the one before it gave.",
    .params = {{"layers", "of the library, of a script, functions"}},
    .errors = "error[type] where one cannot be called",
    .example =
        "nn.sequential(nn.linear(rng.key(0), 3, 4), relu, nn.linear(rng.key(1), 4, 2))(ones(3))"
        ".shape  #> (2,)",
    .source = "flax.nnx.Sequential",
    .call = bind<&sequential>,
};

extern const Builtin nn_mlp_builtin = {
    .signature = "nn.mlp(inout key: key or nn.Rngs, sizes: (int, ...), act: fn = nil) -> nn.Mlp",
    .brief = "Linear layers with a function between them.",
    .params = {{"key", "a draw of it for each layer; a place `&key` moves on, as `&rngs` does"},
               {"sizes", "of the input, of each layer's output"},
               {"act", "between the layers; nil: relu"}},
    .errors = "error[value] where there are fewer than two sizes or one is not above 0",
    .example = "nn.mlp(rng.key(0), (3, 8, 2))(ones(3)).shape  #> (2,)",
    .source = "ours",
    .call = bind<&mlp>,
};

}  // namespace rille
