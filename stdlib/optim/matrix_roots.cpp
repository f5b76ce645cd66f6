// optim.power_iteration, matrix_inverse_pth_root.
#include "stdlib/core/either.h"
#include "stdlib/linalg/matrices.h"
#include "stdlib/optim/rules/moments.h"
#include "stdlib/rng.h"
#include "vm/calling.h"
#include "vm/state.h"

namespace rille {
namespace {

// --- the largest eigenvalue -----------------------------------------------------------------

// x normalized to length 1, or `before` if x is zero.
Value of_length_1(const Value& x, const Value& before) {
  Array length = global_norm(x);
  return each({x, before}, [&](const auto& at) {
    Array size = fit(length, at[0]);
    return where(eq(size, 0.0), at[1], at[0] / size);
  });
}

// The sum over all leaves of conj(x) y.
Array product(const Value& x, const Value& y) {
  Array out;
  each({x, y}, [&](const auto& at) {
    Array part = sum(is_complex(at[0].dtype()) ? conj(at[0]) * at[1] : at[0] * at[1]);
    out = out.is_none() ? part : out + part;
    return at[0];
  });
  return out.is_none() ? Array(0.0) : out;
}

int64_t square_rows(const Array& x) {
  if (x.rank() == 2 && x.shape()[0] == x.shape()[1]) return rows_of(x);
  throw labelled(Error(Code::shape, str(calling_name("optim.power_iteration"), ": `matrix` is ",
                                        x.type(), ", expected a square matrix")),
                 "matrix");
}

// A linear map of vectors: a matrix, or a function that computes its product with a vector.
struct LinearMap {
  State& state;
  Value matrix;

  Value operator()(const Value& v) const {
    if (matrix.is_leaf()) {
      return each({v}, [&](const auto& at) { return matmul(matrix.as_array(), at[0]); });
    }
    Value made = call_value(state, matrix, v);
    return each({v, made}, [](const auto& at) { return kept_kind(at[0], at[1]); });
  }
};

Value first_vector(const Value& matrix, const Value& v0, const Value& key) {
  auto as_float = [](const Value& leaf) { return Value(strong(inexact(leaf.as_array()))); };
  if (!v0.is_nil()) return map_leaves(v0, as_float);
  if (!matrix.is_leaf()) {
    throw labelled(Error(Code::value,
                         "optim.power_iteration: `v0` is nil, expected a start vector, because "
                         "`matrix` is a function"),
                   "matrix")
        .help("optim.power_iteration(f, v0 = ones(3))");
  }
  const Array x = matrix.as_array();
  Array from = key.is_nil() ? rng::key(Array(0)) : key.as_array();
  return Value(rng::uniform(from, {Extent(square_rows(x))}, -1.0, 1.0, x.dtype()));
}

// NOLINTNEXTLINE(readability-function-size): the builtin's parameters
Values power_iteration(State& state, const Value& given, const Value& v0, int64_t num_iters,
                       double error_tolerance, const Value& key) {
  Value matrix = given.is_leaf() ? Value(strong(inexact(given.as_array()))) : given;
  if (matrix.is_leaf()) square_rows(matrix.as_array());
  LinearMap map{state, matrix};
  Value first = first_vector(matrix, v0, key), v = of_length_1(first, first), z = map(v);
  Value begin = Value::tuple({v, z, Value(zeros_like(product(v, z))), Value(no_steps())});
  auto goes_on = [&](const Value& at) {
    Array eig = at.items()[2].as_array();
    Value off = each({at.items()[1], at.items()[0]},
                     [&](const auto& x) { return x[0] - fit(eig, x[1]) * x[1]; });
    Array is_near = lt(abs(global_norm(off) / eig), error_tolerance);
    return logical_and(logical_not(is_near), lt(at.items()[3].as_array(), num_iters));
  };
  auto turn = [&](const Value& at) {
    Value unit = of_length_1(at.items()[1], at.items()[0]), next = map(unit);
    return Value::tuple(
        {unit, next, Value(product(unit, next)), Value(at.items()[3].as_array() + 1)});
  };
  Value end = repeated(state, begin, goes_on, turn);
  return {end.items()[2], of_length_1(end.items()[1], end.items()[0])};
}

// --- roots of inverses ----------------------------------------------------------------------

Array power(const Array& x, int64_t p) {
  if (p == 1) return x;
  Array half = power(matmul(x, x), p / 2);
  return p % 2 == 0 ? half : matmul(half, x);
}
Array off_identity(const Array& m) { return max(abs(m - identity_like(m))); }

// m converges to the identity, and root to x^(-1 / p).
// source: Guo and Higham, SIAM J. Matrix Anal. 28 (2006), the coupled iteration
struct CoupledIteration {
  State& state;
  int64_t p, num_iters;
  double tolerance;

  Value turn(const Value& at) const {
    Array m = at.items()[0].as_array(), root = at.items()[1].as_array();
    double alpha = -1.0 / static_cast<double>(p);
    Array step = (1.0 - alpha) * identity_like(m) + alpha * m;
    Array next = matmul(power(step, p), m), error = off_identity(next);
    // If the error grows, rounding errors dominate, and the iteration ends.
    Array falls = lt(error, 1.2 * at.items()[3].as_array());
    return Value::tuple({Value(next), Value(matmul(root, step)), Value(root), Value(error),
                         Value(falls), Value(at.items()[5].as_array() + 1)});
  }

  Values root_of(const Array& x) const {
    Array z = (1.0 + static_cast<double>(p)) / (2.0 * norm(x)), m = x * z;
    Array root = identity_like(x) * pow(z, 1.0 / static_cast<double>(p));
    Value end = repeated(
        state,
        Value::tuple({Value(m), Value(root), Value(root), Value(off_identity(m)),
                      Value(truth(true)), Value(no_steps())}),
        [&](const Value& at) {
          Array goes =
              logical_and(gt(at.items()[3].as_array(), tolerance), at.items()[4].as_array());
          return logical_and(goes, lt(at.items()[5].as_array(), num_iters));
        },
        [&](const Value& at) { return turn(at); });
    const Values& last = end.items();
    Array found = where(last[4].as_array(), last[1].as_array(), last[2].as_array());
    return {Value(found), Value(off_identity(last[0].as_array()))};
  }
};

// NOLINTNEXTLINE(readability-function-size): the builtin's parameters
Values matrix_inverse_pth_root(State& state, const Array& given, int64_t p, int64_t num_iters,
                               const Array& ridge_epsilon, double error_tolerance) {
  if (p < 1) {
    throw labelled(Error(Code::value,
                         str("optim.matrix_inverse_pth_root: `p` is ", p, ", expected at least 1")),
                   "p");
  }
  Array x = matrix(strong(given), "matrix_inverse_pth_root", "matrix");
  int64_t rows = square_rows(x);
  Array greatest = power_iteration(state, Value(x), {}, 100, 1e-6, {})[0].as_array();
  Array ridge = ridge_epsilon * maximum(greatest, 1e-16);
  if (rows == 1) {
    return {Value(pow(x + ridge, -1.0 / static_cast<double>(p))), Value(zeros_like(greatest))};
  }
  return CoupledIteration{state, p, num_iters, error_tolerance}.root_of(x +
                                                                        ridge * identity_like(x));
}

}  // namespace

extern const Builtin optim_power_iteration_builtin = {
    .signature =
        "optim.power_iteration(matrix: number[...] or fn(v), v0: tree = nil, num_iters: int = 100, "
        "error_tolerance: real = 1e-6, key: key = nil) -> (float, tree)",
    .brief =
        "Computes the eigenvalue of largest magnitude and its normalized eigenvector by power "
        "iteration.",
    .params = {{"matrix", "Square matrix [n, n], or a linear function of a tree."},
               {"v0",
                "Start vector, required if `matrix` is a function. If nil, it is sampled uniformly "
                "from [-1, 1)."},
               {"num_iters", "Maximum number of matrix products."},
               {"error_tolerance",
                "Relative tolerance: the iteration ends if the norm of A @ v - e * v is below this "
                "fraction of the eigenvalue e."},
               {"key", "Key for sampling the start vector. If nil, `rng.key(0)` is used."}},
    .errors =
        "error[shape] if the matrix is not square; error[value] if `matrix` is a function and `v0` "
        "is nil",
    .example = "optim.power_iteration([[2.0, 0.0], [0.0, 1.0]])[0]  #> 2",
    .source = "von Mises' iteration; optax.power_iteration",
    .call = bind<&power_iteration>,
};

extern const Builtin optim_matrix_inverse_pth_root_builtin = {
    .signature =
        "optim.matrix_inverse_pth_root(matrix: real[n, n], p: int, num_iters: int = 100, "
        "ridge_epsilon: real = 1e-6, error_tolerance: real = 1e-6) -> (float[n, n], float)",
    .brief =
        "Computes the inverse p-th root of a positive definite matrix, and the remaining error. "
        "The root is `matrix ^ (-1 / p)`, in the sense of matrix powers.",
    .params =
        {{"p", "Degree of the root, > 0."},
         {"num_iters", "Maximum number of iterations."},
         {"ridge_epsilon",
          "Regularization: this fraction of the largest eigenvalue is added to the diagonal."},
         {"error_tolerance",
          "The iteration ends if no element is farther than this from the identity matrix."}},
    .errors =
        "error[shape] if the matrix is not square; error[dtype] if it is not f32 or f64; "
        "error[value] if `p` is below 1",
    .example =
        "let (r, e) = optim.matrix_inverse_pth_root([[16.0, 0.0], [0.0, 1.0]], 4)\n"
        "round(1000.0 * r)\n#> [[500, 0],\n#>  [0, 1000]]",
    .source = "Guo and Higham, SIAM J. Matrix Anal. 28, 2006; optax.matrix_inverse_pth_root",
    .call = bind<&matrix_inverse_pth_root>,
};

}  // namespace rille
