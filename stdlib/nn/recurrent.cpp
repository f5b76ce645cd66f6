// nn.Rnn, nn.Bidirectional: recurrent layers.
#include <algorithm>

#include "stdlib/array/pick.h"
#include "stdlib/nn/cells.h"
#include "stdlib/trace/leaves.h"
#include "stdlib/trace/region.h"
#include "stdlib/transform/loops.h"
#include "vm/bind.h"
#include "vm/call.h"
#include "vm/calling.h"
#include "vm/run/module_scope.h"
#include "vm/state.h"
#include "vm/tree.h"

namespace rille {
namespace {

using WhereMask = std::optional<Array>;

// Converts leaves for a loop, whose carry holds no host scalars, and back to what they were.
Arrays carried(const Arrays& leaves) {
  Arrays out;
  for (const Array& x : leaves) out.push_back(x.with_weak(false));
  return out;
}
Arrays as_before(const Arrays& leaves, const Arrays& before) {
  Arrays out;
  for (size_t i = 0; i < leaves.size(); ++i) {
    out.push_back(leaves[i].with_weak(before[i].is_weak()));
  }
  return out;
}

// A cell while a sequence is processed. Its own state is part of the loop's carry.
class CellRunner {
 public:
  CellRunner(State& state, Value cell) : state_(state), cell_(std::move(cell)) {
    if (cell_.is_branch() && has_method(state_, cell_, "call")) {
      changes_ = changes_itself(state_, cell_);
    }
    FlatTree flat = flatten(cell_);
    leaves_ = flat.leaves;
    for (size_t i = 0; changes_ && i < flat.leaves.size(); ++i) {
      if (flat.state[i]) places_.push_back(i);
    }
  }

  Value start(const Array& x) {
    if (has_method(state_, cell_, "initialize_carry"))
      return call_method(state_, cell_, "initialize_carry", {Value(x)})[0];
    Error error(Code::type,
                str("nn.Rnn: `cell` is ", kind_text(cell_),
                    " without a method `initialize_carry`, expected an initial `carry`"));
    if (has_method(state_, cell_, "start")) error.help("`start` is now `initialize_carry`");
    throw error;
  }

  // Runs one time step and returns the carry and the output.
  std::pair<Value, Value> step(const Value& carry, const Value& x) {
    Value out;
    if (cell_.is_function()) {
      out = call(cell_.function(), {carry, x});
    } else {
      Values all = call_method(state_, cell_, "call", {carry, x});
      out = all[0];
      if (changes_) cell_ = all[1];
    }
    if (out.is_tuple() && out.items().size() == 2) return {out.items()[0], out.items()[1]};
    throw Error(Code::type, str("nn.Rnn: the cell returned ", kind_text(out),
                                ", expected a tuple (carry, output)"));
  }

  Arrays kept() const {
    FlatTree flat = flatten(cell_);
    Arrays out;
    for (size_t at : places_) out.push_back(flat.leaves[at]);
    return out;
  }
  void put(const Arrays& kept) {
    FlatTree flat = flatten(cell_);
    for (size_t i = 0; i < places_.size(); ++i) flat.leaves[places_[i]] = kept[i];
    cell_ = flat.shape.unflatten(std::move(flat.leaves));
  }
  // Returns the original cell with this state.
  Value cell(const Arrays& kept) {
    Arrays all = leaves_;
    for (size_t i = 0; i < places_.size(); ++i) all[places_[i]] = kept[i];
    return flatten(cell_).shape.unflatten(std::move(all));
  }

 private:
  State& state_;
  Value cell_;
  bool changes_ = false;
  Arrays leaves_;
  std::vector<size_t> places_;
};

void need_same(const Arrays& before, const Arrays& after) {
  for (size_t i = 0; i < before.size(); ++i) {
    if (i < after.size() && before[i].type() == after[i].type()) continue;
    throw Error(Code::shape,
                str("nn.Rnn: the carry is ", i < after.size() ? str(after[i].type()) : "nothing",
                    " after a time step, expected ", before[i].type(), " as before it"));
  }
}

// Appends axes of size 1 to the mask, up to this rank.
Array along(const Array& mask, int rank) {
  Ints more;
  for (int64_t i = mask.rank(); i < rank; ++i) more.push_back(i);
  return more.empty() ? mask : expand(mask, more);
}

// Reverses the time steps (axis 0) of x. With lengths, the valid time steps of each sequence are
// reversed, and its padding stays at the end.
Array flipped(const Array& x, const WhereMask& lengths) {
  if (!lengths) return flip(x, Ints{0});
  int64_t count = x.shape()[0].number();
  Array times = along(arange(count - 1, -1, -1), lengths->rank() + 1);
  Array places = mod(times + expand(*lengths, {0}), Array(count));
  return picked_along(x, 0, convert(along(places, x.rank()), Dtype::i64));
}

struct SequenceOutput {
  Value carry;
  Array out;
};

// Runs the cell over the first axis of x. With lengths, the final carry of each sequence is the one
// after its last valid time step.
SequenceOutput through(State& state, CellRunner& steps, const Array& x, const Value& begin,
                       const WhereMask& lengths) {
  FlatTree first = flatten(begin);
  Arrays kept = steps.kept(), start = carried(first.leaves), more = carried(kept);
  size_t carries = start.size(), own = more.size();
  Arrays all = start;
  if (lengths) all.insert(all.end(), start.begin(), start.end());
  all.insert(all.end(), more.begin(), more.end());
  Array times = arange(0, x.shape()[0].number());
  auto turn = [&](const Arrays& at) {
    ScriptTraceScope traced(state);
    steps.put(as_before({at.end() - 2 - static_cast<std::ptrdiff_t>(own), at.end() - 2}, kept));
    Arrays now(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(carries));
    auto [after, y] =
        steps.step(first.shape.unflatten(as_before(now, first.leaves)), Value(at.end()[-2]));
    Value carry = with_structure_of(begin, after, "a step of a cell changes its carry");
    Arrays next = carried(flatten(carry).leaves);
    need_same(now, next);
    Arrays out = next;
    for (size_t i = 0; lengths && i < carries; ++i) {
      Array runs = along(lt(at.back(), *lengths), next[i].rank());
      out.push_back(where(runs, next[i], at[carries + i]));
    }
    Arrays own_state = carried(steps.kept());
    need_same({at.end() - 2 - static_cast<std::ptrdiff_t>(own), at.end() - 2}, own_state);
    out.insert(out.end(), own_state.begin(), own_state.end());
    out.push_back(strong(y.as_array()));
    return out;
  };
  Arrays made = run_scan_loop(all, {x, times}, turn);
  auto last = made.begin() + static_cast<std::ptrdiff_t>(lengths ? carries : 0);
  Arrays carry(last, last + static_cast<std::ptrdiff_t>(carries));
  steps.put(as_before({made.end() - 1 - static_cast<std::ptrdiff_t>(own), made.end() - 1}, kept));
  return {first.shape.unflatten(as_before(carry, first.leaves)), made.back()};
}

struct Rnn {
  static const Struct& record();
  Value cell;
  int64_t axis = -2;
  bool reverse = false, keep_order = false, return_carry = false;

  Value call(State& state, const Array& x, const Value& carry, const WhereMask& lengths) {
    int64_t at = axis < 0 ? axis + x.rank() : axis;
    if (at < 0 || at >= x.rank()) {
      throw Error(Code::shape, str("nn.Rnn: `x` is ", x.type(),
                                   ", expected an array with the time axis ", axis));
    }
    Array xs = move_axis(strong(x), at, 0);
    need_lengths(xs, lengths);
    if (reverse) xs = flipped(xs, lengths);
    CellRunner steps(state, cell);
    SequenceOutput run = in_layer(state, {.field = "cell", .is_function = cell.is_function()}, [&] {
      Value begin = carry.is_nil() ? steps.start(row_of(xs)) : carry;
      return through(state, steps, xs, begin, lengths);
    });
    cell = steps.cell(steps.kept());
    Array out = reverse && keep_order ? flipped(run.out, lengths) : run.out;
    out = move_axis(out, 0, axis < 0 ? axis + out.rank() : axis);
    return return_carry ? Value::tuple({run.carry, Value(out)}) : Value(out);
  }

  // Returns zeros with the shape and dtype of one time step.
  static Array row_of(const Array& xs) {
    return zeros(Shape(xs.shape().begin() + 1, xs.shape().end()), xs.dtype());
  }
  static void need_lengths(const Array& xs, const WhereMask& lengths) {
    if (!lengths) return;
    const Shape& want = xs.shape();
    const Shape& got = lengths->shape();
    if (got.size() < want.size() && std::equal(got.begin(), got.end(), want.begin() + 1)) return;
    throw Error(Code::shape, str("nn.Rnn: `lengths` is ", lengths->type(),
                                 ", expected the leading batch axes of `x`, which is ", xs.type(),
                                 " with time first"));
  }
};

struct Bidirectional {
  static const Struct& record();
  Value forward, backward;
  std::optional<Value> merge;
  bool return_carry = false;

  Value call(State& state, const Array& x, const Value& carry, const WhereMask& lengths) {
    Value ahead, back;
    if (!carry.is_nil()) {
      if (!carry.is_tuple() || carry.items().size() != 2) {
        throw Error(Code::type, str("nn.Bidirectional: `carry` is ", kind_text(carry),
                                    ", expected a tuple (forward, backward)"));
      }
      ahead = carry.items()[0];
      back = carry.items()[1];
    }
    Values a = in_layer(state, {"forward"},
                        [&] { return half(state, forward, false, x, ahead, lengths); });
    Values b = in_layer(state, {"backward"},
                        [&] { return half(state, backward, true, x, back, lengths); });
    Value out;
    if (merge) {
      out = rille::call(merge->function(), {a[1], b[1]});
    } else {
      out = Value(concat({a[1].as_array(), b[1].as_array()}, -1));
    }
    return return_carry ? Value::tuple({Value::tuple({a[0], b[0]}), out}) : out;
  }

  static Values half(State& state, Value& rnn, bool is_back, const Array& x, const Value& carry,
                     const WhereMask& lengths) {
    auto one = record_from<Rnn>(rnn);
    Rnn now = one;
    now.reverse = now.keep_order = is_back;
    now.return_carry = true;
    Value out = now.call(state, x, carry, lengths);
    one.cell = now.cell;
    rnn = changed_instance(Rnn::record(), rnn, &one);
    return out.items();
  }
};

Value rnn_of(State& state, const Value& cell, const std::optional<int64_t>& axis, bool reverse,
             bool keep_order, bool return_carry) {
  if (!cell.is_function() && !has_method(state, cell, "call")) {
    throw labelled(
        Error(Code::type, str("nn.rnn: `cell` is ", kind_text(cell),
                              ", expected a function or a struct with `call(carry, x)`")),
        "cell");
  }
  Rnn out{cell};
  if (axis) {
    out.axis = *axis;
  } else if (is_conv_lstm_cell(cell)) {
    const Value* w = cell.field("input")->field("w");
    if (w != nullptr && w->is_array()) out.axis = -w->array().rank();
  }
  out.reverse = reverse;
  out.keep_order = keep_order;
  out.return_carry = return_carry;
  return make_instance(state, out);
}

Value bidirectional(State& state, const Value& forward, const Value& backward, const Value& merge,
                    bool return_carry) {
  Bidirectional out{forward, backward};
  if (!merge.is_nil()) out.merge = merge;
  out.return_carry = return_carry;
  return make_instance(state, out);
}

constexpr std::string_view recurrent_call_head =
    "call(x: number[...], carry: any = nil, lengths: int[...] = nil) -> any";
constexpr std::string_view recurrent_call_text =
    "Runs the layer over the time steps of `x` and returns the outputs. `carry` is the initial "
    "carry; if nil, the cell's method `initialize_carry` creates it. `lengths` is the number of "
    "valid time "
    "steps of each sequence; if nil, all are valid.";
constexpr std::string_view bidirectional_call_text =
    "Runs both layers over the time steps of `x` and returns the merged outputs. `carry` is a "
    "tuple of their initial carries; if nil, the cells create them. `lengths` is the number of "
    "valid time steps of each sequence; if nil, all are valid.";
constexpr std::string_view cell_text =
    "Recurrent cell: a function (carry, x) => (carry, y), or a struct with `call(carry, x) -> "
    "(carry, y)`. It needs `initialize_carry` if the call gives no carry.";
constexpr std::string_view reverse_text =
    "If true, time steps are processed from the last to the first.";
constexpr std::string_view carry_text =
    "If true, the call returns (carry, outputs). With `lengths`, the carry is the one after the "
    "last valid time step of each sequence.";
constexpr std::string_view carries_text =
    "If true, the call returns ((forward carry, backward carry), outputs). With `lengths`, carries "
    "are those after the last valid time step of each sequence.";
constexpr std::string_view order_text =
    "If true and `reverse` is true, outputs are returned in the time order of `x`. If false, they "
    "are returned in the order of processing.";
constexpr std::string_view forward_text =
    "Layer that processes time steps from the first to the last.";
constexpr std::string_view backward_text =
    "Layer that processes time steps from the last to the first. Its outputs are returned in the "
    "time order of `x`.";
constexpr std::string_view recurrent_merge_text =
    "Function of the forward and the backward outputs. If nil, they are concatenated along the "
    "last axis.";

}  // namespace

extern const Struct nn_rnn_struct = {
    .name = "nn.Rnn",
    .brief = "Recurrent layer: runs a cell over the time steps of a sequence.",
    .fields =
        {field<&Rnn::cell>("cell: fn", cell_text),
         field<&Rnn::axis>(
             "const axis: int = -2",
             "Time axis of the input; negative values count from the last axis. 0 is time first."),
         field<&Rnn::reverse>("const reverse: bool = false", reverse_text),
         field<&Rnn::keep_order>("const keep_order: bool = false", order_text),
         field<&Rnn::return_carry>("const return_carry: bool = false", carry_text)},
    .methods = {method<&Rnn::call>(recurrent_call_head, recurrent_call_text)},
    .example =
        "nn.Rnn((carry, x) => (carry + x, carry + x))([[1.0], [2.0], [3.0]], carry = [0.0])[2]  #> "
        "[6]",
    .source = "flax.nnx.RNN",
};
const Struct& Rnn::record() { return nn_rnn_struct; }

extern const Struct nn_bidirectional_struct = {
    .name = "nn.Bidirectional",
    .brief =
        "Bidirectional recurrent layer: runs over a sequence in both directions and merges the "
        "outputs.",
    .fields = {field<&Bidirectional::forward>("forward: nn.Rnn", forward_text),
               field<&Bidirectional::backward>("backward: nn.Rnn", backward_text),
               field<&Bidirectional::merge>("merge: fn = nil", recurrent_merge_text),
               field<&Bidirectional::return_carry>("const return_carry: bool = false",
                                                   carries_text)},
    .methods = {method<&Bidirectional::call>(recurrent_call_head, bidirectional_call_text)},
    .example =
        "let r = nn.Rnn((carry, x) => (carry + x, carry + x))\n"
        "nn.Bidirectional(r, r)([[1.0], [2.0]], carry = ([0.0], [0.0]))  #> [[1, 3],\n#>  [3, 2]]",
    .source = "flax.nnx.Bidirectional",
};
const Struct& Bidirectional::record() { return nn_bidirectional_struct; }

extern const Builtin nn_rnn_builtin = {
    .signature =
        "nn.rnn(cell: fn, axis: int = nil, reverse: bool = false, keep_order: bool = false, "
        "return_carry: bool = false) -> nn.Rnn",
    .brief = "Creates a recurrent layer, which runs a cell over the time steps of a sequence.",
    .params = {{"cell", cell_text},
               {"axis",
                "Time axis of the input; negative values count from the last axis. If nil, it is "
                "-2, or, for an nn.ConvLstmCell, the axis before the spatial axes."},
               {"reverse", reverse_text},
               {"keep_order", order_text},
               {"return_carry", carry_text}},
    .errors = "error[type] if `cell` is not a function and has no method `call`",
    .example = "nn.rnn(nn.gru_cell(rng.key(0), 3, 4))(ones((2, 5, 3))).shape  #> (2, 5, 4)",
    .source = "flax.nnx.RNN",
    .call = bind<&rnn_of>,
};

extern const Builtin nn_bidirectional_builtin = {
    .signature =
        "nn.bidirectional(forward: nn.Rnn, backward: nn.Rnn, merge: fn(a, b) = nil, return_carry: "
        "bool = false) -> nn.Bidirectional",
    .brief =
        "Creates a bidirectional recurrent layer, which merges the outputs of both time "
        "directions.",
    .params = {{"forward", forward_text},
               {"backward", backward_text},
               {"merge", recurrent_merge_text},
               {"return_carry", carries_text}},
    .errors = "error[type] if `forward` or `backward` is not an nn.Rnn",
    .example =
        "let (f, b) = (nn.gru_cell(rng.key(0), 3, 4), nn.gru_cell(rng.key(1), 3, 4))\n"
        "nn.bidirectional(nn.rnn(f), nn.rnn(b))(ones((5, 3))).shape  #> (5, 8)",
    .source = "flax.nnx.Bidirectional",
    .call = bind<&bidirectional>,
};

}  // namespace rille
