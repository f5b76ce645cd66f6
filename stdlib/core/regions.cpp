// R: `if` on a traced condition, and early exits.
#include <algorithm>

#include "stdlib/array.h"
#include "stdlib/core/either.h"
#include "stdlib/core/region.h"
#include "stdlib/core/runtime.h"
#include "stdlib/core/traced_loops.h"
#include "vm/call.h"

namespace rille {

extern const Op cond_op;
extern const Op print_op;

namespace {

// The order of the outputs: [code, returned value,] [value,] variables.
struct BranchOutputs {
  bool leaves, value;
  const Value& names;
  std::string sides[2] = {"the `if` branch", "the `else` branch"};
  Array why = {};  // the origin of the condition; if empty, the condition itself

  size_t first_place() const { return (leaves ? 2u : 0u) + (value ? 1u : 0u); }
  bool is_value(size_t at) const { return value && at == (leaves ? 2u : 0u); }
  std::string what(size_t at) const {
    if (at < first_place()) return "";
    return names.items()[at - first_place()].string();
  }
  // Whether a side has this output. A side that always leaves has no value, and a side that never
  // returns has no returned value.
  bool gives(State& state, const Values& outputs, size_t at) const {
    if (is_raised(state, outputs[at])) return false;
    if (!leaves || at >= first_place() || at == 0) return true;
    unsigned codes = codes_of(state, outputs[0]);
    return (codes & bit(at == 1 ? LeaveCode::return_ : LeaveCode::go_on)) != 0;
  }
};

Values join_sides(State& state, const BranchOutputs& form, const RecordedRegion& yes,
                  const RecordedRegion& no, TreeJoin& join) {
  Values out;
  for (size_t i = 0; i < yes.outputs.size(); ++i) {
    join.what = form.what(i);
    bool a = form.gives(state, yes.outputs, i), b = form.gives(state, no.outputs, i);
    if (a && b) {
      out.push_back(join.trees(yes.outputs[i], no.outputs[i]));
      continue;
    }
    join.next_a += a ? 0 : static_cast<int>(joints_of({yes.outputs[i]}).size());
    join.next_b += b ? 0 : static_cast<int>(joints_of({no.outputs[i]}).size());
    if (a) {
      out.push_back(join.only(yes.outputs[i], true));
    } else if (b) {
      out.push_back(join.only(no.outputs[i], false));
    } else if (form.leaves && i == 0) {
      out.push_back(Value(int64_t{0}));
    } else {
      out.push_back(is_raised(state, yes.outputs[i]) ? yes.outputs[i] : Value());
    }
  }
  return out;
}

Array as_type(const Array& x, const Type& type) {
  Array out = convert(x, type.dtype());
  return out.shape() == type.shape() ? out : broadcast(out, type.shape());
}

// Zeros as a node of the graph: a constant from outside would be an input.
Array zeros_here(const Type& type) {
  Trace& trace = *Trace::innermost();
  AttrValue zero = int64_t{0};
  if (is_inexact(type.dtype())) zero = 0.0;
  if (type.dtype() == Dtype::boolean) zero = false;
  return trace.array_of(op::fill(trace.builder(), type, zero));
}

Region side(State& state, const RecordedRegion& region, const std::vector<ParamSpec>& operands,
            size_t first, const TreeJoin& join, bool is_a) {
  std::vector<size_t> at;
  for (size_t i = 0; i < region.captures.size(); ++i) at.push_back(first + i);
  auto finish = [&](const std::vector<Array>& results) {
    std::vector<Array> out;
    for (const JoinSlot& slot : join.slots) {
      int place = is_a ? slot.a : slot.b;
      out.push_back(place < 0 ? zeros_here(slot.type)
                              : as_type(results[static_cast<size_t>(place)], slot.type));
    }
    return out;
  };
  return over(region.graph, operands, at, finish, origin_fn(state));
}

Array one_condition(const Array& c) {
  if (c.dtype() != Dtype::boolean) {
    throw Error(Code::type,
                str("a condition must be a bool, but ", arg(0, "the value"), " is ", c.type()));
  }
  if (c.rank() == 0) return c;
  if (c.size() != 1) {
    throw Error(Code::shape, str("a condition must be a single bool, but ", arg(0, "the value"),
                                 " is ", c.type()))
        .help("use `all` or `any`");
  }
  return reshape_to(c, Shape{});
}

Values fill_slots(const Values& trees, const std::vector<Array>& results) {
  Values out;
  for (const Value& tree : trees) {
    out.push_back(map_joints(tree, [&](const Value& leaf) -> Value {
      if (!leaf.is_array() || leaf.array().body()->trace != -1) return leaf;
      const Array& slot = leaf.array();
      return Value(results[static_cast<size_t>(slot.body()->var)].with_weak(slot.is_weak()));
    }));
  }
  return out;
}

using BranchBody = std::function<Values()>;

RecordedRegion recorded(State& state, size_t front, const Values& places, const BranchBody& side) {
  return record(state, {}, [&](const std::vector<Array>&) {
    return raised_later(state, front, places, side);
  });
}

Values joined(State& state, const BranchOutputs& form, const Array& condition,
              const RecordedRegion& a, const RecordedRegion& b) {
  RILLE_CHECK(a.outputs.size() == b.outputs.size(), "branches give the same outputs");
  TreeJoin join{
      .a_leaves = &a.leaves, .b_leaves = &b.leaves, .sides = {form.sides[0], form.sides[1]}};
  Values trees = join_sides(state, form, a, b, join);
  std::vector<Array> in = {one_condition(condition)};
  in.insert(in.end(), a.captures.begin(), a.captures.end());
  in.insert(in.end(), b.captures.begin(), b.captures.end());
  std::vector<ParamSpec> operands = specs_of({in.begin() + 1, in.end()});
  Regions regions = {side(state, a, operands, 0, join, true),
                     side(state, b, operands, a.captures.size(), join, false)};
  Values out = fill_slots(trees, apply(cond_op, in, {}, regions));
  if (form.leaves) {
    unsigned codes = codes_of(state, a.outputs[0]) | codes_of(state, b.outputs[0]);
    note_codes(state, out[0], codes, form.why.is_none() ? condition : form.why);
  }
  return out;
}

// Records both sides. A recursion that static numbers would end is traced again with these fixed.
Values branch(State& state, const BranchOutputs& form, const Array& condition, const Values& places,
              const BranchBody& yes, const BranchBody& no) {
  ValueOffer offer(state, Value(form.why.is_none() ? condition : form.why), Code::limit);
  size_t front = form.first_place();
  RecordedRegion a = recorded(state, front, places, yes);
  return joined(state, form, condition, a, recorded(state, front, places, no));
}

bool has_effects(const Graph& graph) {
  return std::ranges::any_of(graph.nodes,
                             [](const Node& node) { return node.effects != Effect::none; });
}

// The outputs of a region that is inlined into the open graph.
Values inlined(const RecordedRegion& side) {
  std::vector<Array> made = run_graph(side.graph, side.captures);
  size_t next = 0;
  Values out;
  for (const Value& output : side.outputs) {
    out.push_back(map_joints(output, [&](const Value& leaf) {
      const Array& x = made[next++];
      return leaf.is_array() ? Value(x.with_weak(leaf.array().is_weak())) : leaf;
    }));
  }
  return out;
}

// Checks the right side of `and` and `or`, and returns the value that replaces it if the left side
// decides.
Array logic_default(State& state, bool is_and, const Value& right) {
  if (is_raised(state, right)) return Array(!is_and);
  if (!is_joint(right) || joint_array(right).dtype() != Dtype::boolean) {
    throw Error(Code::type, str("`", is_and ? "and" : "or", "` takes bools, but ",
                                arg(1, "an operand"), " is of type ", kind_text(right)))
        .label(1);
  }
  return broadcast(Array(!is_and), joint_array(right).shape());
}

// A right side without checks, output, and assignments is computed together with the left side.
Value traced_logic(State& state, Value names, bool is_and, Array left, Function right,
                   Value places) {
  Operator op = is_and ? Operator::logical_and : Operator::logical_or;
  if (left.dtype() != Dtype::boolean) {
    throw Error(Code::type, str("`", is_and ? "and" : "or", "` takes bools, but ",
                                arg(0, "an operand"), " is of type ", left.type()))
        .label(0);
  }
  ValueOffer offer(state, Value(left), Code::limit);
  const Values& held = places.items();
  RecordedRegion side = recorded(state, 1, held, [&] { return call_all(right, held); });
  Array other = logic_default(state, is_and, side.outputs[0]);
  bool is_plain = held.empty() && !has_effects(side.graph);
  if (const bool* known = std::get_if<bool>(&side.outputs[0].any()); known && is_plain) {
    return Value::tuple({*known == is_and ? Value(left) : Value(!is_and)});
  }
  if ((is_plain || left.rank() > 0) && !is_raised(state, side.outputs[0])) {
    Values out = inlined(side);
    out[0] = Value(apply_operator(op, left, joint_array(out[0])));
    return Value::tuple(std::move(out));
  }
  RecordedRegion decided = recorded(state, 1, held, [&] {
    Values out = {Value(other)};
    out.insert(out.end(), held.begin(), held.end());
    return out;
  });
  BranchOutputs form{.leaves = false, .value = true, .names = names};
  if (is_and) return Value::tuple(joined(state, form, left, side, decided));
  return Value::tuple(joined(state, form, left, decided, side));
}

// NOLINTNEXTLINE(*-function-size): the arguments that docs/lua.md gives
Value traced_if(State& state, Value names, bool leaves, bool value, Array condition, Function yes,
                Value no, Value places) {
  BranchOutputs form{leaves, value, names};
  auto other = [&]() -> Values {
    if (no.is_function()) return call_all(no.function(), places.items());
    Values out;
    if (leaves) out = {Value(int64_t{0}), Value()};
    if (value) out.emplace_back();
    out.insert(out.end(), places.items().begin(), places.items().end());
    return out;
  };
  const Values& held = places.items();
  return Value::tuple(
      branch(state, form, condition, held, [&] { return call_all(yes, held); }, other));
}

// NOLINTNEXTLINE(*-function-size): the arguments that docs/lua.md gives
Value traced_go_on(State& state, Value names, bool value, std::string who, Array code,
                   Value returned, Function rest, Value places) {
  BranchOutputs form{
      true, value, names, {std::move(who), "the following code"}, why_of(state, code)};
  auto leave = [&]() -> Values {
    Values out = {Value(code), returned};
    if (value) out.emplace_back();
    out.insert(out.end(), places.items().begin(), places.items().end());
    return out;
  };
  const Values& held = places.items();
  return Value::tuple(branch(state, form, ne(code, array_of(LeaveCode::go_on)), held, leave,
                             [&] { return call_all(rest, held); }));
}

Value joined_sides(State& state, const Array& condition, const BranchFn& yes, const BranchFn& no,
                   const BranchNames& sides) {
  Value names = Value::tuple({});
  BranchOutputs form{
      .leaves = false, .value = true, .names = names, .sides = {sides.yes, sides.no}};
  auto all = [](const BranchFn& side) { return [&side]() -> Values { return {side()}; }; };
  return branch(state, form, condition, {}, all(yes), all(no))[0];
}

void traced_print(std::string line, Value values) {
  std::vector<Array> in;
  for (const Value& value : values.items()) in.push_back(joint_array(value));
  apply(print_op, in, Attrs{{"format", std::move(line)}});
}

void traced_error(std::string message, std::string kind, Value values) {
  Arrays in;
  for (const Value& value : values.items()) in.push_back(joint_array(value));
  check(Array(false), kind, message, in);
}

// Whether an error can be raised while tracing, because every run would raise it first.
bool raises_now(State& state) { return !ScriptTraceScope::any(state) && !Trace::have_effects(); }

void note_raised(State& state, Value marker) { set_raised(state, marker); }

const Builtin if_ = {
    .signature =
        "record_if(names: any, leaves: bool, value: bool, c: array, yes: fn, no: any, places: any)",
    .call = bind<&traced_if>};
const Builtin logic_ = {
    .signature = "record_logic(names: any, is_and: bool, left: array, right: fn, places: any)",
    .call = bind<&traced_logic>};
const Builtin go_on_ = {.signature =
                            "record_go_on(names: any, value: bool, who: str, code: array, ret: "
                            "any, rest: fn, places: any)",
                        .call = bind<&traced_go_on>};
const Builtin print_ = {.signature = "traced_print(line: str, values: any)",
                        .call = bind<&traced_print>};
const Builtin error_ = {.signature = "traced_error(message: str, kind: str, values: any)",
                        .call = bind<&traced_error>};
const Builtin now_ = {.signature = "raises_now() -> bool", .call = bind<&raises_now>};
const Builtin raised_ = {.signature = "note_raised(marker: any)", .call = bind<&note_raised>};

}  // namespace

Value either(State& state, const Array& condition, const BranchFn& yes, const BranchFn& no,
             const BranchNames& sides) {
  if (!condition.is_traced()) return condition.number() != 0 ? yes() : no();
  return joined_sides(state, condition, yes, no, sides);
}

std::vector<const Builtin*> region_functions() {
  std::vector<const Builtin*> out = {&if_, &logic_, &go_on_, &print_, &error_, &now_, &raised_};
  for (const Builtin* each : loop_functions()) out.push_back(each);
  return out;
}

}  // namespace rille
