// matmul and dot: matrix products with batch axes.
#include <algorithm>
#include <array>
#include <numeric>

#include "stdlib/array/apply_op.h"
#include "stdlib/array/precision.h"

namespace rille {
namespace {

std::string contracted_text(const Array& y) { return y.rank() == 1 ? "only" : "second-to-last"; }

[[noreturn]] void unfit(const Array& x, const Array& y) {
  Extent k = x.shape().back();
  Error error(Code::shape, str("matmul: ", arg(0, "x"), " is ", x.type(), " but ", arg(1, "y"),
                               " is ", y.type()));
  std::string why =
      str("the last axis of ", arg(0, "x"), " (", k, ") must match the ", contracted_text(y),
          " axis of ", arg(1, "y"), " (", y.type().extent(y.rank() < 2 ? 0 : y.rank() - 2), ")");
  Error told = std::move(error).label(0, why).label(1);
  bool turned = y.rank() == 2 && y.shape().back() == k;
  if (turned)
    told.help(str("`", arg(0, "x"), " @ ", arg(1, "y"), ".T` multiplies by the transpose"));
  throw told;
}

void need_matrix(const Array& x, int at, std::string_view word) {
  if (!is_number(x.dtype())) {
    throw Error(Code::dtype, str("matmul: ", arg(at, word), " is ", given(x), ", expected numbers"))
        .label(at);
  }
  if (x.rank() == 0) {
    throw Error(Code::shape, str("matmul: ", arg(at, word), " is ", given(x),
                                 ", expected an array with at least one axis"))
        .label(at)
        .help("`*` multiplies by a number");
  }
}

Ints counted(int64_t from, int64_t count) {
  Ints out(static_cast<size_t>(count));
  std::iota(out.begin(), out.end(), from);
  return out;
}

struct MatmulAxes {
  Ints left_batch = {}, right_batch = {}, left_contracted = {}, right_contracted = {};
};

// How a product is computed; see dot_in() in stdlib/array.h.
struct ProductOptions {
  Dtype dtype;
  std::optional<std::string> precision = {};
};

Array dot(const Array& x, const Array& y, const MatmulAxes& roles, const ProductOptions& options) {
  Attrs attrs{{"left_batch", roles.left_batch},
              {"right_batch", roles.right_batch},
              {"left_contracted", roles.left_contracted},
              {"right_contracted", roles.right_contracted},
              {"dtype", options.dtype}};
  return apply1(dot_general_op, {x, y}, with_chosen_precision(attrs, options.precision));
}

void need_batch(const Array& x, const Array& y, const Shape& left, const Shape& right) {
  for (size_t i = 1; i <= std::min(left.size(), right.size()); ++i) {
    Extent a = left[left.size() - i], b = right[right.size() - i];
    if (a == b || a == Extent(1) || b == Extent(1)) continue;
    throw Error(Code::shape, str("matmul: ", arg(0, "x"), " is ", x.type(), " but ", arg(1, "y"),
                                 " is ", y.type()))
        .label(0, str("batch axes must be equal or 1: ", a, " and ", b))
        .label(1);
  }
}

// Both operands have batch axes, which are broadcast against each other.
Array batched(const Array& x, const Array& y, const ProductOptions& options) {
  Shape left(x.shape().begin(), x.shape().end() - 2), right(y.shape().begin(), y.shape().end() - 2);
  need_batch(x, y, left, right);
  std::array<Array, 2> heads{zeros(left, Dtype::boolean), zeros(right, Dtype::boolean)};
  Shape batch = left == right ? left : common_shape(heads, "matmul");
  auto whole = [&](const Array& z) {
    Shape shape = batch;
    shape.insert(shape.end(), z.shape().end() - 2, z.shape().end());
    return fit(z, shape);
  };
  auto count = static_cast<int64_t>(batch.size());
  return dot(whole(x), whole(y), {counted(0, count), counted(0, count), {count + 1}, {count}},
             options);
}

// dot_general places the batch axes of y after the rows of x; the transpose moves them to the
// front.
Array only_right_batched(const Array& x, const Array& y, const ProductOptions& options) {
  Array out = dot(x, y, {{}, {}, {x.rank() - 1}, {y.rank() - 2}}, options);
  if (x.rank() == 1) return out;
  Ints order = counted(1, y.rank() - 2);
  order.push_back(0);
  order.push_back(out.rank() - 1);
  return transpose(out, order);
}

Array product(const Array& given_x, const Array& given_y, std::optional<Dtype> out,
              const std::optional<std::string>& precision) {
  need_matrix(given_x, 0, "x");
  need_matrix(given_y, 1, "y");
  std::array<Array, 2> both{strong(given_x), strong(given_y)};
  promote_together(both);
  const auto& [x, y] = both;
  ProductOptions options{out.value_or(x.dtype()), precision};
  int64_t row = y.rank() == 1 ? 0 : y.rank() - 2;
  if (x.shape().back() != y.type().extent(static_cast<int>(row))) unfit(x, y);
  if (x.rank() > 2 && y.rank() > 2) return batched(x, y, options);
  if (y.rank() > 2) return only_right_batched(x, y, options);
  return dot(x, y, {{}, {}, {x.rank() - 1}, {row}}, options);
}

}  // namespace

Array matmul(const Array& x, const Array& y) { return product(x, y, {}, {}); }
Array dot_in(const Array& x, const Array& y, std::optional<Dtype> out,
             const std::optional<std::string>& precision) {
  return product(x, y, out, precision);
}

extern const Builtin dot_builtin = {
    .signature =
        "dot(x: int[...] or float[...] or complex[...], y: int[...] or float[...] or complex[...], "
        "dtype: dtype = nil, precision: str = nil) -> number[...]",
    .brief = "Computes the matrix product, as `@`, with a choice of result dtype and precision.",
    .params = {{"x", "Matrices [batch..., n, k], or a vector [k]."},
               {"y", "Matrices [batch..., k, m], or a vector [k]. Batch axes are broadcast."},
               {"dtype",
                "Dtype of the result, in which products are accumulated. If nil, the promoted "
                "dtype of the operands."},
               {"precision",
                "`\"default\"`: the same bits on every machine. `\"fast\"`: bf16 operands are "
                "multiplied by the processor's bf16 instructions, if it has any. Their f32 sums "
                "have another order, and subnormal numbers count as 0. Other dtypes are not "
                "affected. If nil, the precision of `jit` or of the script, by default "
                "`\"default\"`."}},
    .errors =
        "error[shape] if the last axis of `x` and the second-to-last of `y` differ in size, or the "
        "batch axes cannot be broadcast together; error[value] if `precision` is unknown",
    .example = "dot([1.0, 2.0], [3.0, 4.0])  #> 11",
    .source = "numpy.matmul; preferred_element_type and precision of jax.lax.dot_general",
    .call = bind<&dot_in>,
};

}  // namespace rille
