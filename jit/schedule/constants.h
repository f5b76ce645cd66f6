// Constants that a kernel is handed.
#pragma once

#include "jit/nest.h"

namespace rille {

// Makes loads of the nest's constants of f32, from a buffer of their own behind those it has, and
// gives what stands there. Those that code may be better for (0, 1, infinity …) stay what they are.
std::vector<float> taken_out(Nest& nest);

}  // namespace rille
