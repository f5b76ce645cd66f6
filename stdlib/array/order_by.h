// sort(x, by = f): sorting by a key function.
#pragma once

#include <optional>

#include "vm/function.h"
#include "vm/value.h"

namespace rille {

// Sorts the items of a tuple, or the rows of an array along its first axis, by the number or string
// that `by` returns for each item. Without `by`, the items themselves are compared. The sort is
// stable.
Value sorted_by(const Value& x, const std::optional<Function>& by, bool descending);
// The indices that sort x, as sorted_by does: i32[n].
Array places_by(const Value& x, const std::optional<Function>& by, bool descending);

}  // namespace rille
