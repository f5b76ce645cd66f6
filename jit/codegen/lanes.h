// C functions of doubles, lane by lane.
#pragma once

#include <string>

#include "jit/codegen/vec.h"

namespace rille {

// The C function of that name on each lane of its operands, doubles one or many. A call_function
// writes it: the loop's memory stands at the function's entry.
Vec each_lane(const std::string& name, llvm::ArrayRef<Vec> in);

}  // namespace rille
