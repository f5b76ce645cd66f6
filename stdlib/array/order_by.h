// sort(x, by = f): in the order of what f says of each item.
#pragma once

#include <optional>

#include "vm/function.h"
#include "vm/value.h"

namespace rille {

// The items of a tuple, or the rows of an array along its first axis, by a number or a string that
// `by` says of each, by themselves where there is none; equals keep their order.
Value sorted_by(const Value& x, const std::optional<Function>& by, bool descending);
Array places_by(const Value& x, const std::optional<Function>& by, bool descending);  // i32[n]

}  // namespace rille
