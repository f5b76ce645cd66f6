// Split: loops in parts, so that indices need no division.
#pragma once

#include <functional>

#include "jit/nest/stage_builder.h"

namespace rille {

// Each extent as the product of its parts.
using Parts = std::vector<Ints>;

// Cuts extents in two where that leaves the code with fewer divisions of indices: what reads
// through a reshape or a transpose of it then reads along its loops. `pulled` gives the code over
// the loops that the parts are; the first `whole` extents stay as they are.
Parts split(const Ints& extents, size_t whole, const std::function<Stage(const Parts&)>& pulled);

}  // namespace rille
