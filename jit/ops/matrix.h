// Helpers of matrix rules: triangles, diagonals, products.
#pragma once

#include "jit/ops/families.h"

namespace rille {

// The product of matrices. All axes except the last two are equal in x and y and are batch axes.
Var matrix_product(Builder& b, Var x, Var y);
Var matrix_transposed(Builder& b, Var x);
// For real numbers these are x, the transpose of x, and x, so that rules work for both kinds.
Var conjugated(Builder& b, Var x);
Var adjoint(Builder& b, Var x);
Var real_of(Builder& b, Var x);
Var of_real(Builder& b, Var x, Dtype dtype);  // real x converted to the dtype
Var greatest_part(Builder& b, Var x);         // the larger absolute value of both parts
Var squared_size(Builder& b, Var x);          // real: the squared modulus
Dtype real_dtype(Dtype dtype);                // the dtype of the parts, or the dtype itself
// x with zeros above the diagonal (`lower`) or below it; with `strict`, also on the diagonal.
Var triangle_of(Builder& b, Var x, bool lower, bool strict);

// The Hermitian matrix whose lower triangle is that of x; the diagonal is real.
Var mirrored(Builder& b, Var x);
// The diagonals of square matrices as vectors; identity matrices like x.
Var diagonal_of(Builder& b, Var x);
Var identity_like(Builder& b, Var x);
// Whether an element of matrices of the type is on the diagonal.
Var on_diagonal(Builder& b, const Type& type);
// Vectors as matrices of the type: each vector is repeated as every row, or as every column.
Var along_rows(Builder& b, Var v, const Type& type);
Var along_columns(Builder& b, Var v, const Type& type);
// 1 / x for square matrices, 0 on the diagonal; NaN where x is 0 off the diagonal, because the
// quotient may have no limit.
Var inverse_of_gap(Builder& b, Var x);
// 1 / x; 0 where x is 0.
Var inverse_or_zero(Builder& b, Var x);

// The tolerance for components that count as equal to the largest one: half of the digits.
constexpr double near_greatest(Dtype dtype) { return dtype == Dtype::f64 ? 0x1p-26 : 0x1p-11; }
// The factors that make the largest component of each column, the first of those equal to half of
// the digits, real and positive, as vectors. For real columns these are signs.
Var turns_of_columns(Builder& b, Var v);
// The correction of a tangent dv of normalized columns that keeps them normalized: multiples of v,
// which are imaginary for orthonormal columns.
Var moves_of_turns(Builder& b, Var v, Var dv);

// Runs the expansion of an op with `expand` by the reference loops.
void composed_reference(const Node& node, std::span<const Array> in, std::span<Array> out);

// error[dtype] if x does not hold f32, f64, or complex numbers; error[shape] if it has fewer than
// two axes, if the matrices are not square (check_square), or if they have more columns than rows
// (check_tall).
void check_matrix(const OpCall& call, const Type& x);
void check_square(const OpCall& call, const Type& x);
void check_tall(const OpCall& call, const Type& x);

std::vector<Sample> square_samples();  // for ops that accept any square matrix

}  // namespace rille
