// triangular_solve: x with a x = b and a triangular.
#include "jit/ops/axes.h"
#include "jit/ops/loops.h"
#include "jit/ops/matrix.h"
#include "jit/ops/numbers.h"
#include "jit/ops/samples.h"
#include "vm/run/running.h"

namespace rille {
namespace {

const OpDoc triangular_solve_doc = {
    .brief = "Solves a x = b for a triangular a; the other triangle is not read.",
    .shapes = "a: z[..., n, n], b: z[..., n, k], lower, transposed: bools -> z[..., n, k]",
    .errors =
        "error[dtype] if the arrays are not all f32, f64, c64, or c128; error[shape] if the shapes "
        "do not match",
    .example = "linalg.solve([[2.0, 0.0], [0.0, 4.0]], [2.0, 4.0])  #> [1, 1]",
    .source = "jax.lax.linalg.triangular_solve, left_side",
};

Types solve_type(const OpCall& call) {
  Type a = call.in[0], right = call.in[1];
  check_matrix(call, a);
  check_matrix(call, right);
  Shape head = a.shape(), other = right.shape();
  bool square = head[head.size() - 1] == head[head.size() - 2];
  head.pop_back();
  other.pop_back();
  if (!square || head != other || a.dtype() != right.dtype()) {
    throw Error(
        Code::shape,
        str("triangular_solve: the shapes or dtypes do not match: a is ", a, " and b is ", right),
        call.origin.span());
  }
  return {right};
}

// a dx = db - da x, where only the triangle of da is used.
Vars solve_jvp(Builder& b, const Node& node, const Vars& dx) {
  bool lower = node.attrs.flag("lower"), transposed = node.attrs.flag("transposed");
  Var right = dx[1];
  if (!dx[0].none()) {
    Var da = triangle_of(b, dx[0], lower, false);
    if (transposed) da = matrix_transposed(b, da);
    Var moved = op::neg(b, matrix_product(b, da, node.out[0]));
    right = added(b, right, moved);
  }
  return {right.none() ? Var{} : op::triangular_solve(b, node.in[0], right, lower, transposed)};
}

Vars solve_transpose(Builder& b, const Node& node, const Types&, const Vars& ct) {
  bool lower = node.attrs.flag("lower"), transposed = node.attrs.flag("transposed");
  return {Var{}, op::triangular_solve(b, node.in[0], ct[0], lower, !transposed)};
}

// Solves one system by forward or backward substitution; every element is rounded.
template <class T>
void substitute(const T* a, T* x, size_t n, size_t k, bool lower, bool transposed) {
  auto at = [&](size_t i, size_t j) { return transposed ? a[j * n + i] : a[i * n + j]; };
  bool forward = lower != transposed;
  for (size_t step = 0; step < n; ++step) {
    size_t i = forward ? step : n - 1 - step;
    size_t from = forward ? 0 : i + 1, to = forward ? i : n;
    T* sums = x + i * k;
    for (size_t j = from; j < to; ++j) {
      poll();
      T factor = at(i, j);
      const T* row = x + j * k;
      for (size_t column = 0; column < k; ++column) sums[column] -= factor * row[column];
    }
    for (size_t column = 0; column < k; ++column) sums[column] /= at(i, i);
  }
}

void solve_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  Ints shape = in[1].type().ints();
  auto k = static_cast<size_t>(shape[shape.size() - 1]);
  auto n = static_cast<size_t>(shape[shape.size() - 2]);
  bool lower = node.attrs.flag("lower"), transposed = node.attrs.flag("transposed");
  with_type(in[0].dtype(), [&]<class T>(T) {
    if constexpr (is_matrix_number<T>) {
      const T* a = elements<T>(in[0]);
      const T* right = elements<T>(in[1]);
      T* x = elements_to_write<T>(out[0]);
      copy_bytes(x, right, out[0].byte_size());
      size_t count = n * k == 0 ? 0 : out[0].size() / (n * k);
      for (size_t i = 0; i < count; ++i) {
        substitute(a + i * n * n, x + i * n * k, n, k, lower, transposed);
      }
    }
  });
}

// The diagonal is kept away from 0.
std::vector<Sample> solve_samples() {
  std::vector<Sample> out;
  auto add = [&](Dtype dtype, const Shape& a, const Shape& right, bool lower, bool transposed) {
    out.push_back({.in = {Type(dtype, a), Type(dtype, right)},
                   .attrs = {{"lower", lower}, {"transposed", transposed}},
                   .low = 0.5,
                   .high = 2});
  };
  for (bool lower : {false, true}) {
    for (bool transposed : {false, true}) {
      add(Dtype::f64, {3, 3}, {3, 2}, lower, transposed);
      add(Dtype::f64, {2, 4, 4}, {2, 4, 1}, lower, transposed);
      add(Dtype::f32, {2, 2}, {2, 3}, lower, transposed);
    }
  }
  add(Dtype::f64, {1, 1}, {1, 1}, true, false);
  add(Dtype::c128, {3, 3}, {3, 2}, true, false);
  add(Dtype::c128, {2, 3, 3}, {2, 3, 1}, false, true);
  add(Dtype::f64, {0, 0}, {0, 2}, true, false);
  return out;
}

// Each column of the right-hand side is independent.
Factors triangular_solve_factors(const OpCall& call, const Types& out) {
  Factors made = matrix_factors(call, out);
  int columns = made.add(out[0].shape().back());
  made.in[1].back() = made.out[0].back() = {columns};
  return made;
}

}  // namespace

extern const Op triangular_solve_op = {
    .name = "triangular_solve",
    .doc = triangular_solve_doc,
    .type = solve_type,
    .jvp = solve_jvp,
    .transpose = solve_transpose,
    .batch = leading_batch,
    .factors = triangular_solve_factors,
    .lower = [](const OpCall&) -> Lowering { return StructuredOp{"triangular_solve"}; },
    .reference = solve_reference,
    .samples = solve_samples,
    .linear = LinearIn::last,
};

Var op::triangular_solve(Builder& b, Var a, Var right, bool lower, bool transposed) {
  Attrs attrs{{"lower", lower}, {"transposed", transposed}};
  return b.emit(triangular_solve_op, {a, right}, attrs)[0];
}

}  // namespace rille
