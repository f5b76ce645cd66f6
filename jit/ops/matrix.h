// Matrices of reference rules: rows, products, batches.
#pragma once

#include "jit/ops/families.h"

namespace rille {

// All axes but the last two are alike in x and y: a product for each index of them.
Var matrix_product(Builder& b, Var x, Var y);
Var matrix_transposed(Builder& b, Var x);
// Of real numbers these are x, its transpose, x: rules are written for both kinds.
Var conjugated(Builder& b, Var x);
Var adjoint(Builder& b, Var x);
Var real_of(Builder& b, Var x);
Var of_real(Builder& b, Var x, Dtype dtype);  // x, real, as numbers of the dtype
Var greatest_part(Builder& b, Var x);         // the greater size of both parts
Var squared_size(Builder& b, Var x);          // real: of parts, the sum of their squares
Dtype real_dtype(Dtype dtype);                // of the parts, if it has any
// x with zeros above the diagonal (`lower`) or below it; on it too where `strict`.
Var triangle_of(Builder& b, Var x, bool lower, bool strict);

// x with what stands below its diagonal above it as well, conjugated; the diagonal is real.
Var mirrored(Builder& b, Var x);
// The diagonals of square matrices as vectors; ones on the diagonals of zeros like x.
Var diagonal_of(Builder& b, Var x);
Var identity_like(Builder& b, Var x);
// Whether an element of matrices of the type stands on the diagonal.
Var on_diagonal(Builder& b, const Type& type);
// Vectors as matrices of the type: each vector is every row, or every column.
Var along_rows(Builder& b, Var v, const Type& type);
Var along_columns(Builder& b, Var v, const Type& type);
// 1 / x of square matrices, 0 on the diagonal; nan where x is 0 beside it: what is divided by it
// may have a limit or none.
Var inverse_of_gap(Builder& b, Var x);
// 1 / x, and 0 where x is 0.
Var inverse_or_zero(Builder& b, Var x);

// What counts as equal to the greatest: half of the digits.
constexpr double near_greatest(Dtype dtype) { return dtype == Dtype::f64 ? 0x1p-26 : 0x1p-11; }
// Each column turned so that its greatest component, the first of those that are equal to half of
// the digits, is real and above 0: by which numbers, as vectors. Of real columns these are signs.
Var turns_of_columns(Builder& b, Var v);
// What a move dv of such columns has to lose so that they stay so: numbers that v is multiplied by,
// which for orthonormal columns are imaginary.
Var moves_of_turns(Builder& b, Var v, Var dv);

// What an op with an `expand` is made of, by the reference's loops.
void composed_reference(const Node& node, std::span<const Array> in, std::span<Array> out);

// error[dtype] unless x holds f32, f64 or complex numbers, error[shape] unless it has two axes or
// more; and unless these two are equal, or the last is not the longer one.
void check_matrix(const Call& call, const Type& x);
void check_square(const Call& call, const Type& x);
void check_tall(const Call& call, const Type& x);

std::vector<Sample> square_samples();  // of an op that takes any square matrix

}  // namespace rille
