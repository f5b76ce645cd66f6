// UpdateRule: what makes updates; Optimizer: with state.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "stdlib/array.h"
#include "vm/struct.h"
#include "vm/tree.h"

namespace rille {

// Anything with two methods, of the library or of a script:
//   init(params) -> state                        a tree; of `init()` none is needed
//   update(grads, state, params) -> (updates, state)
// Updates are what is added to the params. Leaves that are nil among the gradients stay nil.
class UpdateRule {
 public:
  UpdateRule() = default;
  explicit UpdateRule(Value value) : value_(std::move(value)) {}
  // error[type] where it has not both methods; `argument` is its place in the call, or -1.
  void check(State& state, int argument = -1) const;
  bool needs_params(State& state) const;  // for init
  Value init(State& state, const Value& params) const;
  std::pair<Value, Value> update(State& state, const Value& grads, const Value& old,
                                 const Value& params) const;
  const Value& value() const { return value_; }

 private:
  Value value_;
};

inline void take(const Value& from, UpdateRule& to) { to = UpdateRule(from); }
inline Value give(const UpdateRule& rule) { return rule.value(); }

// The rows of a rule's two methods.
template <auto f>
constexpr StructMethod init_method(std::string_view brief = "The state before the first step.") {
  return method<f>("init(params: tree) -> tree", brief);
}
template <auto f>
constexpr StructMethod update_method(
    std::string_view brief = "What is to be added to the params, and the state after the step.") {
  return method<f>("update(grads: tree, state: tree, params: tree) -> (tree, tree)", brief);
}

// What scripts hold. Where no params were given, the first update makes the state.
struct Optimizer {
  static const Struct& record();
  UpdateRule rule;
  Value state;

  void update(State& state, Value& params, const Value& grads);
  Value transform(State& state, const Value& grads, const Value& params);
};

// A rule as an optimizer; one that is an optimizer already as it is.
Optimizer optimizer_of(State& state, const Value& part, int argument);

// A rule of ours with the state for these params, nil: none yet.
template <IsRecord T>
Optimizer optimizer(State& state, const T& rule, const Value& params) {
  UpdateRule made(make_instance(state, rule));
  Value first = params.is_nil() ? Value() : made.init(state, params);
  return {std::move(made), std::move(first)};
}

// f of the arrays at the same place; nil where the first is nil.
Value each(const Values& trees, const std::function<Array(const std::vector<Array>&)>& f);

// `made` as what `old` was: a number of the host stays one, so that state keeps its types.
Array kept_kind(const Array& old, const Array& made);

// A zero for each float leaf, nil for the others and for `var` fields.
Value zeros_for(const Value& params);

// A count of steps, 0.
Array no_steps();

// The learning rate now: a number, or the schedule's answer for a step counted from 0.
Array rate_at(State& state, const Value& lr, const Array& step);

// A field of a rule's state.
const Value& part_of(const Value& state, std::string_view name);

}  // namespace rille
