// The native stack: checks of recursive code.
#pragma once

namespace rille {

// Raises error[limit] if the stack of this thread is nearly full. All C++ code whose recursion
// depth depends on a script or its data calls it at each level, since a stack overflow cannot be
// caught.
void check_stack();

}  // namespace rille
