// UpdateRule: what makes updates; Optimizer: with state.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "stdlib/array.h"
#include "vm/struct.h"
#include "vm/tree.h"

namespace rille {

// Anything with two methods, of the library or of a script:
//   init(params) -> state                        a tree; of `init()` none is needed
//   update(grads, state, params) -> (updates, state)
// Updates are what is added to the params. Leaves that are nil among the gradients stay nil. An
// `update` with a fourth parameter is given what else the step was given: the record
// (grad, value, value_fn), its fields nil where they were not. Of an Optimizer it is the rule.
class UpdateRule {
 public:
  UpdateRule() = default;
  explicit UpdateRule(Value value);
  // error[type] where it has not both methods; `argument` is its place in the call, or -1.
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

inline void take(const Value& from, UpdateRule& to) { to = UpdateRule(from); }
inline Value give(const UpdateRule& rule) { return rule.value(); }

// The rows of a rule's two methods.
template <auto f>
constexpr StructMethod init_method(std::string_view brief = "The state before the first step.") {
  return method<f>("init(params: tree) -> tree", brief);
}
constexpr std::string_view update_brief =
    "What is to be added to the params, and the state after the step.";
template <auto f>
constexpr StructMethod update_method(std::string_view brief = update_brief) {
  return method<f>("update(grads: tree, state: tree, params: tree) -> (tree, tree)", brief);
}
// Of a rule that wants what else the step was given, if only to hand it on.
template <auto f>
constexpr StructMethod extra_method(std::string_view brief = update_brief) {
  return method<f>(
      "update(grads: tree, state: tree, params: tree, extra: any = nil) -> (tree, tree)", brief);
}

// A field of `extra`; nil where there is none.
Value extra_of(const Value& extra, std::string_view name);
// The value of the function that is made small. error[value] where the step was not given it, with
// a call that gives it, and `rest`.
Array needed_value(const Value& extra, std::string_view rule, std::string_view rest = "");

// The row of `init` of a rule without a state.
inline constexpr StructMethod no_state = {
    "init() -> tree", "It has no state.", false,
    [](State&, Values) -> Values { return {Value::tuple({})}; }};

// What scripts hold. Where no params were given, the first update makes the state.
struct Optimizer {
  static const Struct& record();
  UpdateRule rule;
  Value state;

  // NOLINTNEXTLINE(readability-function-size): the parameters of the method
  void update(State& lua, Value& params, const Value& grads, const Value& value,
              const Value& value_fn);
  // NOLINTNEXTLINE(readability-function-size): the parameters of the method
  Value transform(State& lua, const Value& grads, const Value& params, const Value& value,
                  const Value& value_fn);
};

// A rule as an optimizer; one that is an optimizer already as it is.
Optimizer optimizer_of(State& state, const Value& part, int argument);

// A rule of ours with the state for these params, nil: none yet.
Optimizer optimizer(State& state, const Value& rule, const Value& params);

// The chain of these rules, as a rule.
Value chain_of(State& state, const Values& rules);

// A rule of the library by the names of its fields; defaults stand for the others.
using Fields = std::vector<std::pair<std::string, Value>>;
Value make_rule(State& state, const Struct& record, const Fields& fields);

// f of the arrays at the same place; nil where the first is nil.
using OfLeaves = std::function<Array(const std::vector<Array>&)>;
Value each(const Values& trees, const OfLeaves& f);

// `made` in the dtype of `old`; where that is a number of the host, it is one, too. So state and
// params keep their types.
Array kept_kind(const Array& old, const Array& made);

// x as what is put together with `leaf`: in its dtype, so that no scalar widens a leaf.
Array fit(const Array& x, const Array& leaf);

// A count of steps, 0, and the one after it, which stops at the greatest.
Array no_steps();
Array next_step(const Array& count);

// A truth of a state, which is an array: a host bool would be part of what is compiled.
Array truth(bool value);

// A number now: itself, or the schedule's answer for a count of steps from 0.
Array rate_at(State& state, const Value& rate, const Array& count);

// A field of a rule's state.
const Value& part_of(const Value& state, std::string_view name);

}  // namespace rille
