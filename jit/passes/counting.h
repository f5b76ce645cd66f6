// Counting: what is known to be 0, 1, 2 …
#pragma once

#include <optional>

#include "jit/passes/rewrite.h"

namespace rille {

// The axis along which v is 0, 1, 2 … up to its extent, the same on all others; none where v is
// something else, or nobody sees that it is not.
std::optional<int64_t> counts_along(const Rewriter& r, Var v);

}  // namespace rille
