// tridiagonal_solve: x with a x = b and a tridiagonal.
#include <cmath>
#include <vector>

#include "jit/ops/axes.h"
#include "jit/ops/loops.h"
#include "jit/ops/matrix.h"
#include "jit/ops/numbers.h"
#include "jit/ops/samples.h"
#include "vm/run/running.h"

namespace rille {
namespace {

const OpDoc tridiagonal_solve_doc = {
    .brief =
        "Solves a x = b for a tridiagonal matrix a. The lower diagonal dl, the diagonal d, and the "
        "upper diagonal du are aligned by rows: the first element of dl and the last of du are "
        "ignored.",
    .shapes = "dl, d, du: z[..., n], b: z[..., n, k] -> z[..., n, k]",
    .errors =
        "error[dtype] if the arrays are not all f32, f64, c64, or c128; error[shape] if the shapes "
        "do not match",
    .example =
        "linalg.tridiagonal_solve([0.0, 1.0], [2.0, 2.0], [1.0, 0.0], [3.0, 3.0])  #> [1, 1]",
    .source = "jax.lax.linalg.tridiagonal_solve",
};

Types tridiagonal_type(const OpCall& call) {
  Type right = call.in[3];
  check_matrix(call, right);
  Shape rows = right.shape();
  rows.pop_back();
  for (size_t i = 0; i < 3; ++i) {
    if (call.in[i] == right.with(rows)) continue;
    throw Error(Code::shape,
                str("tridiagonal_solve: the shapes or dtypes do not match: the diagonals are ",
                    call.in[0], ", ", call.in[1], ", and ", call.in[2], ", b is ", right),
                call.origin.span());
  }
  return {right};
}

// a dx = db - da x.
Vars tridiagonal_jvp(Builder& b, const Node& node, const Vars& dx) {
  Var x = node.out[0], right = dx[3];
  Type type = b.type(x);
  for (int64_t i = 0; i < 3; ++i) {
    Var moves = dx[static_cast<size_t>(i)];
    if (moves.none()) continue;
    Var other = i == 1 ? x : moved_along(b, x, type.rank() - 2, 1 - i, 0);
    right = added(b, right, op::neg(b, op::mul(b, along_columns(b, moves, type), other)));
  }
  if (right.none()) return {Var{}};
  return {op::tridiagonal_solve(b, node.in[0], node.in[1], node.in[2], right)};
}

// The transpose of a has du below its diagonal, shifted down by one row, and dl above it.
Vars tridiagonal_transpose(Builder& b, const Node& node, const Types& in, const Vars& ct) {
  int64_t axis = in[0].rank() - 1;
  Var below = moved_along(b, node.in[2], axis, 1, 0),
      above = moved_along(b, node.in[0], axis, -1, 0);
  return {Var{}, Var{}, Var{}, op::tridiagonal_solve(b, below, node.in[1], above, ct[0])};
}

// Solves one system by rotations of neighboring rows that eliminate the lower diagonal.
template <class T>
void tridiagonal_by_turns(std::span<const T* const> a, T* x, size_t n, size_t k) {
  struct EliminationRow {
    T at, next, second;
  };
  std::vector<EliminationRow> upper(n);
  T at = a[1][0], next = a[2][0];
  for (size_t i = 0; i + 1 < n; ++i) {
    poll();
    T below = a[0][i + 1];
    auto r = std::hypot(std::abs(at), std::abs(below));
    T c = r == 0 ? T(1) : at / r, s = r == 0 ? T(0) : below / r;
    T turned = conj_of(s), kept = conj_of(c);
    upper[i] = {r, kept * next + turned * a[1][i + 1], turned * a[2][i + 1]};
    at = c * a[1][i + 1] - s * next;
    next = c * a[2][i + 1];
    T *row = x + i * k, *other = row + k;
    for (size_t j = 0; j < k; ++j) {
      T old = row[j];
      row[j] = kept * old + turned * other[j];
      other[j] = c * other[j] - s * old;
    }
  }
  upper[n - 1] = {at, 0, 0};
  for (size_t i = n; i-- > 0;) {
    poll();
    for (size_t j = 0; j < k; ++j) {
      T sum = x[i * k + j];
      if (i + 1 < n) sum -= upper[i].next * x[(i + 1) * k + j];
      if (i + 2 < n) sum -= upper[i].second * x[(i + 2) * k + j];
      x[i * k + j] = sum / upper[i].at;
    }
  }
}

void tridiagonal_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  Ints shape = out[0].type().ints();
  auto k = static_cast<size_t>(shape[shape.size() - 1]);
  auto n = static_cast<size_t>(shape[shape.size() - 2]);
  with_type(in[0].dtype(), [&]<class T>(T) {
    if constexpr (is_matrix_number<T>) {
      T* x = elements_to_write<T>(out[0]);
      copy_bytes(x, in[3].data(), out[0].byte_size());
      size_t count = n * k == 0 ? 0 : out[0].size() / (n * k);
      for (size_t i = 0; i < count; ++i) {
        const T* diagonals[3];
        for (size_t of = 0; of < 3; ++of) diagonals[of] = elements<T>(in[of]) + i * n;
        tridiagonal_by_turns<T>(diagonals, x + i * n * k, n, k);
      }
    }
  });
}

// If all diagonals are one array, the matrix is singular for 2 and 5 rows, so derivatives are
// tested with other sizes.
std::vector<Sample> tridiagonal_samples() {
  std::vector<Sample> out;
  auto add = [&](Dtype dtype, const Shape& batch, int64_t n, int64_t k) {
    Shape rows = batch, right = batch;
    rows.push_back(n);
    right.push_back(n);
    right.push_back(k);
    Type diagonal(dtype, rows);
    out.push_back(
        {.in = {diagonal, diagonal, diagonal, Type(dtype, right)}, .low = 0.5, .high = 2});
  };
  for (int64_t n : {1, 3, 4, 6}) {
    add(Dtype::f64, {}, n, 2);
    add(Dtype::f64, {2}, n, 1);
  }
  for (int64_t n : {1, 2, 5}) add(Dtype::f32, {3}, n, 2);
  for (int64_t n : {1, 3, 4}) add(Dtype::c128, {2}, n, 2);
  add(Dtype::f64, {}, 0, 2);
  add(Dtype::f64, {2, 1}, 3, 0);
  return out;
}

// Each column of the right-hand side is independent.
Factors tridiagonal_factors(const OpCall& call, const Types& out) {
  Factors made = leading_factors(call, out, call.in[0].rank() - 1);
  int columns = made.add(out[0].shape().back());
  made.in[3].back() = made.out[0].back() = {columns};
  return made;
}

}  // namespace

extern const Op tridiagonal_solve_op = {
    .name = "tridiagonal_solve",
    .doc = tridiagonal_solve_doc,
    .type = tridiagonal_type,
    .jvp = tridiagonal_jvp,
    .transpose = tridiagonal_transpose,
    .batch = leading_batch,
    .factors = tridiagonal_factors,
    .lower = [](const OpCall&) -> Lowering { return StructuredOp{"tridiagonal_solve"}; },
    .reference = tridiagonal_reference,
    .samples = tridiagonal_samples,
    .linear = LinearIn::last,
};

Var op::tridiagonal_solve(Builder& b, Var dl, Var d, Var du, Var right) {
  return b.emit(tridiagonal_solve_op, {dl, d, du, right})[0];
}

}  // namespace rille
