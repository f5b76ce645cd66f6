// place_of: where in a script something comes from.
#pragma once

#include <string>

#include "jit/origin.h"
#include "vm/state.h"

namespace rille {

// "net.rille:12"; "" where it comes from no text.
std::string place_of(State& state, const Origin& origin);

}  // namespace rille
