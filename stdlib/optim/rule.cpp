// Rules of the library and of scripts; what all of them share.
#include "stdlib/optim/rule.h"

#include "jit/transform.h"
#include "vm/state.h"

namespace rille {
void UpdateRule::check(State& state, int argument) const {
  if (has_method(state, value_, "init") && has_method(state, value_, "update")) return;
  Error error(Code::type,
              str("a rule has the methods `init` and `update`, got ", kind_text(value_)));
  if (argument < 0) throw error;
  throw std::move(error).label(argument);
}

bool UpdateRule::needs_params(State& state) const {
  const StructType& type = *struct_type(value_.layout());
  return state.method(type, "init").info().params.size() > 1;  // self, and them
}

Value UpdateRule::init(State& state, const Value& params) const {
  check(state);
  return call_method(state, value_, "init", needs_params(state) ? Values{params} : Values{})[0];
}

std::pair<Value, Value> UpdateRule::update(State& state, const Value& grads, const Value& old,
                                           const Value& params) const {
  if (!has_method(state, value_, "update")) check(state);
  Value out = call_method(state, value_, "update", {grads, old, params})[0];
  if (!out.is_tuple() || out.items().size() != 2) {
    throw Error(Code::type, str("`update` of a rule gives (updates, state), got ", form_text(out)));
  }
  return {out.items()[0], out.items()[1]};
}

// --- what rules share -----------------------------------------------------------------------

Array kept_kind(const Array& old, const Array& made) {
  return old.is_weak() ? convert(made, old.dtype()).with_weak(true) : made;
}

namespace {

// `made` without the leaves that `first` lacks: against nil a leaf of another tree stood for them.
Value leaves_of(const Value& first, const Value& made) {
  Flat all = flatten(made);
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

Value each(const Values& trees, const std::function<Array(const std::vector<Array>&)>& f) {
  Value made = map_leaves(trees, false, [&](const Values& at) -> Value {
    std::vector<Array> leaves;
    for (const Value& value : at) leaves.push_back(value.as_array());
    return Value::from_array(f(leaves));
  });
  return leaves_of(trees[0], made);
}

Value zeros_for(const Value& params) {
  Flat flat = flatten(params);
  Values zeros;
  for (size_t i = 0; i < flat.leaves.size(); ++i) {
    const Array& leaf = flat.leaves[i];
    bool moves = has_tangent(leaf.type()) && !flat.state[i];
    zeros.push_back(moves ? Value::from_array(zeros_like(leaf)) : Value());
  }
  return flat.shape.unflatten_values(std::move(zeros));
}

Array no_steps() {
  Array step(Type(Dtype::i32, Shape{}));
  step.edit<int32_t>()[0] = 0;
  return step;
}

Array rate_at(State& state, const Value& lr, const Array& step) {
  bool is_schedule = lr.is_function() || lr.is_branch();
  return is_schedule ? call_value(state, lr, Value(step)).as_array() : lr.as_array();
}

const Value& part_of(const Value& state, std::string_view name) {
  const Value* found = state.is_branch() && !state.is_dict() ? state.field(name) : nullptr;
  if (found != nullptr) return *found;
  throw Error(Code::type,
              str("the state of a rule needs the field `", name, "`, got ", form_text(state)));
}

}  // namespace rille
