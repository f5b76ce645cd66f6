// Debugging options that a host may turn on.
#pragma once

#include "vm/state.h"

namespace rille {

// From now on, code that jit, grad, vmap, and the other transforms would run compiled is run as
// debug.nan runs it.
void check_nans(State& state);

}  // namespace rille
