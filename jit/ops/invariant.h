// What is the same at every turn of a loop.
#pragma once

#include "jit/transforms/parts.h"

namespace rille {

// Which values of a loop's body are made of its first `captured` params alone, without effects or
// loops: what a turn may do, no turn may not.
Flags same_each_turn(const Graph& body, size_t captured);

// Such values of the body, emitted outside it, where `captured` stand for its first params.
Vars made_before(Builder& b, const Graph& body, const Vars& captured, const Vars& wanted);

}  // namespace rille
