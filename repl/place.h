// place_of: the source location of an origin.
#pragma once

#include <string>

#include "jit/origin.h"
#include "vm/state.h"

namespace rille {

// Returns file and line, "net.rille:12", or "" if the origin has no source text.
std::string place_of(State& state, const Origin& origin);

}  // namespace rille
