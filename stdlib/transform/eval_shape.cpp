// eval_shape: the result types of a function.
#include <map>

#include "stdlib/spec.h"
#include "stdlib/transform/traced.h"
#include "vm/bind.h"
#include "vm/run/stack.h"

namespace rille {
namespace {

// Replaces each spec in the arguments by a scalar. A scalar is recognized by the address of its
// data, because captures of functions among the arguments are leaves of the call, too.
class SpecReplacer {
 public:
  Value run(const Value& tree) {
    check_stack();
    if (std::optional<Type> type = type_of_spec(tree)) {
      Array number{Type(type->dtype(), Shape{})};
      types_.emplace(number.data(), *type);
      kept_.push_back(number);
      return Value(number);
    }
    if (Value scalar = scalar_of_spec(tree); !scalar.is_nil()) return scalar;
    if (!tree.is_branch()) return tree;
    Values items;
    for (const Value& item : tree.items()) items.push_back(run(item));
    return Value::like(tree.branch(), std::move(items));
  }

  std::vector<Type> types(const CallTree& parts) const {
    std::vector<Type> out;
    for (const Leaf& leaf : parts.leaves) {
      auto told = leaf.value.is_traced() ? types_.end() : types_.find(leaf.value.data());
      out.push_back(told == types_.end() ? leaf.value.type() : told->second);
    }
    return out;
  }

 private:
  std::map<const void*, Type> types_;
  std::vector<Array> kept_;  // keeps the addresses in types_ in use
};

// Builds the result tree, with its functions, from scalars, and replaces each by its type.
Value given(State& state, const TracedFunction& traced, const CallTree& parts) {
  std::vector<Array> results;
  for (Var v : traced.graph.results) {
    results.emplace_back(Type(traced.graph.type(v).dtype(), Shape{}));
  }
  size_t next = 0;
  return with_leaves(outputs_of(traced, results, parts)[0], next, [&](size_t at, const Value&) {
    Type type = traced.graph.type(traced.graph.results[at]);
    return traced.weak[at] ? scalar_spec(state, is_float(type.dtype())) : spec_of(state, type);
  });
}

Value eval_shape(State& state, const Function& f, const Values& args) {
  SpecReplacer stands;
  Values in;
  for (const Value& arg : args) in.push_back(stands.run(arg));
  CallTree parts = take_apart(f, in);
  TransformSpec recipe{.name = "eval_shape"};
  recipe.types = stands.types(parts);
  for (const Type& type : recipe.types) {
    recipe.settings.push_back(reinterpret_cast<uintptr_t>(type.id()));
  }
  auto entry = entry_of(f, in, parts, recipe);
  return given(state, entry->traced, parts);
}

}  // namespace

extern const Builtin eval_shape_builtin = {
    .signature = "eval_shape(f: fn, ...args: any) -> any",
    .brief =
        "Computes the result types of a function by tracing it. No value is computed, and no array "
        "is allocated.",
    .params =
        {{"f", "Pure function that can be traced."},
         {"args",
          "Arguments of `f`. A `tree.Spec`, or a string such as \"f32[3, 2]\", may replace an "
          "array of that type."}},
    .returns =
        "the result tree of `f`, with a `tree.Spec` in the place of each array, and of each host "
        "scalar that depends on arguments, whose dtype is \"int\" or \"float\"",
    .errors = "the errors that tracing `f` raises",
    .example =
        "eval_shape((w, x) => relu(x @ w), \"f32[784, 10]\", \"f32[32, 784]\").shape  #> (32, 10)\n"
        "eval_shape(k => nn.linear(k, 1000, 50000), rng.key(0)).w.shape  #> (1000, 50000)",
    .source = "jax.eval_shape",
    .call = bind<&eval_shape>,
};

}  // namespace rille
