// UpdateRule: instances, steps, and what all optimizers share.
#include "stdlib/optim/rule.h"

#include <algorithm>
#include <array>

#include "jit/transform.h"
#include "vm/call.h"

namespace rille {
namespace {

constexpr std::array<const UpdateRule*, 4> rules{&adam_rule, &sgd_rule, &clip_rule, &chain_rule};

void refuse_missing(size_t given, size_t needed, std::string_view what) {
  if (given != needed) throw Error(Code::type, str("needs ", what, ", got ", given, " arguments"));
}

// params + updates, leaf by leaf; what has no update stays as it is. A weak update takes the
// parameter's dtype, and a number of the host stays one.
Value stepped(const Value& params, const Value& updates) {
  return map_leaves(Values{params, updates}, false, [](const Values& at) -> Value {
    Array old = at[0].as_array();
    return Value::from_array(kept_kind(old, old + at[1].as_array()));
  });
}

Values update(State&, Values args) {
  refuse_missing(args.size(), 3, "update!(&params, grads)");
  Value self = args[0];
  Value step = rule_of(self).transform(self, args[2], args[1]);
  return {Value(), self, stepped(args[1], step)};
}

Values transform(State&, Values args) {
  refuse_missing(args.size(), 3, "transform!(grads, params)");
  Value self = args[0];
  Value step = rule_of(self).transform(self, args[1], args[2]);
  return {step, self};
}

}  // namespace

LibraryStruct optimizer(std::string_view name, std::vector<std::string_view> fields) {
  FunctionInfo::Parameter params{.name = "params"}, grads{.name = "grads"}, place = params;
  place.is_inout = true;
  return {.name = name,
          .fields = std::move(fields),
          .methods = {{"update", {place, grads}, true, update},
                      {"transform", {grads, params}, true, transform}}};
}

const UpdateRule& rule_of(const Value& instance) {
  for (const UpdateRule* rule : rules) {
    if (is_instance(instance, rule->type)) return *rule;
  }
  throw Error(Code::type, str("needs an optimizer, got ", kind_text(instance)));
}

Array kept_kind(const Array& old, const Array& made) {
  return old.is_weak() ? convert(made, old.dtype()).with_weak(true) : made;
}

Value each(const Values& trees, const std::function<Array(const std::vector<Array>&)>& f) {
  return map_leaves(trees, false, [&](const Values& at) -> Value {
    std::vector<Array> leaves;
    for (const Value& value : at) leaves.push_back(value.as_array());
    return Value::from_array(f(leaves));
  });
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

Array rate_at(const Value& lr, const Array& step) {
  if (lr.is_function()) return call(lr.function(), {Value(step)}).as_array();
  if (lr.is_leaf()) return lr.as_array();
  throw Error(Code::type, str("lr needs a number or a function of the step, got ", kind_text(lr)));
}

}  // namespace rille
