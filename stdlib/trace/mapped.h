// mapped_over_rows: vmap for C++; transform/vmap.cpp.
#pragma once

#include "vm/function.h"
#include "vm/value.h"

namespace rille {

// The results of f for each slice along the first axis of its arguments, stacked along axis 0.
Values mapped_over_rows(const Function& f, const Values& args);

}  // namespace rille
