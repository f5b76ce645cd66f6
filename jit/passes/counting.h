// Counting: values that are known to be 0, 1, 2, ….
#pragma once

#include <optional>

#include "jit/passes/rewrite.h"

namespace rille {

// The axis along which v is 0, 1, 2, … up to its extent, constant along all other axes. None if v
// has other values, or if they cannot be determined.
std::optional<int64_t> counts_along(const Rewriter& r, Var v);

}  // namespace rille
