// The native stack: recursion asks whether there is room.
#pragma once

namespace rille {

// error[limit] where the stack of this thread is nearly used up. All C++ that recurses as deep as a
// script or its data say calls it at each level: the machine's stack may be small, and what runs
// over it cannot be caught.
void check_stack();

}  // namespace rille
