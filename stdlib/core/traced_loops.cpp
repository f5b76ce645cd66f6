// R: `while` and `for` on traced values, comprehensions.
#include "stdlib/core/traced_loops.h"

#include <algorithm>

#include "jit/transform.h"
#include "stdlib/array.h"
#include "stdlib/core/carry.h"
#include "stdlib/core/either.h"
#include "stdlib/core/region.h"
#include "stdlib/origins.h"
#include "vm/call.h"
#include "vm/run/module_scope.h"
#include "vm/run/stack.h"
#include "vm/tree.h"

namespace rille {
namespace {

constexpr int max_rounds = 6;  // recordings to settle the types of a carry

std::string place_name(const Value& names, size_t first, size_t at) {
  if (at < first || at - first >= names.items().size()) return "";
  return names.items()[at - first].string();
}

// Whether the types of the carry are those that an iteration produces. If an iteration changes a
// weak number to the dtype of an array, the carry has that dtype from the start, and the body is
// recorded once more.
bool settled(TreeCarry& carry, const Values& after, const Value& names, size_t first) {
  TreeJoin join{.loop = true, .sides = {"before the loop", "after an iteration"}};
  for (size_t i = 0; i < carry.trees.size(); ++i) {
    join.what = place_name(names, first, i);
    join.trees(carry.trees[i], after[i]);
  }
  bool same = carry.keeps_settings(after);
  for (size_t i = 0; i < carry.specs.size(); ++i) {
    const JoinSlot& slot = join.slots[i];
    same = same && slot.type == carry.specs[i].type && slot.weak == carry.specs[i].weak;
    carry.specs[i] = {slot.type, slot.weak};
    Array x = convert(carry.leaves[i], slot.type.dtype());
    carry.leaves[i] = slot.weak ? x.with_weak(true) : x;
  }
  if (!same) carry.trees = carry.with(carry.leaves);
  return same;
}

std::vector<Array> as_specs(const std::vector<Array>& values, const std::vector<ParamSpec>& specs) {
  std::vector<Array> out;
  for (size_t i = 0; i < specs.size(); ++i) {
    out.push_back(convert(values[i], specs[i].type.dtype()));
  }
  return out;
}

Vars vars_of(Trace& trace, const std::vector<Array>& arrays) {
  Vars out;
  for (const Array& array : arrays) out.push_back(trace.var_of(array));
  return out;
}

// The indices of operands for the params of a recorded graph, which are its own params, then the
// captures. The operands have the captures first.
std::vector<size_t> captures_first(size_t captures, size_t own) {
  std::vector<size_t> at;
  for (size_t i = 0; i < own; ++i) at.push_back(captures + i);
  for (size_t i = 0; i < captures; ++i) at.push_back(i);
  return at;
}

std::vector<ParamSpec> joined(std::vector<ParamSpec> a, const std::vector<ParamSpec>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Array flag(const Value& c) {
  Array x = joint_array(c);
  if (x.dtype() != Dtype::boolean) {
    throw Error(Code::type, str("a condition must be a bool, got ", x.type()));
  }
  if (x.rank() == 0) return x;
  if (x.size() != 1) {
    throw Error(Code::shape, str("a condition must be a single bool, got ", x.type()))
        .help("use `all` or `any`");
  }
  return reshape_to(x, Shape{});
}

// Records a loop that runs `body` from the carry while the first leaf, a bool, is true. The body
// reads the first `read` leaves of the carry.
std::vector<Array> record_while(State& state, const TreeCarry& carry, size_t read,
                                const RecordedRegion& body) {
  Trace& outer = *Trace::innermost();
  std::vector<ParamSpec> operands = joined(specs_of(body.captures), carry.specs);
  size_t captures = body.captures.size();
  RecordedGraph goes_on = record_region(
      operands, [&](const std::vector<Array>& params) { return std::vector{params[captures]}; },
      origin_fn(state));
  auto condition = std::make_shared<const Graph>(std::move(goes_on.graph));
  Region turn = over(
      body.graph, operands, captures_first(captures, read),
      [&](const std::vector<Array>& results) { return as_specs(results, carry.specs); },
      origin_fn(state));
  outer.builder().at(outer.place());
  LoopInputs in{.consts = vars_of(outer, body.captures),
                .carry = vars_of(outer, as_specs(carry.leaves, carry.specs))};
  Vars out = op::while_loop(outer.builder(), in, condition, turn);
  std::vector<Array> values;
  for (size_t i = 0; i < carry.specs.size(); ++i) {
    values.push_back(outer.array_of(out[i], carry.specs[i].weak));
  }
  return values;
}

// One iteration of a `while`. With leave codes, its carry is the condition, the code, the
// variables, and last the returned value. No iteration reads the returned value of another, so that
// value needs no second recording.
struct WhileBody {
  State& state;
  bool leaves;
  const Function& condition;
  const Function& body;

  size_t first_place() const { return leaves ? 2 : 1; }

  // An iteration that raises is the last one and leaves the variables unchanged.
  Values checked(const Values& before) const {
    Values held(before.begin() + static_cast<long>(first_place()), before.end());
    bool raised = true;
    Values out = raised_later(state, first_place(), held, [&] {
      Values made = (*this)(before);
      raised = false;
      return made;
    });
    if (!raised) return out;
    out[0] = Value(Array(false));
    if (leaves) {
      out[1] = Value(convert(array_of(LeaveCode::go_on), Dtype::i32));
      out.emplace_back();
    }
    return out;
  }

  Values operator()(const Values& before) const {
    Values places(before.begin() + static_cast<long>(first_place()), before.end());
    Values made = call_all(body, places), out;
    Value code, returned;
    if (leaves) {
      code = made[0];
      int64_t known = 0;
      if (!is_host_int(code, &known) || known == static_cast<int64_t>(LeaveCode::return_))
        returned = made[1];
      made.erase(made.begin(), made.begin() + 2);
    }
    Values tested = call_all(condition, made);
    Array go_on = flag(tested[0]);
    Array leave = leaves ? joint_array(code) : Array();
    if (leaves) {
      go_on = logical_and(go_on, logical_or(eq(leave, array_of(LeaveCode::go_on)),
                                            eq(leave, array_of(LeaveCode::continue_))));
    }
    out.emplace_back(go_on);
    if (leaves) out.emplace_back(convert(leave, Dtype::i32));
    out.insert(out.end(), tested.begin() + 1, tested.end());
    if (leaves) out.push_back(returned);
    return out;
  }
};

// The carry with the returned value of an iteration, which is zeros before the first iteration.
TreeCarry with_returned(const TreeCarry& carry, const Value& returned) {
  Values trees = carry.trees;
  trees.push_back(map_joints(returned, [](const Value& leaf) {
    Array x = joint_array(leaf);
    return Value(zeros(x.shape(), x.dtype()).with_weak(x.is_weak()));
  }));
  TreeCarry out(std::move(trees));
  std::ranges::copy(carry.specs, out.specs.begin());
  std::ranges::copy(carry.settings, out.settings.begin());
  return out;
}

// The results of a loop with leave codes, from its carry: code, returned value, variables.
Values left(Values out) {
  Value returned = out.back();
  out.pop_back();
  out.insert(out.begin() + 2, returned);
  Array code = joint_array(out[1]);
  auto code_of = [](LeaveCode c) { return convert(array_of(c), Dtype::i32); };
  out[1] = returned.is_nil() ? Value(static_cast<int64_t>(LeaveCode::go_on))
                             : Value(where(eq(code, array_of(LeaveCode::return_)),
                                           code_of(LeaveCode::return_), code_of(LeaveCode::go_on)));
  return out;
}

// NOLINTNEXTLINE(*-function-size): the arguments that docs/lua.md gives
Value traced_while(State& state, Value names, bool leaves, Value go_on, Function condition,
                   Function body, Value places) {
  WhileBody turn{state, leaves, condition, body};
  Values start = {Value(flag(go_on).with_weak(false))};
  if (leaves) start.emplace_back(convert(Array(0), Dtype::i32));
  start.insert(start.end(), places.items().begin(), places.items().end());
  TreeCarry carry(start);
  for (int round = 0;; ++round) {
    RecordedRegion recorded = record(state, carry.specs, [&](const std::vector<Array>& in) {
      return carry.ordered(turn.checked(carry.with(in)));
    });
    if (round < max_rounds && !settled(carry, recorded.outputs, names, turn.first_place())) {
      continue;
    }
    Values out;
    if (leaves) {
      TreeCarry whole = with_returned(carry, recorded.outputs.back());
      out = left(whole.with(record_while(state, whole, carry.specs.size(), recorded)));
    } else {
      out = carry.with(record_while(state, carry, carry.specs.size(), recorded));
    }
    out.erase(out.begin());
    return Value::tuple(std::move(out));
  }
}

// One iteration of a loop over rows. The inputs are the carry (the variables and the iteration
// number) and the rows. The outputs are the carry and the value of the body that is stacked.
struct ScanBody {
  bool stacks;
  const Function& make;
  const Function& body;

  Values operator()(const TreeCarry& carry, std::vector<Array> in) const {
    size_t turn = carry.specs.size() - 1;
    Values item(in.begin() + static_cast<long>(turn), in.end());
    Array next = add(in[turn], Array(1));
    in.resize(turn + 1);
    Values args = carry.with(in);
    args.back() = call(make, item);
    std::ranges::rotate(args, args.end() - 1);
    Values out = call_all(body, args);
    out.emplace_back(next);
    if (stacks) {
      out.push_back(map_joints(out.front(),
                               [](const Value& leaf) { return Value(strong(joint_array(leaf))); }));
      out.erase(out.begin());
    }
    return out;
  }
};

// A loop of `count` iterations whose items are made from rows: item = make(iteration, rows…). The
// iteration number is the last leaf of the carry, so a range takes no memory.
// NOLINTNEXTLINE(*-function-size): the arguments that docs/lua.md gives
Value traced_scan(State& state, Value names, bool stacks, int64_t count, Value parts, Function make,
                  Function body, Value places) {
  std::vector<Array> xs;
  std::vector<ParamSpec> rows;
  for (const Value& part : parts.items()) {
    Array x = part.as_array();
    Shape shape(x.shape().begin() + 1, x.shape().end());
    xs.push_back(x);
    rows.push_back({x.type().with(shape), false});
  }
  Values start = places.items();
  start.emplace_back(int64_t{0});
  TreeCarry carry(start);
  ScanBody one_turn{stacks, make, body};
  Value stacked;
  for (int round = 0;; ++round) {
    RecordedRegion recorded =
        record(state, joined(carry.specs, rows),
               [&](const std::vector<Array>& in) { return carry.ordered(one_turn(carry, in)); });
    if (round < max_rounds && !settled(carry, recorded.outputs, names, 0)) continue;
    size_t captures = recorded.captures.size(), own = carry.specs.size() + rows.size();
    auto finish = [&](const std::vector<Array>& results) {
      std::vector<Array> out = as_specs(results, carry.specs);
      for (size_t i = carry.specs.size(); i < results.size(); ++i) out.push_back(results[i]);
      return out;
    };
    Region turn =
        over(recorded.graph, joined(specs_of(recorded.captures), joined(carry.specs, rows)),
             captures_first(captures, own), finish, origin_fn(state));
    Trace& outer = *Trace::innermost();
    outer.builder().at(outer.place());
    LoopInputs in{.consts = vars_of(outer, recorded.captures),
                  .carry = vars_of(outer, as_specs(carry.leaves, carry.specs)),
                  .xs = vars_of(outer, xs)};
    Vars results = op::scan(outer.builder(), in, turn, Extent(count), false);
    std::vector<Array> values;
    for (size_t i = 0; i < carry.specs.size(); ++i) {
      values.push_back(outer.array_of(results[i], carry.specs[i].weak));
    }
    Values out = carry.with(values);
    out.pop_back();
    if (stacks) {
      size_t next = carry.specs.size();
      stacked = map_joints(recorded.outputs.back(), [&](const Value&) {
        return Value(outer.array_of(results[next++], false));
      });
      out.insert(out.begin(), stacked);
    }
    return Value::tuple(std::move(out));
  }
}

// A leaf of the value of a comprehension. A weak number takes the dtype in which the comprehension
// is read.
Value comprehended(const Value& leaf, std::optional<Dtype> dtype) {
  Array x = joint_array(leaf);
  bool is_read = dtype && x.is_weak() && x.dtype() != Dtype::boolean;
  return Value(is_read ? convert(x, *dtype) : strong(x));
}

// [body for x in xs]: records the body for one item and maps it over all items.
Value comprehension(State& state, int64_t count, Value parts, Function make, Function body,
                    std::optional<Dtype> dtype) {
  std::vector<Array> in = {arange(0, count, 1, Dtype::i64)};
  std::vector<ParamSpec> rows = {{Type(Dtype::i64, Shape{}), true}};
  for (const Value& part : parts.items()) {
    Array x = part.as_array();
    Shape shape(x.shape().begin() + 1, x.shape().end());
    in.push_back(x);
    rows.push_back({x.type().with(shape), false});
  }
  int depth = static_cast<int>(Trace::depth());
  struct TracingRestore {  // the flag of Lua is the number of open traces
    State& state;
    int depth;
    ~TracingRestore() { state.set_tracing(depth); }
  } restore{state, depth};
  state.set_tracing(depth + 1);
  RecordedRegion recorded = record(state, rows, [&](const std::vector<Array>& items) {
    Values item(items.begin(), items.end());
    Value value = call(body, {call(make, item)});
    return Values{map_joints(value, [&](const Value& leaf) { return comprehended(leaf, dtype); })};
  });
  BatchAxes axes;
  axes.in.assign(recorded.graph.params.size(), -1);
  for (size_t i = 0; i < rows.size(); ++i) axes.in[i] = 0;
  axes.out.assign(recorded.graph.results.size(), 0);
  Graph mapped = vmap(recorded.graph, Extent(count), axes);
  in.insert(in.end(), recorded.captures.begin(), recorded.captures.end());
  state.set_tracing(depth);
  std::vector<Array> results = run_graph(mapped, in);
  size_t next = 0;
  return map_joints(recorded.outputs[0], [&](const Value&) { return Value(results[next++]); });
}

// A comprehension over an empty tuple, whose items have no known type. The body is recorded for
// numbers; if that raises, the result is an empty array. This is not a crossing, but like R.attempt
// it continues after an error.
Value comprehension_of_none(State& state, Value parts, Function make, Function body,
                            std::optional<Dtype> dtype) {
  Trace* trace = Trace::innermost();
  auto before = trace == nullptr ? std::nullopt : std::optional(trace->mark());
  ModuleScope layer(state);
  try {
    return comprehension(state, 0, parts, make, body, dtype);
  } catch (const Error& error) {
    if (ends_attempts(error)) throw;
    if (trace != nullptr) trace->forget(*before);
    return Array(Type(dtype.value_or(Dtype::f32), {Extent(0)}));
  }
}

// An iteration that ends by `continue` has the code go_on, and so has a loop that ends by `break`.
Value end_code(State& state, Array code, bool last) {
  Array go_on = convert(array_of(LeaveCode::go_on), Dtype::i32);
  unsigned codes = codes_of(state, Value(code));
  Value out(last ? where(eq(code, array_of(LeaveCode::return_)), code, go_on)
                 : where(eq(code, array_of(LeaveCode::continue_)), go_on, code));
  unsigned kept = codes & (last ? bit(LeaveCode::return_) : ~bit(LeaveCode::continue_));
  note_codes(state, out, kept | (kept == codes ? 0u : bit(LeaveCode::go_on)), why_of(state, code));
  return out;
}

// A number for the current position in the script.
int64_t here(State& state) {
  Span span = state.current_span();
  return (static_cast<int64_t>(span.file) << 32) + span.begin;
}

const Builtin while_ = {
    .signature =
        "record_while(names: any, leaves: bool, go_on: any, condition: fn, body: fn, places: any)",
    .call = bind<&traced_while>};
const Builtin scan_ = {.signature =
                           "record_scan(names: any, stacks: bool, count: int, parts: any, make: "
                           "fn, body: fn, places: any)",
                       .call = bind<&traced_scan>};
const Builtin map_ = {
    .signature = "record_map(count: int, parts: any, make: fn, body: fn, dtype: dtype = nil)",
    .call = bind<&comprehension>};
const Builtin none_ = {
    .signature = "record_none(parts: any, make: fn, body: fn, dtype: dtype = nil)",
    .call = bind<&comprehension_of_none>};
const Builtin code_ = {.signature = "end_code(code: array, last: bool)", .call = bind<&end_code>};
const Builtin here_ = {.signature = "here()", .call = bind<&here>};

}  // namespace

namespace {

Function place_function(State& state, NativeCall call) {
  static const char kind = 0;
  FunctionInfo info;
  info.name = "repeated";
  info.params = {{.name = "place"}};
  return make_native(state, std::move(info), std::move(call), {.prototype = &kind});
}

}  // namespace

Value repeated(State& state, const Value& start, const std::function<Array(const Value&)>& goes_on,
               const std::function<Value(const Value&)>& turn) {
  if (Trace::innermost() == nullptr) {
    Value now = start;
    while (goes_on(now).number() != 0) {
      state.poll();
      now = turn(now);
    }
    return now;
  }
  Function condition = place_function(state, [&](const Captures&, const Values& args) {
    return Values{Value(goes_on(args[0])), args[0]};
  });
  Function body = place_function(
      state, [&](const Captures&, const Values& args) { return Values{turn(args[0])}; });
  Value names = Value::tuple({});
  Value out = traced_while(state, names, false, Value(goes_on(start)), condition, body,
                           Value::tuple({start}));
  return out.items()[0];
}

std::vector<const Builtin*> loop_functions() {
  return {&while_, &scan_, &map_, &none_, &code_, &here_};
}

}  // namespace rille
