// A function of a script over rows; stdlib/transform/vmap.cpp.
#pragma once

#include "vm/function.h"
#include "vm/value.h"

namespace rille {

// What f gives for each row along the first axis of its arguments, stacked.
Values mapped_over_rows(const Function& f, const Values& args);

}  // namespace rille
