// The loops of R that are recorded in a trace.
#pragma once

#include <vector>

#include "vm/bind.h"

namespace rille {

std::vector<const Builtin*> loop_functions();

}  // namespace rille
