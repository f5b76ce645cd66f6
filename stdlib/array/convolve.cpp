// convolve; cov and corrcoef: covariance, correlation.
#include <algorithm>

#include "stdlib/array/squares.h"

namespace rille {
namespace {

int64_t size_of(const Array& x, int64_t axis) {
  return x.type().extent(static_cast<int>(axis)).number();
}

// A sliding product of the longer vector with the shorter one, reversed.
Array convolve(const Array& given_x, const Array& given_y, const std::string& mode) {
  Arrays both{strong(given_x), strong(given_y)};
  promote_together(both);
  if (size_of(both[0], 0) < size_of(both[1], 0)) std::swap(both[0], both[1]);
  int64_t few = size_of(both[1], 0);
  if (few == 0) {
    throw labelled(
        labelled(Error(Code::value, "convolve: a vector is empty, expected at least one element"),
                 "y"),
        "x");
  }
  int64_t low = mode == "valid" ? 0 : mode == "full" ? few - 1 : few / 2;
  int64_t high = mode == "valid" ? 0 : mode == "full" ? few - 1 : few - 1 - few / 2;
  Array padded = pad(both[0], Ints{low}, Ints{high});
  Attrs attrs{{"axes", Ints{0}}, {"size", Ints{few}}, {"strides", Ints{1}}, {"dilation", Ints{1}}};
  return matmul(apply1(windows_op, {padded}, attrs), flip(both[1]));
}

// The variables as rows, those of y after those of x.
Array variables(const Array& given_x, const std::optional<Array>& given_y) {
  auto rows = [](const Array& given, std::string_view name) {
    Array x = strong(inexact(given));
    if (x.rank() == 1) return expand(x, {0});
    if (x.rank() == 2) return x;
    Error error(Code::shape, str(calling_name("cov"), ": `", name, "` is ", x.type(),
                                 ", expected a vector or a matrix"));
    throw labelled(std::move(error), name);
  };
  Array x = rows(given_x, "x");
  if (!given_y) return x;
  Array y = rows(*given_y, "y");
  if (x.shape()[1] != y.shape()[1]) {
    Error error(Code::shape, str(calling_name("cov"), ": `x` is ", given_x.type(), " but `y` is ",
                                 given_y->type()));
    throw labelled(labelled(std::move(error), "x"), "y");
  }
  return concat({x, y});
}

// The weight of each observation: its number of repetitions times its reliability weight.
struct ObservationWeights {
  std::optional<Array> frequencies, weights;
};

void need_each(const std::optional<Array>& shares, const Array& x, std::string_view name) {
  if (!shares || (shares->rank() == 1 && shares->shape()[0] == x.shape()[1])) return;
  Error error(Code::shape, str(calling_name("cov"), ": `", name, "` is ", shares->type(),
                               ", expected one number for each column of ", x.type()));
  throw labelled(std::move(error), name);
}

// Ends the run with error[value] if a weight is negative, in compiled code too.
void need_positive(const std::optional<Array>& shares, std::string_view what) {
  if (!shares) return;
  Array x = strong(*shares);
  check(ge(x, 0), "value", str("cov: `", what, "` is {0}, expected values >= 0"), {x});
}

// The sum of the weights less the correction of `ddof`, which is multiplied by the weighted mean of
// `aweights`.
Array total_of(const Array& w, const ObservationWeights& shares, int64_t ddof) {
  Array total = sum(w);
  if (!shares.weights) return sub(total, static_cast<double>(ddof));
  Array own = sum(mul(w, strong(inexact(*shares.weights))));
  return sub(total, div(mul(own, static_cast<double>(ddof)), total));
}

// The covariance of scaled rows, and the scale of each row.
struct Covariance {
  Array products, scales;
};

Covariance covariance(const Array& given, int64_t ddof, const ObservationWeights& shares) {
  Array x = wide(given);
  const auto& [frequencies, weights] = shares;
  need_each(frequencies, x, "fweights");
  need_each(weights, x, "aweights");
  need_positive(frequencies, "fweights");
  need_positive(weights, "aweights");
  std::optional<Array> w;
  for (const auto& each : {frequencies, weights}) {
    if (each) w = w ? mul(*w, strong(inexact(*each))) : strong(inexact(*each));
  }
  Array scales = unit_scale(x, {1}), lines = mul(x, scales);
  Array apart = sub(lines, mean_where(lines, Ints{1}, true, {}, w));
  Array count = std::max(static_cast<double>(size_of(x, 1)) - static_cast<double>(ddof), 0.0);
  if (w) count = maximum(total_of(*w, shares, ddof), 0);
  return {div(matmul(w ? mul(apart, *w) : apart, conj(transpose(apart))), count), scales};
}

// A single variable yields a scalar, as in NumPy.
Array as_given(const Array& out, const Array& like) {
  Dtype dtype = is_inexact(like.dtype()) ? like.dtype() : out.dtype();
  Array narrow = is_complex(out.dtype()) ? out : as_dtype(out, dtype);
  return size_of(out, 0) == 1 ? reshape_to(narrow, Shape{}) : narrow;
}

Array cov(const Array& x, const std::optional<Array>& y, int64_t ddof,
          const std::optional<Array>& frequencies, const std::optional<Array>& weights) {
  Array lines = variables(x, y);
  auto [c, scales] = covariance(lines, ddof, {frequencies, weights});
  return as_given(div(div(c, scales), transpose(scales)), lines);
}

Array corrcoef(const Array& x, const std::optional<Array>& y) {
  Array lines = variables(x, y), c = covariance(lines, 1, {}).products;
  Shape shape{c.shape()[0] * c.shape()[0]};
  int64_t count = size_of(c, 0);
  Array size = sqrt(real(slice_axis(reshape_to(c, shape), 0, 0, count, count + 1)));
  Array out = div(div(c, expand(size, {1})), expand(size, {0}));
  auto within = [](const Array& part) { return clip(part, Array(-1), Array(1)); };
  if (!is_complex(out.dtype())) return as_given(within(out), lines);
  return as_given(complex(within(real(out)), within(imag(out))), lines);
}

}  // namespace

extern const Builtin convolve_builtin = {
    .signature =
        "convolve(x: number[n], y: number[m], mode: \"full\" or \"same\" or \"valid\" = \"full\") "
        "-> "
        "number[...]",
    .brief = "Computes the discrete convolution of two vectors; the shorter vector is reversed.",
    .params = {{"mode",
                "Output range: `\"full\"` includes every overlap (n + m - 1 elements), `\"same\"` "
                "has the length of the longer vector, `\"valid\"` only complete overlaps."}},
    .errors = "error[value] if a vector is empty",
    .example = "convolve([1, 2, 3], [1, 10])  #> [1, 12, 23, 30]",
    .source = "numpy.convolve",
    .call = bind<&convolve>,
};

extern const Builtin cov_builtin = {
    .signature =
        "cov(x: number[...], y: number[...] = nil, ddof: int = 1, fweights: int[...] = nil, "
        "aweights: real[...] = nil) -> number[...]",
    .brief = "Computes the covariance matrix of variables, which are the rows of `x` and `y`.",
    .params =
        {{"x", "Matrix [variables, observations], or a vector of observations of one variable."},
         {"y", "Additional variables with the same observations. If nil, only `x` is used."},
         {"ddof",
          "Delta degrees of freedom: the divisor is the number of observations minus `ddof`."},
         {"fweights", "Number of repetitions of each observation, ≥ 0. If nil, each counts once."},
         {"aweights",
          "Reliability weight of each observation, ≥ 0. If nil, the weights are equal."}},
    .returns = "number[variables, variables], or a scalar for a single variable",
    .errors =
        "error[shape] if `x` or `y` has more than two axes, or the numbers of observations or "
        "weights differ; error[value] if a weight is negative",
    .example = "cov([1.0, 2.0, 3.0], [1.0, 4.0, 7.0])  #> [[1, 3],\n #>  [3, 9]]",
    .source = "numpy.cov",
    .call = bind<&cov>,
};

extern const Builtin corrcoef_builtin = {
    .signature = "corrcoef(x: number[...], y: number[...] = nil) -> number[...]",
    .brief = "Computes the Pearson correlation coefficients of variables, from -1 to 1.",
    .params = {{"x",
                "Matrix [variables, observations], or a vector of observations of one variable."},
               {"y", "Additional variables with the same observations. If nil, only `x` is used."}},
    .returns = "number[variables, variables], or a scalar for a single variable",
    .errors =
        "error[shape] if `x` or `y` has more than two axes, or the numbers of observations differ",
    .example = "corrcoef([1.0, 2.0, 3.0], [3.0, 2.0, 1.0])  #> [[1, -1],\n #>  [-1, 1]]",
    .source = "numpy.corrcoef",
    .call = bind<&corrcoef>,
};

}  // namespace rille
