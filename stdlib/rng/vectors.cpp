// rng.multivariate_normal, orthogonal: vectors and matrices.
#include "stdlib/linalg/matrices.h"
#include "stdlib/rng/drawn.h"

namespace rille {
namespace rng {
namespace {

// A factor f of the covariance matrix: f @ f.T = cov.
Array factor_of(const Array& cov, const std::string& method) {
  if (method == "cholesky") {
    return apply1(cholesky_op, {(cov + transposed(cov)) * 0.5});
  }
  Arrays parts = method == "eigh" ? rille::apply(eigh_op, Arrays{(cov + transposed(cov)) * 0.5})
                                  : rille::apply(svd_op, Arrays{cov});
  const Array& vectors = parts[method == "eigh" ? 1 : 0];
  const Array& sizes = parts[method == "eigh" ? 0 : 1];
  return mul(vectors, expand(sqrt(sizes), {-2}));
}

Array multivariate_normal(const Array& key, const Array& mean, const Array& cov,
                          const SampleShape& shape, Dtype dtype, const std::string& method) {
  need_one(key);
  bits_of(dtype);
  Array middle = convert(mean, dtype),
        spread = matrix(convert(cov, dtype), "rng.multivariate_normal", "dtype");
  auto outer = [](const Array& x, int inner) {
    return zeros(Shape(x.shape().begin(), x.shape().end() - inner), Dtype::boolean);
  };
  Shape drawn = drawn_shape(shape, {{"mean", outer(middle, 1)}, {"cov", outer(spread, 2)}});
  Extent size = middle.shape().back();
  drawn.push_back(size);
  Array bell = expand(normal(key, drawn, dtype), {-1});
  return add(middle, squeeze(matmul(factor_of(spread, method), bell), Ints{-1}));
}

}  // namespace

Array orthogonal(const Array& key, int64_t n, const Shape& shape, const std::optional<int64_t>& m,
                 Dtype dtype) {
  int64_t rows = n, columns = m.value_or(n);
  if (rows < 0 || columns < 0) {
    Error error(Code::value, str("rng.orthogonal: `n` is ", rows, " and `m` is ", columns,
                                 ", expected sizes >= 0"));
    throw labelled(std::move(error), rows < 0 ? "n" : "m");
  }
  Shape tall = shape;
  tall.push_back(Extent(std::max(rows, columns)));
  tall.push_back(Extent(std::min(rows, columns)));
  Array z = matrix(normal(key, tall, dtype), "rng.orthogonal", "dtype");
  Arrays parts = rille::apply(qr_op, Arrays{z});
  Array q = mul(parts[0], expand(sign(diagonal(parts[1])), {-2}));
  return rows < columns ? transposed(q) : q;
}

}  // namespace rng

extern const Builtin rng_multivariate_normal_builtin = {
    .signature =
        "rng.multivariate_normal(inout key: key, mean: real[..., n], cov: real[..., n, "
        "n], shape: shape = nil, dtype: dtype = f32, method: \"cholesky\" or \"eigh\" or "
        "\"svd\" = \"cholesky\") -> float[..., n]",
    .brief = "Samples vectors from the multivariate normal distribution.",
    .params = {{"key", rng::key_text},
               {"mean", "Mean vector along the last axis."},
               {"cov",
                "Symmetric covariance matrix. With \"cholesky\" it must be positive definite; if "
                "it is not, the result is NaN."},
               {"shape",
                "Shape of the result without the last axis. If nil, the broadcast shape of the "
                "leading axes of `mean` and `cov`."},
               {"dtype", "Dtype of the result: f32 or f64."},
               {"method",
                "Factorization of the covariance. \"eigh\" and \"svd\" also accept a singular "
                "matrix."}},
    .errors = rng::draw_errors,
    .example = "rng.multivariate_normal(rng.key(0), zeros(2), eye(2), (5,)).shape  #> (5, 2)",
    .source = "jax.random.multivariate_normal",
    .call = bind<&rng::multivariate_normal>,
};

extern const Builtin rng_orthogonal_builtin = {
    .signature =
        "rng.orthogonal(inout key: key, n: int, shape: shape = (), m: int = nil, dtype: "
        "dtype = f32) -> float[..., _, _]",
    .brief =
        "Samples uniformly distributed (Haar) orthogonal matrices. If n ≠ m, the vectors along the "
        "shorter side are orthonormal.",
    .params = {{"key", rng::key_text},
               {"n", "Number of rows, ≥ 0."},
               {"shape", "Shape of the batch: the result has the shape [shape..., n, m]."},
               {"m", "Number of columns, ≥ 0. If nil, `n`."},
               {"dtype", "Dtype of the result: f32 or f64."}},
    .errors = rng::draw_errors,
    .example =
        "let q = rng.orthogonal(rng.key(0), 3); close(q @ q.T, eye(3), atol = 1e-5)  #> true",
    .source = "jax.random.orthogonal",
    .call = bind<&rng::orthogonal>,
};

}  // namespace rille
