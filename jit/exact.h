// What has one right answer, whatever computes it.
#pragma once

#include "jit/lowering.h"

namespace rille {

// Movement, comparisons, IEEE 754's exact operations, sums of whole numbers. `dtype` is that of the
// first operand. All else has the bits of generated code, which differ from the reference's.
bool has_one_answer(const Lowering& lowering, Dtype dtype);

}  // namespace rille
