// Householder reductions of matrices, column by column.
#pragma once

#include "jit/ops/matrix.h"

namespace rille {

// For real and complex matrices; all axes except the last two are batch axes. A reflection is
// 1 - factor v v', where the first nonzero element of v is 1.
// source: Golub and Van Loan, Matrix Computations, sec. 5.1; the factors and signs are LAPACK's

// The reflection of each column below the diagonal, r on and above it, and the factors. (geqrf)
struct HouseholderFactors {
  Var matrix, factors;
};
HouseholderFactors reflected_columns(Builder& b, Var x);

// The first columns of the product of reflections stored below a diagonal. (orgqr, ungqr)
Var product_of_reflections(Builder& b, Var packed, Var factors);

// x = q t q' for a Hermitian x, whose lower triangle is read: t is real and tridiagonal, without
// its upper diagonal.
struct Tridiagonal {
  Var q, t;
};
Tridiagonal to_three_diagonals(Builder& b, Var x);

// x = q t p' for a tall x: t is real, square, and upper bidiagonal.
struct Bidiagonal {
  Var q, t, p;
};
Bidiagonal to_two_diagonals(Builder& b, Var x);

// Completes orthonormal columns to a square unitary matrix.
Var completed(Builder& b, Var columns);

// The row permutation of an LU factorization as successive exchanges: row k is exchanged with row
// exchanges[k], for k below `count`.
Var exchanges_of(Builder& b, Var order, int64_t count);

}  // namespace rille
