// Rule: instances, steps, and what all optimizers share.
#include "stdlib/optim/rule.h"

#include <algorithm>
#include <array>

#include "jit/transform.h"
#include "vm/call.h"

namespace rille {
namespace {

constexpr std::array<const Rule*, 4> rules{&adam_rule, &sgd_rule, &clip_rule, &chain_rule};

// The structs of one State, made when they are first needed.
struct Structs {
  std::vector<std::pair<const Rule*, StructType*>> made;
};

void refuse_missing(size_t given, size_t needed, std::string_view what) {
  if (given != needed) throw Error(Code::type, str("needs ", what, ", got ", given, " arguments"));
}

// params + updates, leaf by leaf; what has no update stays as it is. A weak update takes the
// parameter's dtype.
Value stepped(const Value& params, const Value& updates) {
  return map_leaves(Values{params, updates}, false, [](const Values& at) -> Value {
    return Value::from_array(at[0].as_array() + at[1].as_array());
  });
}

Values update(Values args) {
  refuse_missing(args.size(), 3, "update!(&params, grads)");
  Value self = args[0];
  Value step = rule_of(self).transform(self, args[2], args[1]);
  return {Value(), self, stepped(args[1], step)};
}

Values transform(Values args) {
  refuse_missing(args.size(), 3, "transform!(grads, params)");
  Value self = args[0];
  Value step = rule_of(self).transform(self, args[1], args[2]);
  return {step, self};
}

FunctionInfo method(std::string name, std::vector<FunctionInfo::Parameter> params) {
  FunctionInfo info;
  info.name = std::move(name);
  info.params = std::move(params);
  info.params.insert(info.params.begin(), {.name = "self", .is_inout = true});
  info.is_method = true;
  return info;
}

StructType* struct_of(State& state, const Rule& rule) {
  auto& made = state.part<Structs>().made;
  auto found = std::ranges::find(made, &rule, &std::pair<const Rule*, StructType*>::first);
  if (found != made.end()) return found->second;
  std::vector<std::string> order(rule.fields.begin(), rule.fields.end());
  StructType* type = state.new_struct(std::string(rule.name), order, {});
  state.set_method(type, "update",
                   make_native(state,
                               method(str(rule.name, ".update"),
                                      {{.name = "params", .is_inout = true}, {.name = "grads"}}),
                               update));
  state.set_method(
      type, "transform",
      make_native(state,
                  method(str(rule.name, ".transform"), {{.name = "grads"}, {.name = "params"}}),
                  transform));
  made.emplace_back(&rule, type);
  return type;
}

}  // namespace

Value make(State& state, const Rule& rule, Fields fields) {
  StructType* type = struct_of(state, rule);
  std::ranges::sort(fields, {}, &std::pair<std::string, Value>::first);
  std::vector<std::string> names;
  Values items;
  for (auto& [name, value] : fields) {
    names.push_back(name);
    items.push_back(std::move(value));
  }
  return Value::branch(state.layout(std::move(names), type), std::move(items));
}

const Rule& rule_of(const Value& instance) {
  const Layout* layout = instance.is_branch() ? instance.branch().layout : nullptr;
  if (layout != nullptr && layout->type != nullptr) {
    for (const Rule* rule : rules) {
      if (rule->name == layout->type->name) return *rule;
    }
  }
  throw Error(Code::type, str("needs an optimizer, got ", kind_text(instance)));
}

const Value& field_of(const Value& instance, std::string_view name) {
  const Value* found = instance.field(name);
  RILLE_CHECK(found != nullptr, "an optimizer without ", name);
  return *found;
}

void set_field(Value& instance, std::string_view name, Value value) {
  Values items = instance.items();
  int at = instance.branch().layout->find(name);
  RILLE_CHECK(at >= 0, "an optimizer without ", name);
  items[static_cast<size_t>(at)] = std::move(value);
  instance = Value::branch(instance.branch().layout, std::move(items));
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
