// UpdateRule: what an optimizer makes of gradients.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "stdlib/array.h"
#include "stdlib/structs.h"
#include "vm/tree.h"

namespace rille {

// An optimizer is an instance of a struct of the library: hyperparameters and state are its
// fields, so that it jits, maps, saves and prints like any tree. `update!(&params, grads)` takes a
// step, `transform!(grads, params)` gives the step that would be added.
struct UpdateRule {
  LibraryStruct type;

  // The updates for these gradients; writes the new state into self. Leaves that are nil among the
  // gradients stay nil.
  Value (*transform)(Value& self, const Value& grads, const Value& params);
};

// The struct of an optimizer with these fields and the two methods.
LibraryStruct optimizer(std::string_view name, std::vector<std::string_view> fields);

// The rule of an instance; error[type] where the value is no optimizer.
const UpdateRule& rule_of(const Value& instance);
extern const UpdateRule adam_rule, sgd_rule, clip_rule, chain_rule;

// f of the arrays at the same place; nil where the first is nil.
Value each(const Values& trees, const std::function<Array(const std::vector<Array>&)>& f);

// `made` as what `old` was: a number of the host stays one, so that state keeps its types.
Array kept_kind(const Array& old, const Array& made);

// A zero for each float leaf, nil for the others and for `var` fields.
Value zeros_for(const Value& params);

// The learning rate now: a number, or the schedule's answer for a step counted from 0.
Array rate_at(const Value& lr, const Array& step);

}  // namespace rille
