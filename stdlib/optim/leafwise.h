// near_readers: the nodes of an update, leaf by leaf.
#pragma once

#include <functional>

#include "vm/state.h"
#include "vm/value.h"

namespace rille {

// Returns the trees that `body` computes. In a trace, the nodes that it records are reordered so
// that each one is close to its readers. The values are the same.
Values near_readers(State& state, const std::function<Values()>& body);

}  // namespace rille
