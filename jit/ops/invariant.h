// Loop-invariant values.
#pragma once

#include "jit/transforms/parts.h"

namespace rille {

// Which values of a loop body depend only on its first `captured` params, without effects or loops:
// they may be computed even if no iteration runs.
Flags same_each_turn(const Graph& body, size_t captured);

// The wanted invariant values, emitted before the loop; `captured` replaces the first params of the
// body.
Vars made_before(Builder& b, const Graph& body, const Vars& captured, const Vars& wanted);

}  // namespace rille
