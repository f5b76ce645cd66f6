// nn.LstmCell, nn.GruCell and their kin: one step in time.
#include "stdlib/nn/cells.h"

#include "stdlib/nn/initializers.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

using Function2 = Array (*)(const Array&);

// A function between gates; where none is given, `usual`.
Array bent(State& state, std::optional<Layer>& f, const Array& x, std::string_view field,
           Function2 usual) {
  return f ? f->call(state, x, field) : usual(x);
}

// Zeros for each example of x, in f32 at least.
Array zero_state(const Array& x, int64_t size, std::string_view of) {
  need_size(size, of, "size");
  if (x.rank() == 0) throw Error(Code::shape, str(of, " needs an axis of x, got ", x.type()));
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
  throw Error(Code::type, str(of, " carries a tuple of two arrays, got ", kind_text(carry)));
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
    Array i = bent(state, gate, parts[0], "gate", sigmoid);
    Array f = bent(state, gate, parts[1], "gate", sigmoid);
    Array g = bent(state, act, parts[2], "act", tanh);
    Array o = bent(state, gate, parts[3], "gate", sigmoid);
    Array kept = f * c + i * g;
    Array out = o * bent(state, act, kept, "act", tanh);
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
    Array r = bent(state, gate, of_x[0] + of_h[0], "gate", sigmoid);
    Array z = bent(state, gate, of_x[1] + of_h[1], "gate", sigmoid);
    Array n = bent(state, act, of_x[2] + r * of_h[2], "act", tanh);
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
    out = bent(state, act, out, "act", tanh);
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

// --- makers, which draw as Flax's cells do

std::optional<Layer> layer_or_none(const Value& f) {
  return f.is_nil() ? std::optional<Layer>() : Layer(f);
}

void need_sizes(int64_t in, int64_t size, std::string_view maker) {
  need_size(in, maker, "in");
  need_size(size, maker, "size");
}

// The weights of each gate by themselves.
LstmCell lstm_cell(State& state, Keys& keys, int64_t in, int64_t size, const Value& gate,
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

LstmCell optimized_lstm_cell(State& state, Keys& keys, int64_t in, int64_t size, const Value& gate,
                             const Value& act) {
  need_sizes(in, size, "nn.optimized_lstm_cell");
  Value input = linear_layer(state, lecun_normal(keys.next(), {in, 4 * size}, Dtype::f32), {});
  Array w = orthogonal(keys.next(), {size, 4 * size});
  keys.pass();
  return {Layer(input), Layer(linear_layer(state, w, zeros({4 * size}))), size, layer_or_none(gate),
          layer_or_none(act)};
}

GruCell gru_cell(State& state, Keys& keys, int64_t in, int64_t size, const Value& gate,
                 const Value& act) {
  need_sizes(in, size, "nn.gru_cell");
  Array w = lecun_normal(keys.next(), {in, 3 * size}, Dtype::f32);
  keys.pass();
  Value hidden = linear_layer(state, orthogonal(keys.next(), {size, 3 * size}), {});
  return {Layer(linear_layer(state, w, zeros({3 * size}))), Layer(hidden), size,
          layer_or_none(gate), layer_or_none(act)};
}

SimpleCell simple_cell(State& state, Keys& keys, int64_t in, int64_t size, const Value& act,
                       bool residual) {
  need_sizes(in, size, "nn.simple_cell");
  Value hidden = linear_layer(state, orthogonal(keys.next(), {size, size}), {});
  Array w = lecun_normal(keys.next(), {in, size}, Dtype::f32);
  keys.pass();
  return {Layer(linear_layer(state, w, zeros({size}))), Layer(hidden), size, layer_or_none(act),
          residual};
}

ConvLstmCell conv_lstm_cell(State& state, Keys& keys, int64_t in, int64_t out, const Ints& size,
                            bool bias) {
  need_sizes(in, out, "nn.conv_lstm_cell");
  auto drawn = [&](int64_t from) {
    return keys.part(
        [&](Keys& part) { return plain_conv(state, part, from, 4 * out, size, bias); });
  };
  Value input = drawn(in);
  return {Layer(input), Layer(drawn(out)), out};
}

constexpr std::string_view input_text = "gives the gates' parts of x, side by side";
constexpr std::string_view hidden_text = "gives the gates' parts of what was given before";
constexpr std::string_view cells_size_text = "of what it gives";
constexpr std::string_view gate_text = "of the gates; nil: sigmoid";
constexpr std::string_view act_text = "of what is kept; nil: tanh";
constexpr std::string_view pair_head = "call(carry: tuple, x: number[...]) -> tuple";
constexpr std::string_view one_head = "call(carry: number[...], x: number[...]) -> tuple";
constexpr std::string_view start_head = "start(x: number[...]) -> any";
constexpr std::string_view call_text = "The next carry and what is given at this time.";
constexpr std::string_view start_text = "The carry before the first time: zeros.";
constexpr std::string_view key_text = "a place `&key` moves on, as `&rngs` does";
constexpr std::string_view in_text = "size of the last axis of x";
constexpr std::string_view made_text = "size of what it gives";
constexpr std::string_view cells_errors_text = "error[value] where a size is not above 0";

}  // namespace

extern const Struct nn_lstm_cell_struct = {
    .name = "nn.LstmCell",
    .brief = "One step of a long short-term memory; it carries (c, h).",
    .fields = {field<&LstmCell::input>("input: fn", input_text),
               field<&LstmCell::hidden>("hidden: fn", hidden_text),
               field<&LstmCell::size>("const size: int", cells_size_text),
               field<&LstmCell::gate>("gate: fn = nil", gate_text),
               field<&LstmCell::act>("act: fn = nil", act_text)},
    .methods = {method<&LstmCell::call>(pair_head, call_text),
                method<&LstmCell::start>(start_head, start_text)},
    .example = "nn.lstm_cell(rng.key(0), 3, 2).start(ones(3))  #> ([0, 0], [0, 0])",
    .source = "Hochreiter and Schmidhuber, 1997; flax.nnx.LSTMCell: gates i, f, g, o",
};
const Struct& LstmCell::record() { return nn_lstm_cell_struct; }

extern const Struct nn_gru_cell_struct = {
    .name = "nn.GruCell",
    .brief = "One step of a gated recurrent unit; it carries what it gives.",
    .fields = {field<&GruCell::input>("input: fn", input_text),
               field<&GruCell::hidden>("hidden: fn", hidden_text),
               field<&GruCell::size>("const size: int", cells_size_text),
               field<&GruCell::gate>("gate: fn = nil", gate_text),
               field<&GruCell::act>("act: fn = nil", act_text)},
    .methods = {method<&GruCell::call>(one_head, call_text),
                method<&GruCell::start>(start_head, start_text)},
    .example = "nn.gru_cell(rng.key(0), 3, 2).start(ones(3))  #> [0, 0]",
    .source = "Cho et al., arXiv 1406.1078; flax.nnx.GRUCell: gates r, z, n",
};
const Struct& GruCell::record() { return nn_gru_cell_struct; }

extern const Struct nn_simple_cell_struct = {
    .name = "nn.SimpleCell",
    .brief = "One step of a plain recurrent layer; it carries what it gives.",
    .fields = {field<&SimpleCell::input>("input: fn", "of x"),
               field<&SimpleCell::hidden>("hidden: fn", "of what was given before"),
               field<&SimpleCell::size>("const size: int", cells_size_text),
               field<&SimpleCell::act>("act: fn = nil", "of the sum; nil: tanh"),
               field<&SimpleCell::residual>("const residual: bool = false",
                                            "add what was given before to the sum")},
    .methods = {method<&SimpleCell::call>(one_head, call_text),
                method<&SimpleCell::start>(start_head, start_text)},
    .example = "nn.SimpleCell(x => x, h => 2.0 * h, 1, x => x)([1.0], [3.0])[1]  #> [5]",
    .source = "Elman, 1990; flax.nnx.SimpleCell",
};
const Struct& SimpleCell::record() { return nn_simple_cell_struct; }

extern const Struct nn_conv_lstm_cell_struct = {
    .name = "nn.ConvLstmCell",
    .brief = "One step of a long short-term memory of images; it carries (c, h).",
    .fields = {field<&ConvLstmCell::input>("input: fn", input_text),
               field<&ConvLstmCell::hidden>("hidden: fn", hidden_text),
               field<&ConvLstmCell::size>("const size: int", "channels of what it gives")},
    .methods = {method<&ConvLstmCell::call>(pair_head, call_text),
                method<&ConvLstmCell::start>(start_head, start_text)},
    .example =
        "nn.conv_lstm_cell(rng.key(0), 3, 2, (3, 3)).start(ones((4, 4, 3)))[0].shape"
        "  #> (4, 4, 2)",
    .source = "Shi et al., arXiv 1506.04214; flax.linen.ConvLSTMCell: gates i, g, f, o",
};
const Struct& ConvLstmCell::record() { return nn_conv_lstm_cell_struct; }

extern const Builtin nn_lstm_cell_builtin = {
    .signature =
        "nn.lstm_cell(inout key: key or nn.Rngs, in: int, size: int, gate: fn = nil, act: fn = "
        "nil) -> nn.LstmCell",
    .brief = "A long short-term memory, the weights of each gate drawn by themselves.",
    .params = {{"key", key_text},
               {"in", in_text},
               {"size", made_text},
               {"gate", gate_text},
               {"act", act_text}},
    .errors = cells_errors_text,
    .example = "nn.lstm_cell(rng.key(0), 3, 2).hidden.w.shape  #> (2, 8)",
    .source = "flax.nnx.LSTMCell: lecun_normal, orthogonal, zeros",
    .call = bind<&lstm_cell>,
};

extern const Builtin nn_optimized_lstm_cell_builtin = {
    .signature =
        "nn.optimized_lstm_cell(inout key: key or nn.Rngs, in: int, size: int, gate: fn = nil, "
        "act: fn = nil) -> nn.LstmCell",
    .brief = "A long short-term memory, the weights of all gates drawn together.",
    .params = {{"key", key_text},
               {"in", in_text},
               {"size", made_text},
               {"gate", gate_text},
               {"act", act_text}},
    .errors = cells_errors_text,
    .example = "nn.optimized_lstm_cell(rng.key(0), 3, 2).input.w.shape  #> (3, 8)",
    .source = "flax.nnx.OptimizedLSTMCell: lecun_normal, orthogonal, zeros",
    .call = bind<&optimized_lstm_cell>,
};

extern const Builtin nn_gru_cell_builtin = {
    .signature =
        "nn.gru_cell(inout key: key or nn.Rngs, in: int, size: int, gate: fn = nil, act: fn = nil) "
        "-> nn.GruCell",
    .brief = "A gated recurrent unit.",
    .params = {{"key", key_text},
               {"in", in_text},
               {"size", made_text},
               {"gate", gate_text},
               {"act", act_text}},
    .errors = cells_errors_text,
    .example = "nn.gru_cell(rng.key(0), 3, 2).input.w.shape  #> (3, 6)",
    .source = "flax.nnx.GRUCell: lecun_normal, orthogonal, zeros",
    .call = bind<&gru_cell>,
};

extern const Builtin nn_simple_cell_builtin = {
    .signature =
        "nn.simple_cell(inout key: key or nn.Rngs, in: int, size: int, act: fn = nil, residual: "
        "bool = false) -> nn.SimpleCell",
    .brief = "A plain recurrent cell: a function of the sum of two linear layers.",
    .params = {{"key", key_text},
               {"in", in_text},
               {"size", made_text},
               {"act", "of the sum; nil: tanh"},
               {"residual", "add what was given before to the sum"}},
    .errors = cells_errors_text,
    .example = "nn.simple_cell(rng.key(0), 3, 2).input.w.shape  #> (3, 2)",
    .source = "flax.nnx.SimpleCell: lecun_normal, orthogonal, zeros",
    .call = bind<&simple_cell>,
};

extern const Builtin nn_conv_lstm_cell_builtin = {
    .signature =
        "nn.conv_lstm_cell(inout key: key or nn.Rngs, in: int, out: int, size: int or (int, ...), "
        "bias: bool = true) -> nn.ConvLstmCell",
    .brief = "A long short-term memory of images, or of whatever convolutions go over.",
    .params = {{"key", key_text},
               {"in", "channels of x"},
               {"out", "channels of what it gives"},
               {"size", "of the weights along each axis that they move over: (3, 3) for images"},
               {"bias", "add vectors"}},
    .errors = cells_errors_text,
    .example = "nn.conv_lstm_cell(rng.key(0), 3, 2, (3, 3)).input.w.shape  #> (3, 3, 3, 8)",
    .source = "flax.linen.ConvLSTMCell",
    .call = bind<&conv_lstm_cell>,
};

bool is_conv_lstm_cell(const Value& cell) { return struct_of(cell) == &ConvLstmCell::record(); }

}  // namespace rille
