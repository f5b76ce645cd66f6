// nn.linear, nn.mlp: layers that multiply by a matrix.
#include "stdlib/array.h"
#include "stdlib/nn/initializers.h"
#include "stdlib/nn/layers.h"
#include "stdlib/structs.h"
#include "vm/bind.h"

namespace rille {
namespace {

Values call_linear(State&, Values args) {
  Array x = input_of(args, "nn.Linear"), w = field_of(args[0], "w").as_array();
  if (x.rank() == 0 || x.shape().back() != w.shape().front()) {
    throw Error(Code::shape, str("nn.Linear: x is ", x.type(), " but w is ", w.type()));
  }
  Array y = matmul(x, w);
  const Value& b = field_of(args[0], "b");
  return {Value::from_array(b.is_nil() ? y : y + b.as_array())};
}

Values call_mlp(State& state, Values args) {
  Array x = input_of(args, "nn.Mlp");
  const Values& layers = field_of(args[0], "layers").items();
  const Value& act = field_of(args[0], "act");
  for (size_t i = 0; i < layers.size(); ++i) {
    x = call_layer(state, layers[i], x);
    if (i + 1 == layers.size()) break;
    x = act.is_nil() ? relu(x) : call_layer(state, act, x);
  }
  return {Value::from_array(x)};
}

const LibraryStruct linear_struct = {
    .name = "nn.Linear",
    .fields = {"w", "b"},
    .methods = {{"call", {{.name = "x"}}, false, call_linear}},
};
const LibraryStruct mlp_struct = {
    .name = "nn.Mlp",
    .fields = {"layers", "act"},
    .methods = {{"call", {{.name = "x"}}, false, call_mlp}},
};

void check_sizes(int64_t in, int64_t out) {
  if (in < 1 || out < 1) {
    throw Error(Code::value, str("a layer needs sizes above 0, got ", in, " and ", out));
  }
}

// As Flax does it: weights by lecun_normal, zeros for the bias.
Value linear(State& state, const Array& key, int64_t in, int64_t out, bool bias) {
  check_sizes(in, out);
  Array w = lecun_normal(key, {in, out}, Dtype::f32);
  return make_instance(state, linear_struct,
                       {{"w", w}, {"b", bias ? Value(zeros({out})) : Value()}});
}

Value mlp(State& state, const Array& key, Ints sizes, std::optional<Function> act) {
  if (sizes.size() < 2) {
    throw Error(Code::value, str("nn.mlp needs two sizes or more, got ", sizes.size()));
  }
  Values layers;
  Array left = key;
  for (size_t i = 0; i + 1 < sizes.size(); ++i) {
    layers.push_back(linear(state, rng::next(left), sizes[i], sizes[i + 1], true));
  }
  return make_instance(
      state, mlp_struct,
      {{"layers", Value::tuple(std::move(layers))}, {"act", act ? Value(*act) : Value()}});
}

}  // namespace

extern const Builtin nn_linear_builtin = {
    .signature = "nn.linear(inout key: key, in: int, out: int, bias: bool = true) -> nn.Linear",
    .brief = "A layer that gives x @ w + b.",
    .params = {{"key", "a place `&key` moves on"},
               {"in", "size of the last axis of what it is applied to, > 0"},
               {"out", "size of the last axis of what it gives, > 0"},
               {"bias", "add a vector; false: `b` is nil"}},
    .errors = "error[value] where a size is not above 0",
    .example = "nn.linear(rng.key(0), 3, 2)(ones(3)).shape  #> (2,)",
    .source = "flax.nnx.Linear: lecun_normal, zeros",
    .call = bind<&linear>,
};

extern const Builtin nn_mlp_builtin = {
    .signature = "nn.mlp(inout key: key, sizes: (int, ...), act: fn = nil) -> nn.Mlp",
    .brief = "Linear layers with a function between them.",
    .params = {{"key", "a draw of it for each layer; a place `&key` moves on"},
               {"sizes", "of the input, of each layer's output"},
               {"act", "between the layers; nil: relu"}},
    .errors = "error[value] where there are fewer than two sizes or one is not above 0",
    .example = "nn.mlp(rng.key(0), (3, 8, 2))(ones(3)).shape  #> (2,)",
    .source = "ours",
    .call = bind<&mlp>,
};

}  // namespace rille
