// Helpers of transformations with conditional updates.
#pragma once

#include "stdlib/optim/rule.h"

namespace rille {

// Whether all elements of all float and complex leaves are finite, as one bool array.
Array all_finite(const Value& tree);

// The bool that a script's function returned, as an array. error[type], which names `who`, if
// `answer` is not one bool.
Array condition_of(const Value& answer, std::string_view who);

// The updates and the state that `moved` returns if the condition holds, else `otherwise` and
// `old`.
using ConditionalUpdateFn = std::function<std::pair<Value, Value>()>;
std::pair<Value, Value> moved_if(State& state, const Array& condition,
                                 const ConditionalUpdateFn& moved, const Value& otherwise,
                                 const Value& old);

Value no_updates(const Value& grads);  // zeros for each gradient

}  // namespace rille
