// rng.multivariate_normal, orthogonal: vectors and matrices.
#include "stdlib/linalg/matrices.h"
#include "stdlib/rng/drawn.h"

namespace rille {
namespace rng {
namespace {

// f where f f.T is the covariance.
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
                          const DrawnShape& shape, Dtype dtype, const std::string& method) {
  need_one(key);
  bits_of(dtype);
  Array middle = convert(mean, dtype),
        spread = matrix(convert(cov, dtype), "multivariate_normal", "dtype");
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
    Error error(Code::value,
                str("orthogonal: a matrix has sizes >= 0, got ", rows, " and ", columns));
    throw labelled(std::move(error), rows < 0 ? "n" : "m");
  }
  Shape tall = shape;
  tall.push_back(Extent(std::max(rows, columns)));
  tall.push_back(Extent(std::min(rows, columns)));
  Array z = matrix(normal(key, tall, dtype), "orthogonal", "dtype");
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
    .brief = "Vectors from the bell curve of a mean and a covariance; a place `&key` moves on.",
    .params = {{"cov", "symmetric, positive definite for `cholesky`; nan where it is not"},
               {"shape", "without the axis of the vector; nil: that of the parameters together"},
               {"dtype", "f32 or f64"},
               {"method", "the factor of cov; `eigh` and `svd` take one that is singular, too"}},
    .errors = rng::draw_errors,
    .example = "rng.multivariate_normal(rng.key(0), zeros(2), eye(2), (5,)).shape  #> (5, 2)",
    .source = "jax.random.multivariate_normal; of a place `&key`, of the second half of its split",
    .call = bind<&rng::multivariate_normal>,
};

extern const Builtin rng_orthogonal_builtin = {
    .signature =
        "rng.orthogonal(inout key: key, n: int, shape: shape = (), m: int = nil, dtype: "
        "dtype = f32) -> float[..., _, _]",
    .brief = "Orthogonal matrices, all equally likely; a place `&key` moves on.",
    .params = {{"n", "rows"},
               {"shape", "how many matrices"},
               {"m", "columns, nil: n; the shorter side's vectors are orthonormal"},
               {"dtype", "f32 or f64"}},
    .errors = rng::draw_errors,
    .example =
        "let q = rng.orthogonal(rng.key(0), 3); close(q @ q.T, eye(3), atol = 1e-5)  #> true",
    .source = "jax.random.orthogonal; of a place `&key`, of the second half of its split",
    .call = bind<&rng::orthogonal>,
};

}  // namespace rille
