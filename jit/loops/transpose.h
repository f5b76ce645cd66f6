// Squares of elements in registers, transposed.
#pragma once

#include <vector>

#include "jit/loops/build.h"

namespace rille {

// Of n vectors, n a power of two: in each n adjacent lanes, a square of n by n elements, rows
// become columns.
void transpose(LoopBuilder& builder, std::vector<Register>& rows);

}  // namespace rille
