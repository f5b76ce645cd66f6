// What rules that step on a condition share.
#pragma once

#include "stdlib/optim/rule.h"

namespace rille {

// Whether no leaf has inf or nan: one bool, an array.
Array all_finite(const Value& tree);

// What a script's function answered, one bool; error[type] names `who`.
Array condition_of(const Value& answer, std::string_view who);

// What a rule gives, where the condition holds: else `otherwise`, and the state as it was.
using Moved = std::function<std::pair<Value, Value>()>;
std::pair<Value, Value> moved_if(State& state, const Array& condition, const Moved& moved,
                                 const Value& otherwise, const Value& old);

Value no_updates(const Value& grads);  // 0 for each gradient

}  // namespace rille
