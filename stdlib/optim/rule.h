// Rule: what an optimizer makes of gradients, as a struct.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stdlib/array.h"
#include "vm/function.h"
#include "vm/state.h"
#include "vm/tree.h"

namespace rille {

// An optimizer is an instance of a struct of the library: hyperparameters and state are its
// fields, so that it jits, maps, saves and prints like any tree. `update!(&params, grads)` takes a
// step, `transform!(grads, params)` gives the step that would be added.
struct Rule {
  std::string_view name;                 // "optim.Adam": of the struct
  std::vector<std::string_view> fields;  // as they print

  // The updates for these gradients; writes the new state into self. Leaves that are nil among the
  // gradients stay nil.
  Value (*transform)(Value& self, const Value& grads, const Value& params);
};

using Fields = std::vector<std::pair<std::string, Value>>;

// An instance of the rule's struct, which is made at the first call in a State.
Value make(State& state, const Rule& rule, Fields fields);

// The rule of an instance; error[type] where the value is no optimizer.
const Rule& rule_of(const Value& instance);
extern const Rule adam_rule, sgd_rule, clip_rule, chain_rule;

const Value& field_of(const Value& instance, std::string_view name);
void set_field(Value& instance, std::string_view name, Value value);

// f of the arrays at the same place; nil where the first is nil.
using LeafRule = Array (*)(const std::vector<Array>&);
Value each(const Values& trees, const std::function<Array(const std::vector<Array>&)>& f);

// A zero for each float leaf, nil for the others and for `var` fields.
Value zeros_for(const Value& params);

// The learning rate now: a number, or the schedule's answer for a step counted from 0.
Array rate_at(const Value& lr, const Array& step);

}  // namespace rille
