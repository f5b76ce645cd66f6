// Reflections: matrices taken to simpler ones, step by step.
#pragma once

#include "jit/ops/matrix.h"

namespace rille {

// Of complex matrices as of real ones; all axes but the last two are a batch. A reflection is
// 1 - factor v v', where v begins with a 1 behind its zeros.
// source: Golub and Van Loan, Matrix Computations, sec. 5.1; the factors and signs are LAPACK's

// Each column's reflection below the diagonal, r on and above it, and the factors. (geqrf)
struct Reflected {
  Var matrix, factors;
};
Reflected reflected_columns(Builder& b, Var x);

// The first columns of the product of reflections that stand below a diagonal. (orgqr, ungqr)
Var product_of_reflections(Builder& b, Var packed, Var factors);

// x = q t q', of a hermitian x of which what stands below the diagonal counts: t is real and has
// three diagonals, of which the upper one is left out.
struct Tridiagonal {
  Var q, t;
};
Tridiagonal to_three_diagonals(Builder& b, Var x);

// x = q t p', of a tall x: t is real, square, and has its diagonal and the one above.
struct Bidiagonal {
  Var q, t, p;
};
Bidiagonal to_two_diagonals(Builder& b, Var x);

// Orthonormal columns and others that make a square matrix of them.
Var completed(Builder& b, Var columns);

// An order of rows, of matrices with so many columns to take to a triangle, as exchanges: row k
// with row exchanges[k], one after the other.
Var exchanges_of(Builder& b, Var order, int64_t count);

}  // namespace rille
