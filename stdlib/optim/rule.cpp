// Gradient transformations: calls, state, shared helpers.
#include "stdlib/optim/rule.h"

#include <limits>

#include "jit/transform.h"
#include "vm/state.h"

namespace rille {
namespace {

// The transformation of an optimizer, without the state of the optimizer.
Value without_state(Value part) {
  while (struct_of(part) == &Optimizer::record()) part = Value(*part.field("tx"));
  return part;
}

size_t parameters_of(State& state, const Value& rule, std::string_view name) {
  const StructType& type = *struct_type(rule.layout());
  return state.method(type, name).info().params.size();
}

}  // namespace

GradTransformation::GradTransformation(Value value) : value_(without_state(std::move(value))) {}

void GradTransformation::check(State& state, int argument) const {
  if (has_method(state, value_, "init") && has_method(state, value_, "update")) return;
  Error error(Code::type,
              str("expected a gradient transformation with the methods `init` and `update`, got ",
                  kind_text(value_)));
  if (kind_text(value_) == "tuple")
    error.help("transformations are chained by `optim.chain(a, b)`");
  if (argument < 0) throw error;
  throw std::move(error).label(argument);
}

// The numbers of parameters include `self`.
bool GradTransformation::needs_params(State& state) const {
  return parameters_of(state, value_, "init") > 1;
}
bool GradTransformation::takes_extra(State& state) const {
  return parameters_of(state, value_, "update") > 4;
}

Value GradTransformation::init(State& state, const Value& params) const {
  check(state);
  return call_method(state, value_, "init", needs_params(state) ? Values{params} : Values{})[0];
}

std::pair<Value, Value> GradTransformation::update(State& state, const Value& grads,
                                                   const Value& old, const Value& params,
                                                   const Value& extra) const {
  if (!has_method(state, value_, "update")) check(state);
  Values args = {grads, old, params};
  if (takes_extra(state)) args.push_back(extra);
  Value out = call_method(state, value_, "update", std::move(args))[0];
  if (!out.is_tuple() || out.items().size() != 2) {
    throw Error(Code::type, str("`update` of a gradient transformation returned ", form_text(out),
                                ", expected (updates, state)"));
  }
  return {out.items()[0], out.items()[1]};
}

Value extra_of(const Value& extra, std::string_view name) {
  const Value* found = extra.is_branch() && !extra.is_dict() ? extra.field(name) : nullptr;
  return found == nullptr ? Value() : *found;
}

Array needed_value(const Value& extra, std::string_view rule, std::string_view rest) {
  Value value = extra_of(extra, "value");
  if (value.is_leaf()) return value.as_array();
  throw Error(Code::value, str(rule, ": `value`, the value of the objective function, is missing"))
      .help(str("opt.update!(&params, grads, value = f(params)", rest, ")"));
}

Value make_rule(State& state, const Struct& record, const FieldValues& fields) {
  const Signature& maker = record.typed().maker;
  const Layout* layout = state.layout_of_struct(record);
  Values items(layout->names.size());
  for (const Signature::Parameter& p : maker.params) {
    items[static_cast<size_t>(layout->find(p.name))] = p.fallback.value_or(Value());
  }
  for (const auto& [name, value] : fields) {
    int at = layout->find(name);
    RILLE_CHECK(at >= 0, record.name, " has no field ", name);
    items[static_cast<size_t>(at)] = value;
  }
  return Value::branch(layout, std::move(items));
}

// --- shared helpers -------------------------------------------------------------------------

Array kept_kind(const Array& old, const Array& made) {
  if (old.is_weak()) return convert(made, old.dtype()).with_weak(true);
  return made.dtype() == old.dtype() && !made.is_weak() ? made : convert(made, old.dtype());
}

Array fit(const Array& x, const Array& leaf) {
  return x.is_weak() || leaf.is_weak() ? x : convert(x, leaf.dtype());
}

namespace {

// `made` without the leaves that are nil in `first`, for which map_leaves has taken the leaf of
// another tree.
Value leaves_of(const Value& first, const Value& made) {
  FlatTree all = flatten(made);
  if (flatten(first).leaves.size() == all.leaves.size()) return made;
  std::vector<std::string> wanted = paths(first), names = paths(made);
  Values leaves;
  size_t next = 0;
  for (size_t i = 0; i < names.size(); ++i) {
    bool is_wanted = next < wanted.size() && wanted[next] == names[i];
    leaves.push_back(is_wanted ? Value::from_array(all.leaves[i]) : Value());
    next += is_wanted ? 1 : 0;
  }
  return all.shape.unflatten_values(std::move(leaves));
}

}  // namespace

Value each(const Values& trees, const LeavesFn& f) {
  Value made = map_leaves(trees, false, [&](const Values& at) -> Value {
    std::vector<Array> leaves;
    for (const Value& value : at) leaves.push_back(value.as_array());
    return Value::from_array(f(leaves));
  });
  return leaves_of(trees[0], made);
}

Array no_steps() {
  Array step(Type(Dtype::i32, Shape{}));
  step.edit<int32_t>()[0] = 0;
  return step;
}

Array next_step(const Array& count) {
  return minimum(count, std::numeric_limits<int32_t>::max() - 1) + 1;
}

Array truth(bool value) {
  Array out(Type(Dtype::boolean, Shape{}));
  out.edit<bool>()[0] = value;
  return out;
}

Array rate_at(State& state, const Value& rate, const Array& count) {
  bool is_schedule = rate.is_function() || rate.is_branch();
  return is_schedule ? call_value(state, rate, Value(count)).as_array() : rate.as_array();
}

const Value& part_of(const Value& state, std::string_view name) {
  const Value* found = state.is_branch() && !state.is_dict() ? state.field(name) : nullptr;
  if (found != nullptr) return *found;
  throw Error(Code::type, str("the state of a gradient transformation is ", form_text(state),
                              ", expected a field `", name, "`"));
}

}  // namespace rille
