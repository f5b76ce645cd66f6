// qr: the QR decomposition of a tall matrix.
#include <cmath>

#include "jit/ops/axes.h"
#include "jit/ops/loops.h"
#include "jit/ops/matrix.h"
#include "jit/ops/numbers.h"
#include "jit/ops/samples.h"
#include "vm/run/running.h"

namespace rille {
namespace {

const OpDoc qr_doc = {
    .brief =
        "Computes the reduced QR decomposition, x = q r. The columns of q are orthonormal, and r "
        "is upper triangular.",
    .shapes = "x: z[..., m, n], m >= n -> z[..., m, n], z[..., n, n]",
    .errors = "error[dtype] if x is not f32, f64, c64, or c128; error[shape] if m < n",
    .example = "linalg.qr([[3.0], [4.0]])[1]  #> [[-5]]",
    .source = "jax.numpy.linalg.qr, reduced; Golub and Van Loan, Matrix Computations, alg. 5.2.1",
};

Types qr_type(const OpCall& call) {
  Type x = call.in[0];
  check_tall(call, x);
  Shape small = x.shape();
  small[small.size() - 2] = small.back();
  return {x, x.with(small)};
}

// With c = dx r^-1 and s = q' c: dq = c + q (w - s), dr = (s - w) r, where w is the antisymmetric
// matrix with the lower triangle of s, plus the imaginary part of its diagonal. source: Walter and
// Lehmann, arXiv 1001.1654, sec. 4.
Vars qr_jvp(Builder& b, const Node& node, const Vars& dx) {
  if (dx[0].none()) return {Var{}, Var{}};
  Var q = node.out[0], r = node.out[1];
  Var c =
      matrix_transposed(b, op::triangular_solve(b, r, matrix_transposed(b, dx[0]), false, true));
  Var s = matrix_product(b, adjoint(b, q), c);
  Var low = triangle_of(b, s, true, true);
  Var w = op::sub(b, low, adjoint(b, low));
  if (is_complex(b.type(s).dtype())) {
    Var turns = op::sub(b, s, of_real(b, op::real(b, s), b.type(s).dtype()));
    w = op::add(b, w, op::mul(b, turns, identity_like(b, s)));
  }
  Var dq = op::add(b, c, matrix_product(b, q, op::sub(b, w, s)));
  return {dq, matrix_product(b, op::sub(b, s, w), r)};
}

// Householder reflections; the signs of the diagonal of r are those of LAPACK.
template <class T>
struct HouseholderQr {
  size_t m, n;
  std::vector<T> a;  // initially x; later r on and above the diagonal, the reflectors below
  std::vector<T> scale, sums = {};
  PollCounter polls = {};

  HouseholderQr(const T* x, size_t rows, size_t columns) : m(rows), n(columns) {
    a.reserve(m * n);
    for (size_t i = 0; i < m; ++i) {
      poll();
      a.insert(a.end(), x + i * n, x + (i + 1) * n);
    }
  }

  T& at(size_t i, size_t j) { return a[i * n + j]; }

  void reduce() {
    scale.assign(n, T(0));
    for (size_t j = 0; j < n; ++j) {
      real_of_number<T> tail = 0;
      for (size_t i = j + 1; i < m; ++i, polls.step()) tail += square_of_size(at(i, j));
      T head = at(j, j);
      if (tail == 0 && head == conj_of(head))
        continue;  // the column is zero below the diagonal already: no reflection
      auto length = std::sqrt(square_of_size(head) + tail);
      T turned = real_part(head) > 0 ? -length : length;
      scale[j] = (turned - head) / turned;
      for (size_t i = j + 1; i < m; ++i, polls.step()) at(i, j) /= head - turned;
      at(j, j) = turned;
      reflect(j, a.data(), j + 1, conj_of(scale[j]));
    }
  }

  // Applies (1 - factor v v') to the columns from `first` on of a matrix of n columns; v has a 1 in
  // row j. All columns are updated row by row, so each column is still summed from top to bottom.
  void reflect(size_t j, T* y, size_t first, T factor) {
    T* head = y + j * n;
    sums.assign(head, head + n);
    for (size_t i = j + 1; i < m; ++i) {
      poll();
      T v = conj_of(at(i, j));
      const T* row = y + i * n;
      for (size_t k = first; k < n; ++k) sums[k] += v * row[k];
    }
    for (size_t k = first; k < n; ++k) sums[k] *= factor;
    for (size_t k = first; k < n; ++k) head[k] -= sums[k];
    for (size_t i = j + 1; i < m; ++i) {
      poll();
      T v = at(i, j);
      T* row = y + i * n;
      for (size_t k = first; k < n; ++k) row[k] -= v * sums[k];
    }
  }

  void write(T* q, T* r) {
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < n; ++j) r[i * n + j] = j < i ? T(0) : at(i, j);
    }
    for (size_t i = 0; i < m; ++i) {
      poll();
      for (size_t j = 0; j < n; ++j) q[i * n + j] = i == j ? T(1) : T(0);
    }
    for (size_t j = n; j-- > 0;) {
      reflect(j, q, j, scale[j]);
    }
  }
};

void qr_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  Ints shape = in[0].type().ints();
  auto n = static_cast<size_t>(shape[shape.size() - 1]);
  auto m = static_cast<size_t>(shape[shape.size() - 2]);
  with_type(in[0].dtype(), [&]<class T>(T) {
    if constexpr (is_matrix_number<T>) {
      const T* x = elements<T>(in[0]);
      T* q = elements_to_write<T>(out[0]);
      T* r = elements_to_write<T>(out[1]);
      size_t count = m * n == 0 ? 0 : in[0].size() / (m * n);
      for (size_t i = 0; i < count; ++i) {
        HouseholderQr<T> work(x + i * m * n, m, n);
        work.reduce();
        work.write(q + i * m * n, r + i * n * n);
      }
    }
  });
}

std::vector<Sample> qr_samples() {
  std::vector<Sample> out;
  for (const Shape& shape : {Shape{3, 2},
                             {4, 4},
                             {5, 1},
                             {1, 1},
                             {2, 4, 3},
                             {3, 2, 2},
                             {6, 3},
                             {0, 3, 2},
                             {1, 2, 5, 2},
                             {3, 0}}) {
    out.push_back({{Type(Dtype::f64, shape)}});
  }
  for (const Shape& shape : {Shape{3, 2}, {4, 4}, {1, 1}, {2, 4, 3}, {0, 3, 2}, {3, 0}}) {
    out.push_back({{Type(Dtype::c128, shape)}});
  }
  for (const Shape& shape : {Shape{3, 2}, {2, 2}, {2, 3, 1}}) {
    out.push_back({{Type(Dtype::f32, shape)}});
  }
  return out;
}

}  // namespace

extern const Op qr_op = {
    .name = "qr",
    .doc = qr_doc,
    .type = qr_type,
    .jvp = qr_jvp,
    .transpose = MissingRule{"qr is not linear"},
    .batch = leading_batch,
    .factors = matrix_factors,
    .lower = [](const OpCall&) -> Lowering { return StructuredOp{"qr"}; },
    .reference = qr_reference,
    .samples = qr_samples,
};

Vars op::qr(Builder& b, Var x) { return b.emit(qr_op, {x}); }

}  // namespace rille
