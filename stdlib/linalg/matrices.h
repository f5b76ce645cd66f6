// Helpers that the builtins of linear algebra share.
#pragma once

#include <optional>
#include <string_view>

#include "stdlib/array/apply_op.h"

namespace rille {

// x as f32, f64, c64, or c128, the dtypes of the factorizations. Raises error[dtype] for f16, bf16,
// and narrower floats.
Array matrix(const Array& given, std::string_view what, std::string_view parameter = "x");
int64_t rows_of(const Array& x);
int64_t columns_of(const Array& x);
Array transposed(const Array& x);  // swaps the last two axes
Array adjoint(const Array& x);     // the conjugate transpose
// The identity in the shape and dtype of x; the lower (or strictly lower) and the upper triangle of
// x; its diagonal as vectors.
Array identity_like(const Array& x);
Array lower_of(const Array& x, bool strict);
Array upper_of(const Array& x);
Array diagonal(const Array& x);

// Solves a x = right for a triangular a, of which the other triangle is not read.
Array triangular(const Array& a, const Array& right, bool lower, bool transposed);
// The LU factorization a[order] = l u: the unit lower triangular l, the upper triangular u, and the
// row permutation.
struct LuFactors {
  Array lower, upper, order;
};
LuFactors triangles_of(const Array& a);
// The reduced QR factorization of a matrix with at least as many rows as columns. Complex matrices
// are scaled, because the squares of their elements could overflow.
Arrays tall_qr(const Array& x);
// Broadcasts the batch axes of a and b against each other. Returns false if they are incompatible.
bool fit_batches(Array& a, Array& b);
// Permutes the rows of each matrix by the corresponding vector of `order`.
Array in_order(const Array& x, const Array& order);

// The minimum-norm least-squares solution of a x = b for the columns of b. Singular values up to
// rtol times the largest are treated as zero.
Array shortest_solution(const Array& a, const Array& b, std::optional<double> rtol);

constexpr std::string_view matrix_errors =
    "error[shape] if the shapes are incompatible; error[dtype] if an operand is not f32, f64, c64, "
    "or c128 (ints are converted)";

}  // namespace rille
