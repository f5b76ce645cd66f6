// Ranges and functions of the library, recreated from text.
#pragma once

#include <string>

#include "vm/value.h"

namespace rille {

// The range lo..hi.
Value range_value(State& state, int64_t lo, int64_t hi);
// The member of the library with a name such as "nn.relu"; nil if it does not exist.
Value builtin_value(State& state, const std::string& name);

}  // namespace rille
