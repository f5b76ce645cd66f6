// Ranges and functions of the library, made again from texts.
#pragma once

#include <string>

#include "vm/value.h"

namespace rille {

// lo..hi.
Value range_value(State& state, int64_t lo, int64_t hi);
// What the library has under a name, "nn.relu"; nil where it has nothing.
Value builtin_value(State& state, const std::string& name);

}  // namespace rille
