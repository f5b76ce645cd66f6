// attribute: lines of eager kernels, and labels of pieces.
#pragma once

#include "stdlib/profile/timeline.h"

namespace rille::profile {

// Completes the labels of a Timeline whose tracks are ordered. A kernel that runs in an eager
// operation gets a label with the line of the operation. The events of worker tracks get labels of
// category `piece`, without the work, which is that of the whole kernel.
void attribute(Timeline& timeline);

}  // namespace rille::profile
