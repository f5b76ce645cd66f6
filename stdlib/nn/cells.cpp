// nn.LstmCell, nn.GruCell and other recurrent cells.
#include "stdlib/nn/cells.h"

#include "stdlib/nn/initializers.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

using ActivationFn = Array (*)(const Array&);

// Applies the activation function f, or `usual` if f is empty.
Array bent(State& state, std::optional<Layer>& f, const Array& x, std::string_view field,
           ActivationFn usual) {
  return f ? f->call(state, x, field) : usual(x);
}

// Returns a state of zeros, [batch..., size], for x[batch..., features], in f32 or wider.
Array zero_state(const Array& x, int64_t size, std::string_view of) {
  need_size(size, of, "hidden_size");
  if (x.rank() == 0) {
    throw Error(Code::shape,
                str(of, ".initialize_carry: `x` is ", x.type(), ", expected at least one axis"));
  }
  Shape shape(x.shape().begin(), x.shape().end() - 1);
  shape.emplace_back(size);
  Arrays both = {strong(inexact(x)), zeros({})};
  return zeros(shape, common_dtype(both));
}

std::pair<Array, Array> two_of(const Value& carry, std::string_view of) {
  if (carry.is_tuple() && carry.items().size() == 2 && carry.items()[0].is_leaf() &&
      carry.items()[1].is_leaf()) {
    return {carry.items()[0].as_array(), carry.items()[1].as_array()};
  }
  throw Error(Code::type, str(of, ": `carry` is ", kind_text(carry),
                              ", expected a tuple (c, h) of two arrays"));
}

Value pair_of(Array a, Array b) { return Value::tuple({Value(std::move(a)), Value(std::move(b))}); }

struct LstmCell {
  static const Struct& record();
  Layer input, hidden;
  int64_t size = 0;
  std::optional<Layer> gate, act;

  Value call(State& state, const Value& carry, const Array& x) {
    std::string_view name = record().name;
    auto [c, h] = two_of(carry, name);
    Arrays parts = split(input.call(state, x, "input") + hidden.call(state, h, "hidden"), {4}, -1);
    Array i = bent(state, gate, parts[0], "gate_activation", sigmoid);
    Array f = bent(state, gate, parts[1], "gate_activation", sigmoid);
    Array g = bent(state, act, parts[2], "activation", tanh);
    Array o = bent(state, gate, parts[3], "gate_activation", sigmoid);
    Array kept = f * c + i * g;
    Array out = o * bent(state, act, kept, "activation", tanh);
    return Value::tuple({pair_of(kept, out), Value(out)});
  }
  Value start(const Array& x) const {
    Array zero = zero_state(x, size, record().name);
    return pair_of(zero, zero);
  }
};

struct GruCell {
  static const Struct& record();
  Layer input, hidden;
  int64_t size = 0;
  std::optional<Layer> gate, act;

  Value call(State& state, const Array& h, const Array& x) {
    Arrays of_x = split(input.call(state, x, "input"), {3}, -1);
    Arrays of_h = split(hidden.call(state, h, "hidden"), {3}, -1);
    Array r = bent(state, gate, of_x[0] + of_h[0], "gate_activation", sigmoid);
    Array z = bent(state, gate, of_x[1] + of_h[1], "gate_activation", sigmoid);
    Array n = bent(state, act, of_x[2] + r * of_h[2], "activation", tanh);
    Array out = (1.0 - z) * n + z * h;
    return pair_of(out, out);
  }
  Value start(const Array& x) const { return Value(zero_state(x, size, record().name)); }
};

struct SimpleCell {
  static const Struct& record();
  Layer input, hidden;
  int64_t size = 0;
  std::optional<Layer> act;
  bool residual = false;

  Value call(State& state, const Array& h, const Array& x) {
    Array out = input.call(state, x, "input") + hidden.call(state, h, "hidden");
    if (residual) out = out + h;
    out = bent(state, act, out, "activation", tanh);
    return pair_of(out, out);
  }
  Value start(const Array& x) const { return Value(zero_state(x, size, record().name)); }
};

struct ConvLstmCell {
  static const Struct& record();
  Layer input, hidden;
  int64_t size = 0;

  Value call(State& state, const Value& carry, const Array& x) {
    std::string_view name = record().name;
    auto [c, h] = two_of(carry, name);
    Arrays parts = split(input.call(state, x, "input") + hidden.call(state, h, "hidden"), {4}, -1);
    Array kept = sigmoid(parts[2] + 1.0) * c + sigmoid(parts[0]) * tanh(parts[1]);
    Array out = sigmoid(parts[3]) * tanh(kept);
    return Value::tuple({pair_of(kept, out), Value(out)});
  }
  Value start(const Array& x) const {
    Array zero = zero_state(x, size, record().name);
    return pair_of(zero, zero);
  }
};

// --- initialization: keys are used in the order of Flax's cells

std::optional<Layer> layer_or_none(const Value& f) {
  return f.is_nil() ? std::optional<Layer>() : Layer(f);
}

void need_sizes(int64_t in, int64_t size, std::string_view maker) {
  need_size(in, maker, "in_features");
  need_size(size, maker, "hidden_size");
}

// Initializes the weights of each gate separately.
LstmCell lstm_cell(State& state, KeySource& keys, int64_t in, int64_t size, const Value& gate,
                   const Value& act) {
  need_sizes(in, size, "nn.lstm_cell");
  Arrays of_x, of_h;
  for (int i = 0; i < 4; ++i) of_x.push_back(lecun_normal(keys.next(), {in, size}, Dtype::f32));
  for (int i = 0; i < 4; ++i) {
    of_h.push_back(orthogonal(keys.next(), {size, size}));
    keys.pass();
  }
  return {Layer(linear_layer(state, concat(of_x, 1), {})),
          Layer(linear_layer(state, concat(of_h, 1), zeros({4 * size}))), size, layer_or_none(gate),
          layer_or_none(act)};
}

LstmCell optimized_lstm_cell(State& state, KeySource& keys, int64_t in, int64_t size,
                             const Value& gate, const Value& act) {
  need_sizes(in, size, "nn.optimized_lstm_cell");
  Value input = linear_layer(state, lecun_normal(keys.next(), {in, 4 * size}, Dtype::f32), {});
  Array w = orthogonal(keys.next(), {size, 4 * size});
  keys.pass();
  return {Layer(input), Layer(linear_layer(state, w, zeros({4 * size}))), size, layer_or_none(gate),
          layer_or_none(act)};
}

GruCell gru_cell(State& state, KeySource& keys, int64_t in, int64_t size, const Value& gate,
                 const Value& act) {
  need_sizes(in, size, "nn.gru_cell");
  Array w = lecun_normal(keys.next(), {in, 3 * size}, Dtype::f32);
  keys.pass();
  Value hidden = linear_layer(state, orthogonal(keys.next(), {size, 3 * size}), {});
  return {Layer(linear_layer(state, w, zeros({3 * size}))), Layer(hidden), size,
          layer_or_none(gate), layer_or_none(act)};
}

SimpleCell simple_cell(State& state, KeySource& keys, int64_t in, int64_t size, const Value& act,
                       bool residual) {
  need_sizes(in, size, "nn.simple_cell");
  Value hidden = linear_layer(state, orthogonal(keys.next(), {size, size}), {});
  Array w = lecun_normal(keys.next(), {in, size}, Dtype::f32);
  keys.pass();
  return {Layer(linear_layer(state, w, zeros({size}))), Layer(hidden), size, layer_or_none(act),
          residual};
}

ConvLstmCell conv_lstm_cell(State& state, KeySource& keys, int64_t in, int64_t out,
                            const Ints& size, bool bias) {
  need_sizes(in, out, "nn.conv_lstm_cell");
  auto drawn = [&](int64_t from) {
    return keys.part(
        [&](KeySource& part) { return plain_conv(state, part, from, 4 * out, size, bias); });
  };
  Value input = drawn(in);
  return {Layer(input), Layer(drawn(out)), out};
}

constexpr std::string_view input_text =
    "Layer from `x` to the concatenated gate projections, with one part of `hidden_size` channels "
    "per gate.";
constexpr std::string_view hidden_text =
    "Layer from the previous hidden state to the concatenated gate projections.";
constexpr std::string_view cells_size_text = "Hidden size: the size of the output's last axis.";
constexpr std::string_view gate_text = "Activation function of the gates. If nil, it is sigmoid.";
constexpr std::string_view act_text =
    "Activation function of the candidate and of the output. If nil, it is tanh.";
constexpr std::string_view gru_act_text =
    "Activation function of the candidate state. If nil, it is tanh.";
constexpr std::string_view pair_head = "call(carry: tuple, x: number[...]) -> tuple";
constexpr std::string_view one_head = "call(carry: number[...], x: number[...]) -> tuple";
constexpr std::string_view start_head = "initialize_carry(x: number[...]) -> any";
constexpr std::string_view pair_text =
    "Runs one time step on `x` and the carry (c, h). Returns (next carry, output); the output is "
    "the new hidden state h.";
constexpr std::string_view one_text =
    "Runs one time step on `x` and the hidden state `carry`. Returns (next carry, output), which "
    "are the same array.";
constexpr std::string_view start_text =
    "Returns the initial carry: zeros for each batch element of `x`, in f32 or wider.";
constexpr std::string_view in_text = "Size of the last axis of `x`.";
constexpr std::string_view simple_act_text = "Activation function of the sum. If nil, it is tanh.";
constexpr std::string_view residual_text =
    "If true, the previous hidden state is added to the sum before the activation function.";
constexpr std::string_view cells_errors_text = "error[value] if a size is below 1";

}  // namespace

extern const Struct nn_lstm_cell_struct = {
    .name = "nn.LstmCell",
    .brief =
        "Long short-term memory (LSTM) cell. The carry is (c, h), the cell state and the hidden "
        "state; gates are concatenated in the order i, f, g, o.",
    .fields = {field<&LstmCell::input>("input: fn", input_text),
               field<&LstmCell::hidden>("hidden: fn", hidden_text),
               field<&LstmCell::size>("const hidden_size: int", cells_size_text),
               field<&LstmCell::gate>("gate_activation: fn = nil", gate_text),
               field<&LstmCell::act>("activation: fn = nil", act_text)},
    .methods = {method<&LstmCell::call>(pair_head, pair_text),
                method<&LstmCell::start>(start_head, start_text)},
    .example = "nn.lstm_cell(rng.key(0), 3, 2).initialize_carry(ones(3))  #> ([0, 0], [0, 0])",
    .source = "Hochreiter and Schmidhuber, 1997; flax.nnx.LSTMCell",
};
const Struct& LstmCell::record() { return nn_lstm_cell_struct; }

extern const Struct nn_gru_cell_struct = {
    .name = "nn.GruCell",
    .brief =
        "Gated recurrent unit (GRU) cell. The carry is the hidden state, which is also the output; "
        "gates are concatenated in the order r, z, n.",
    .fields = {field<&GruCell::input>("input: fn", input_text),
               field<&GruCell::hidden>("hidden: fn", hidden_text),
               field<&GruCell::size>("const hidden_size: int", cells_size_text),
               field<&GruCell::gate>("gate_activation: fn = nil", gate_text),
               field<&GruCell::act>("activation: fn = nil", gru_act_text)},
    .methods = {method<&GruCell::call>(one_head, one_text),
                method<&GruCell::start>(start_head, start_text)},
    .example = "nn.gru_cell(rng.key(0), 3, 2).initialize_carry(ones(3))  #> [0, 0]",
    .source = "Cho et al., arXiv 1406.1078; flax.nnx.GRUCell",
};
const Struct& GruCell::record() { return nn_gru_cell_struct; }

extern const Struct nn_simple_cell_struct = {
    .name = "nn.SimpleCell",
    .brief =
        "Simple (Elman) recurrent cell: act(input(x) + hidden(h)). The carry is the hidden state, "
        "which is also the output.",
    .fields = {field<&SimpleCell::input>("input: fn", "Layer applied to `x`."),
               field<&SimpleCell::hidden>("hidden: fn",
                                          "Layer applied to the previous hidden state."),
               field<&SimpleCell::size>("const hidden_size: int", cells_size_text),
               field<&SimpleCell::act>("activation: fn = nil", simple_act_text),
               field<&SimpleCell::residual>("const residual: bool = false", residual_text)},
    .methods = {method<&SimpleCell::call>(one_head, one_text),
                method<&SimpleCell::start>(start_head, start_text)},
    .example = "nn.SimpleCell(x => x, h => 2.0 * h, 1, x => x)([1.0], [3.0])[1]  #> [5]",
    .source = "Elman, 1990; flax.nnx.SimpleCell",
};
const Struct& SimpleCell::record() { return nn_simple_cell_struct; }

extern const Struct nn_conv_lstm_cell_struct = {
    .name = "nn.ConvLstmCell",
    .brief =
        "Convolutional LSTM cell. The carry is (c, h), the cell state and the hidden state; gates "
        "are concatenated in the order i, g, f, o.",
    .fields = {field<&ConvLstmCell::input>("input: fn", input_text),
               field<&ConvLstmCell::hidden>("hidden: fn", hidden_text),
               field<&ConvLstmCell::size>("const hidden_size: int", "Number of output channels.")},
    .methods = {method<&ConvLstmCell::call>(pair_head, pair_text),
                method<&ConvLstmCell::start>(start_head, start_text)},
    .example =
        "nn.conv_lstm_cell(rng.key(0), 3, 2, (3, 3)).initialize_carry(ones((4, 4, 3)))[0].shape  "
        "#> (4, 4, 2)",
    .source = "Shi et al., arXiv 1506.04214; flax.linen.ConvLSTMCell",
};
const Struct& ConvLstmCell::record() { return nn_conv_lstm_cell_struct; }

extern const Builtin nn_lstm_cell_builtin = {
    .signature =
        "nn.lstm_cell(inout key: key or nn.Rngs, in_features: int, hidden_size: int, "
        "gate_activation: fn = nil, activation: fn = nil) -> nn.LstmCell",
    .brief =
        "Creates an LSTM cell whose gates are initialized separately. Input weights are "
        "initialized by nn.lecun_normal, hidden weights by nn.orthogonal, and biases by zeros.",
    .params = {{"key", layer_key_text},
               {"in_features", in_text},
               {"hidden_size", cells_size_text},
               {"gate_activation", gate_text},
               {"activation", act_text}},
    .errors = cells_errors_text,
    .example = "nn.lstm_cell(rng.key(0), 3, 2).hidden.w.shape  #> (2, 8)",
    .source = "flax.nnx.LSTMCell",
    .call = bind<&lstm_cell>,
};

extern const Builtin nn_optimized_lstm_cell_builtin = {
    .signature =
        "nn.optimized_lstm_cell(inout key: key or nn.Rngs, in_features: int, hidden_size: int, "
        "gate_activation: fn = nil, activation: fn = nil) -> nn.LstmCell",
    .brief =
        "Creates an LSTM cell whose gates are initialized as one matrix. Input weights are "
        "initialized by nn.lecun_normal, hidden weights by nn.orthogonal, and biases by zeros.",
    .params = {{"key", layer_key_text},
               {"in_features", in_text},
               {"hidden_size", cells_size_text},
               {"gate_activation", gate_text},
               {"activation", act_text}},
    .errors = cells_errors_text,
    .example = "nn.optimized_lstm_cell(rng.key(0), 3, 2).input.w.shape  #> (3, 8)",
    .source = "flax.nnx.OptimizedLSTMCell",
    .call = bind<&optimized_lstm_cell>,
};

extern const Builtin nn_gru_cell_builtin = {
    .signature =
        "nn.gru_cell(inout key: key or nn.Rngs, in_features: int, hidden_size: int, "
        "gate_activation: fn = nil, activation: fn = nil) -> nn.GruCell",
    .brief =
        "Creates a gated recurrent unit (GRU) cell. Input weights are initialized by "
        "nn.lecun_normal, hidden weights by nn.orthogonal, and biases by zeros.",
    .params = {{"key", layer_key_text},
               {"in_features", in_text},
               {"hidden_size", cells_size_text},
               {"gate_activation", gate_text},
               {"activation", gru_act_text}},
    .errors = cells_errors_text,
    .example = "nn.gru_cell(rng.key(0), 3, 2).input.w.shape  #> (3, 6)",
    .source = "flax.nnx.GRUCell",
    .call = bind<&gru_cell>,
};

extern const Builtin nn_simple_cell_builtin = {
    .signature =
        "nn.simple_cell(inout key: key or nn.Rngs, in_features: int, hidden_size: int, activation: "
        "fn = nil, residual: bool = false) -> nn.SimpleCell",
    .brief =
        "Creates a simple (Elman) recurrent cell: act(input(x) + hidden(h)). Input weights are "
        "initialized by nn.lecun_normal, hidden weights by nn.orthogonal, and biases by zeros.",
    .params = {{"key", layer_key_text},
               {"in_features", in_text},
               {"hidden_size", cells_size_text},
               {"activation", simple_act_text},
               {"residual", residual_text}},
    .errors = cells_errors_text,
    .example = "nn.simple_cell(rng.key(0), 3, 2).input.w.shape  #> (3, 2)",
    .source = "flax.nnx.SimpleCell",
    .call = bind<&simple_cell>,
};

extern const Builtin nn_conv_lstm_cell_builtin = {
    .signature =
        "nn.conv_lstm_cell(inout key: key or nn.Rngs, in_features: int, out_features: int, "
        "kernel_size: int or (int, ...), bias: bool = true) -> nn.ConvLstmCell",
    .brief =
        "Creates a convolutional LSTM cell, whose gates are computed by convolutions with padding "
        "`\"same\"`. Weights are initialized by nn.lecun_normal, biases by zeros.",
    .params = {{"key", layer_key_text},
               {"in_features", "Number of channels of `x`."},
               {"out_features", "Number of output channels."},
               {"kernel_size", "Kernel size along each spatial axis: (3, 3) for images."},
               {"bias", "If true, both convolutions have a bias."}},
    .errors = cells_errors_text,
    .example = "nn.conv_lstm_cell(rng.key(0), 3, 2, (3, 3)).input.w.shape  #> (3, 3, 3, 8)",
    .source = "flax.linen.ConvLSTMCell",
    .call = bind<&conv_lstm_cell>,
};

bool is_conv_lstm_cell(const Value& cell) { return struct_of(cell) == &ConvLstmCell::record(); }

}  // namespace rille
