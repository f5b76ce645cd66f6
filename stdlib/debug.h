// What a host may switch on to find mistakes.
#pragma once

#include "vm/state.h"

namespace rille {

// From now on whatever jit, grad, vmap and their kin would run compiled is run as debug.nan runs
// it.
void check_nans(State& state);

}  // namespace rille
