// drop_dangling: references to what a capture lacks.
#pragma once

#include "stdlib/profile/timeline.h"

namespace rille::profile {

// Makes a Timeline of a damaged file consistent: each index that refers to nothing becomes -1 or is
// removed, times and sizes are at least 0. After it, no index of a Timeline is out of range.
void drop_dangling(Timeline& timeline);

}  // namespace rille::profile
