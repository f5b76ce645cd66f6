// GradTransformation: a gradient transformation; Optimizer.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "stdlib/array.h"
#include "vm/struct.h"
#include "vm/tree.h"

namespace rille {

// A gradient transformation, of the library or of a script: an object with two methods.
//   init(params) -> state                        the state is a tree; `init()` needs no params
//   update(grads, state, params) -> (updates, state)
// The updates are added to the params. Leaves of the gradients that are nil stay nil. An `update`
// with a fourth parameter receives the other arguments of the step in it, as the record (grad,
// value, value_fn), whose fields are nil if they were not given. An Optimizer is accepted, too: its
// transformation is taken, without its state.
class GradTransformation {
 public:
  GradTransformation() = default;
  explicit GradTransformation(Value value);
  // error[type] if a method is missing; `argument` is the index of the argument in the call, or -1.
  void check(State& state, int argument = -1) const;
  bool needs_params(State& state) const;  // for init
  Value init(State& state, const Value& params) const;
  std::pair<Value, Value> update(State& state, const Value& grads, const Value& old,
                                 const Value& params, const Value& extra = {}) const;
  const Value& value() const { return value_; }

 private:
  bool takes_extra(State& state) const;
  Value value_;
};

inline void take(const Value& from, GradTransformation& to) { to = GradTransformation(from); }
inline Value give(const GradTransformation& rule) { return rule.value(); }

// The records of the two methods of a transformation.
template <auto f>
constexpr StructMethod init_method(std::string_view brief = "Returns the initial state.") {
  return method<f>("init(params: tree) -> tree", brief);
}
constexpr std::string_view update_brief =
    "Returns the updates, to be added to the params, and the next state.";
template <auto f>
constexpr StructMethod update_method(std::string_view brief = update_brief) {
  return method<f>("update(grads: tree, state: tree, params: tree) -> (tree, tree)", brief);
}
// The record of an `update` that receives the other arguments of the step, to use them or to pass
// them to another transformation.
template <auto f>
constexpr StructMethod extra_method(std::string_view brief = update_brief) {
  return method<f>(
      "update(grads: tree, state: tree, params: tree, extra: any = nil) -> (tree, tree)", brief);
}

// A field of `extra`, nil if it does not exist.
Value extra_of(const Value& extra, std::string_view name);
// The value of the objective function. error[value] if the step did not receive it, with a help
// that shows such a call; `rest` is added to the arguments of the call.
Array needed_value(const Value& extra, std::string_view rule, std::string_view rest = "");

// The record of the `init` of a transformation without state.
inline constexpr StructMethod no_state = {
    "init() -> tree", "Returns an empty tuple: there is no state.", false,
    [](State&, Values) -> Values { return {Value::tuple({})}; }};

// The optimizer of a script. If no params were given, the first update initializes the state.
struct Optimizer {
  static const Struct& record();
  GradTransformation rule;
  Value state;

  // NOLINTNEXTLINE(readability-function-size): the parameters of the method
  void update(State& lua, Value& params, const Value& grads, const Value& value,
              const Value& value_fn);
  // NOLINTNEXTLINE(readability-function-size): the parameters of the method
  Value transform(State& lua, const Value& grads, const Value& params, const Value& value,
                  const Value& value_fn);
};

// The transformation as an optimizer. An optimizer is returned unchanged.
Optimizer optimizer_of(State& state, const Value& part, int argument);

// A transformation of the library with its state for the params. The state is nil if `params` is.
Optimizer optimizer(State& state, const Value& rule, const Value& params);

// The chain of the transformations, as one transformation.
Value chain_of(State& state, const Values& rules);

// A transformation of the library by the names of its fields; the other fields have their defaults.
using FieldValues = std::vector<std::pair<std::string, Value>>;
Value make_rule(State& state, const Struct& record, const FieldValues& fields);

// f of the corresponding leaves of the trees; nil where the leaf of the first tree is nil.
using LeavesFn = std::function<Array(const std::vector<Array>&)>;
Value each(const Values& trees, const LeavesFn& f);

// `made` in the dtype of `old`. If `old` is a host scalar, the result is one, too. So state and
// params keep their types.
Array kept_kind(const Array& old, const Array& made);

// x in the dtype of `leaf`, so that combining a leaf with a scalar does not widen the leaf.
Array fit(const Array& x, const Array& leaf);

// The step count 0, and the next step count, which stays at the largest value of the dtype.
Array no_steps();
Array next_step(const Array& count);

// A bool of a state as an array: compiled code would be specialized to a host bool.
Array truth(bool value);

// The value of a hyperparameter: the number itself, or the value of the schedule at the step count.
Array rate_at(State& state, const Value& rate, const Array& count);

// A field of the state of a transformation.
const Value& part_of(const Value& state, std::string_view name);

}  // namespace rille
