// Alias: an optimizer that is a chain of rules.
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

// What an alias was called with, by the names of its parameters.
class Given {
 public:
  explicit Given(const Arguments& in);
  State& state() const { return state_; }
  const Value& operator[](std::string_view name) const;
  bool has(std::string_view name) const { return !(*this)[name].is_nil(); }
  bool is(std::string_view name) const;  // of a bool

  // The rule of this record: `more` are fields, else parameters of the same names are.
  Value rule(const Struct& record, const Fields& more = {}) const;
  // The same, or optim.identity: so that the states of an alias have one layout.
  Value rule_if(bool wanted, const Struct& record, const Fields& more = {}) const;
  Value learning_rate() const;  // identity where `lr` is nil

 private:
  State& state_;
  Fields fields_;
};

using MakeRules = Values (*)(const Given& given);
int push_alias(const Arguments& in, MakeRules make);

// The glue of an alias: the chain of what `make` makes, begun where there are params.
template <MakeRules make>
int alias(const Arguments& in) {
  return push_alias(in, make);
}

namespace aliases {

constexpr ParamText params = {"params", "what will be trained; nil: the first update tells"};
constexpr ParamText lr = {"lr", "step size, or a function of the step from 0"};
constexpr ParamText b1 = {"b1", "decay of the mean of gradients, a step"};
constexpr ParamText b2 = {"b2", "decay of the mean of their squares, a step"};
constexpr ParamText eps = {"eps", "added to the root of the mean square"};
constexpr ParamText eps_root = {"eps_root", "added to the mean square, below the root"};
constexpr ParamText mu_dtype = {"mu_dtype", "of the mean of gradients; nil: the parameter's"};
constexpr ParamText nesterov = {"nesterov", "look ahead along the momentum"};
constexpr ParamText weight_decay = {"weight_decay",
                                    "share of a parameter taken off, times lr; or a function"};
constexpr ParamText mask = {"mask", "which leaves decay, by path or by bools; nil: all"};
constexpr std::string_view returns = "opt.update!(&params, grads) takes a step";
constexpr std::string_view errors =
    "error[type] where lr is neither number nor function, or params is a number and lr is not "
    "given";

}  // namespace aliases
}  // namespace rille
