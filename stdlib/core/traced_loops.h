// The loops of R that a trace records.
#pragma once

#include <vector>

#include "vm/bind.h"

namespace rille {

std::vector<const Builtin*> loop_functions();

}  // namespace rille
