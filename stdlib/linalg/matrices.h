// What the builtins of linear algebra share.
#pragma once

#include <optional>
#include <string_view>

#include "stdlib/array/apply_op.h"

namespace rille {

// x as f32, f64, c64 or c128, of which there are factors; error[dtype] of f16, bf16 and smaller.
Array matrix(const Array& given, std::string_view what, std::string_view parameter = "x");
int64_t rows_of(const Array& x);
int64_t columns_of(const Array& x);
Array transposed(const Array& x);  // the last two axes
Array adjoint(const Array& x);     // conjugated, too
// Ones on the diagonal of zeros of x's shape and dtype; x without what stands above its diagonal.
Array identity_like(const Array& x);
Array lower_of(const Array& x, bool strict);
Array upper_of(const Array& x);
Array diagonal(const Array& x);

// x where a x = right, and a counts on one side of its diagonal.
Array triangular(const Array& a, const Array& right, bool lower, bool transposed);
// The triangles l, with ones on its diagonal, and u, and the order of rows: a[order] = l u.
struct Triangles {
  Array lower, upper, order;
};
Triangles triangles_of(const Array& a);
// q and r of a matrix that has rows enough; complex squares would leave the range without a scale.
Arrays tall_qr(const Array& x);
// Broadcasts the axes in front of the matrices against each other; false where they do not fit.
bool fit_batches(Array& a, Array& b);
// The rows of each matrix in the order of its vector.
Array in_order(const Array& x, const Array& order);

// The shortest x for which a x is nearest to b, columns; singular values up to the part rtol of the
// greatest count as 0.
Array shortest_solution(const Array& a, const Array& b, std::optional<double> rtol);

constexpr std::string_view matrix_errors =
    "error[shape] where shapes do not fit; error[dtype] where they are not f32, f64, c64 or c128";

}  // namespace rille
