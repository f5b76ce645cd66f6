// Operations with one correct result on every device.
#pragma once

#include "jit/lowering.h"

namespace rille {

// Returns true for data movement, comparisons, the exactly rounded operations of IEEE 754, and sums
// of integers. `dtype` is the dtype of the first operand. All other operations have the bits of
// generated code, which differ from those of the reference.
bool has_one_answer(const Lowering& lowering, Dtype dtype);

}  // namespace rille
