// Debugging checks that a host may enable.
#pragma once

#include "vm/state.h"

namespace rille {

// From now on, the compiled code of jit, grad, vmap, and the other transforms is run op by op and
// checked for NaN and infinity, as by debug.nan.
void check_nans(State& state);

}  // namespace rille
