// Batches of decompositions, on several threads.
#include "backends/host/matrices.h"

#include <dlfcn.h>

#include <algorithm>
#include <mutex>

#include "backends/host/threads.h"
#include "jit/isa.h"
#include "jit/op.h"
#include "jit/plugin.h"
#include "vm/error.h"
#include "vm/memory/account.h"

namespace rille {
namespace {

struct MatrixBatch {
  const Node& node;
  std::span<char* const> in, out;
  int64_t m, n, columns;  // rows and columns of the first input (one row for a diagonal); columns
                          // of the last input
  int64_t count;

  template <class T>
  const T* from(size_t at, int64_t matrix, int64_t size) const {
    return reinterpret_cast<const T*>(in[at]) + matrix * size;
  }
  template <class T>
  T* to(size_t at, int64_t matrix, int64_t size) const {
    return reinterpret_cast<T*>(out[at]) + matrix * size;
  }

  template <class T>
  void run(const Decompositions<T>& code, int64_t i) const {
    const T* x = from<T>(0, i, m * n);
    if (node.op == &cholesky_op) {
      code.cholesky(x, to<T>(0, i, n * n), n);
    } else if (node.op == &lu_op) {
      code.lu(x, to<T>(0, i, n * n), to<int32_t>(1, i, n), n);
    } else if (node.op == &qr_op) {
      code.qr(x, to<T>(0, i, m * n), to<T>(1, i, n * n), m, n);
    } else if (node.op == &eigh_op) {
      code.eigh(x, to<T>(0, i, n), to<T>(1, i, n * n), n);
    } else if (node.op == &svd_op) {
      code.svd(x, to<T>(0, i, m * n), to<T>(1, i, n), to<T>(2, i, n * n), m, n);
    } else if (node.op == &schur_op) {
      code.schur(x, to<T>(0, i, n * n), to<T>(1, i, n * n), n);
    } else if (node.op == &eig_op) {
      bool all = node.attrs.flag("vectors");
      T *vectors = all ? to<T>(1, i, 2 * n * n) : nullptr,
        *inverse = all ? to<T>(2, i, 2 * n * n) : nullptr;
      code.eig(x, to<T>(0, i, 2 * n), vectors, inverse, n);
    } else if (node.op == &tridiagonal_solve_op) {
      code.tridiagonal({x, from<T>(1, i, n), from<T>(2, i, n), n, columns},
                       from<T>(3, i, n * columns), to<T>(0, i, n * columns));
    } else {
      code.solve(x, from<T>(1, i, n * columns), to<T>(0, i, n * columns),
                 {n, columns, node.attrs.flag("lower"), node.attrs.flag("transposed")});
    }
  }
};

}  // namespace

const Matrices& matrices() {
  static const Matrices* const opened = [] {
    std::string file = str("librille-matrix-", isa_of(host_target()), ".so");
    void* library = open_beside(file, "RILLE_MATRIX");
    auto find = reinterpret_cast<const Matrices* (*)()>(dlsym(library, "rille_matrices"));
    if (find == nullptr)
      throw Error(Code::device, str(file, " does not contain the decompositions"));
    return find();
  }();
  return *opened;
}

void run_decomposition(const Node& node, const Graph& graph, std::span<char* const> in,
                       std::span<char* const> out) {
  Type type = graph.type(node.in[0]);
  Ints shape = type.ints(), last = graph.type(node.in.back()).ints();
  int64_t n = shape.back(), columns = last.back();
  int64_t m = node.op == &tridiagonal_solve_op ? 1 : shape[shape.size() - 2];
  if (m * n == 0 || columns == 0) return;
  const Matrices& all = matrices();
  MatrixBatch batches{node, in, out, m, n, columns, type.count() / (m * n)};
  // The copies and workspaces of decompositions, on all threads at the same time.
  constexpr int64_t copies = 8;
  Charge scratch(static_cast<size_t>(copies * (m * n + n * columns)) * bytes(type.dtype()));
  int64_t grain = std::max<int64_t>(1, (int64_t{1} << 16) / (m * n * n + 1));
  parallel_for(batches.count, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      if (type.dtype() == Dtype::f32) {
        batches.run(all.f32, i);
      } else {
        batches.run(all.f64, i);
      }
    }
  });
}

}  // namespace rille
