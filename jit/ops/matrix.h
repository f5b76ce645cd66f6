// Matrices of reference rules: rows, products, batches.
#pragma once

#include "jit/ops/families.h"

namespace rille {

// All axes but the last two are alike in x and y: a product for each index of them.
Var matrix_product(Builder& b, Var x, Var y);
Var matrix_transposed(Builder& b, Var x);
// x with zeros above the diagonal (`lower`) or below it; on it too where `strict`.
Var triangle_of(Builder& b, Var x, bool lower, bool strict);

// error[dtype] unless x holds f32 or f64 numbers, error[shape] unless it has two axes or more.
void check_matrix(const Call& call, const Type& x);

}  // namespace rille
