// Matrices of reference rules: rows, products, batches.
#pragma once

#include "jit/ops/families.h"

namespace rille {

// All axes but the last two are alike in x and y: a product for each index of them.
Var matrix_product(Builder& b, Var x, Var y);
Var matrix_transposed(Builder& b, Var x);
// x with zeros above the diagonal (`lower`) or below it; on it too where `strict`.
Var triangle_of(Builder& b, Var x, bool lower, bool strict);

// x with what stands below its diagonal above it as well.
Var mirrored(Builder& b, Var x);
// The diagonals of square matrices as vectors; ones on the diagonals of zeros like x.
Var diagonal_of(Builder& b, Var x);
Var identity_like(Builder& b, Var x);
// Whether an element of matrices of the type stands on the diagonal.
Var on_diagonal(Builder& b, const Type& type);
// Vectors as matrices of the type: each vector is every row, or every column.
Var along_rows(Builder& b, Var v, const Type& type);
Var along_columns(Builder& b, Var v, const Type& type);
// 1 / x, and 0 where x is 0.
Var inverse_or_zero(Builder& b, Var x);

// error[dtype] unless x holds f32 or f64 numbers, error[shape] unless it has two axes or more; and
// unless these two are equal, or the last is not the longer one.
void check_matrix(const Call& call, const Type& x);
void check_square(const Call& call, const Type& x);
void check_tall(const Call& call, const Type& x);

std::vector<Sample> square_samples();  // of an op that takes any square matrix

}  // namespace rille
