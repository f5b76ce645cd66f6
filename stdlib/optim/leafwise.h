// near_readers: what an update records, leaf after leaf.
#pragma once

#include <functional>

#include "vm/state.h"
#include "vm/value.h"

namespace rille {

// The trees that `body` makes. In a trace the order of what it records is another one, by which
// kernels have at hand what they read; values are the same.
Values near_readers(State& state, const std::function<Values()>& body);

}  // namespace rille
