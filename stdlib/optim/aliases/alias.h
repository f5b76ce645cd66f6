// Aliases: optimizers that are chains of transformations.
#pragma once

#include <string>
#include <string_view>

#include "stdlib/optim/rule.h"
#include "vm/bind.h"

namespace rille {

#define BUILTIN(name)
#define STRUCT(name) extern const Struct name##_struct;
#include "stdlib/optim/list.def"
#undef BUILTIN
#undef STRUCT

// The arguments of one call of an alias, by parameter name.
class OptimizerArgs {
 public:
  explicit OptimizerArgs(const Arguments& in);
  State& state() const { return state_; }
  const Value& operator[](std::string_view name) const;
  bool has(std::string_view name) const { return !(*this)[name].is_nil(); }
  bool is(std::string_view name) const;  // the value of a bool argument

  // Makes the transformation of `record`. A field takes its value from `more`, else from the
  // argument of the same name, else from its default.
  Value rule(const Struct& record, const FieldValues& more = {}) const;
  // Makes `rule` if `wanted`, else optim.identity: every call of an alias has one state layout.
  Value rule_if(bool wanted, const Struct& record, const FieldValues& more = {}) const;
  Value learning_rate() const;  // optim.identity if `lr` is nil

 private:
  State& state_;
  FieldValues fields_;
};

using ChainBuilder = Values (*)(const OptimizerArgs& given);
int push_alias(const Arguments& in, ChainBuilder make);

// The native function of an alias. It chains the transformations that `make` returns, and
// initializes the state if the argument `params` is not nil.
template <ChainBuilder make>
int alias(const Arguments& in) {
  return push_alias(in, make);
}

namespace aliases {

constexpr ParamText params = {
    "params",
    "Parameters that initialize the optimizer state. If nil, the first `update!` initializes it."};
constexpr ParamText lr = {
    "lr", "Learning rate, or a schedule: a function of the step count, which starts at 0."};
constexpr ParamText b1 = {
    "b1", "β1, the exponential decay rate of the first-moment estimate, 0 ≤ b1 < 1."};
constexpr ParamText b2 = {
    "b2", "β2, the exponential decay rate of the second-moment estimate, 0 ≤ b2 < 1."};
constexpr ParamText eps = {"eps",
                           "Epsilon added outside the square root, for numerical stability."};
constexpr ParamText eps_root = {"eps_root",
                                "Epsilon added inside the square root, for numerical stability."};
constexpr ParamText mu_dtype = {
    "mu_dtype",
    "Dtype of the first-moment estimate. If nil, the dtype of the parameter, at least f32."};
constexpr ParamText nesterov = {"nesterov", "If true, uses Nesterov momentum."};
constexpr ParamText weight_decay = {
    "weight_decay",
    "Decoupled weight decay coefficient, or a schedule: a function of the step count. Each update "
    "subtracts `lr * weight_decay * param`."};
constexpr ParamText mask = {"mask",
                            "Leaves to which weight decay applies: a predicate on the path of a "
                            "leaf, or a tree of bools. If nil, it applies to all leaves."};
constexpr std::string_view returns = "Optimizer; `opt.update!(&params, grads)` applies one update";
constexpr std::string_view errors =
    "error[type] if `lr` is neither a number nor a function, or if the learning rate is passed as "
    "`params`, the first parameter, instead of `lr`";
// The errors of an alias whose learning rate has no schedule.
constexpr std::string_view number_errors =
    "error[type] if `lr` is not a number, or if the learning rate is passed as `params`, the first "
    "parameter, instead of `lr`";
// A weight decay that is added to the gradient before the gradient is scaled.
constexpr std::string_view coupled_decay =
    "L2 penalty coefficient, or a schedule: a function of the step count. `weight_decay * param` "
    "is added to the gradient.";

}  // namespace aliases
}  // namespace rille
