// Elementwise functions of both integers and floats.
#include <array>
#include <cmath>
#include <limits>

#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

constexpr std::string_view elementwise_no_number = "error[dtype] if `x` is not numeric";

Array whole_or(const Op& op, const Array& x) {
  return is_integer(x.dtype()) || x.dtype() == Dtype::boolean ? x : apply1(op, {x});
}

Array flag_of_floats(const Array& x, bool otherwise) {
  return fit(Array(otherwise).with_weak(x.is_weak()), x.shape());
}

// The largest number of decimals for which the power of ten is finite in the dtype.
int64_t max_decimals(Dtype dtype) {
  if (bits(dtype) <= 16 && dtype != Dtype::bf16) return dtype == Dtype::f8e4m3 ? 2 : 4;
  return bits(dtype) <= 32 ? 38 : 300;
}

// For integers only negative `decimals` matter; they are rounded in f64, which is exact below 2^53.
Array rounded(const Array& x, int64_t decimals) {
  bool is_whole = !is_float(x.dtype());
  if (decimals == 0 || (is_whole && decimals > 0)) return round(x);
  if (decimals < -300 || decimals > 300) {
    throw labelled(
        Error(Code::value, str("round: `decimals` is ", decimals, ", expected -300 to 300")),
        "decimals");
  }
  if (!is_whole && std::abs(decimals) > max_decimals(x.dtype())) {
    return decimals > 0 ? x : mul(x, 0);  // x has no digits there, or only such digits
  }
  Array ten = Array(std::pow(10.0, static_cast<double>(std::abs(decimals))));
  Array used = is_whole ? as_dtype(x, Dtype::f64) : x;
  if (decimals < 0) {
    Array out = mul(round(div(used, ten)), ten);
    return is_whole ? as_dtype(out, x.dtype()) : out;
  }
  Array moved = mul(used, ten);  // infinite only if x has no decimals
  return where(isfinite(moved), div(round(moved), ten), stop_gradient(x));
}

}  // namespace

Array abs(const Array& x) {
  return kind(x.dtype()) == DtypeKind::natural ? x : apply1(abs_op, {x});
}
Array sign(const Array& x) { return apply1(sign_op, {x}); }
Array floor(const Array& x) { return whole_or(floor_op, x); }
Array ceil(const Array& x) { return whole_or(ceil_op, x); }
Array round(const Array& x) { return whole_or(round_op, x); }
Array atan2(const Array& y, const Array& x) { return binary(atan2_op, inexact(y), inexact(x)); }
Array maximum(const Array& x, const Array& y) { return binary(max_op, x, y); }
Array minimum(const Array& x, const Array& y) { return binary(min_op, x, y); }
// The derivative at 0 is 0, as in JAX; that of maximum(x, 0) would be 0.5.
Array relu(const Array& x) { return where(le(x, 0), 0, x); }

Array where(const Array& condition, const Array& yes, const Array& no) {
  if (condition.dtype() != Dtype::boolean) {
    throw Error(Code::dtype,
                str("where: ", arg(0, "condition"), " is ", given(condition), ", expected bools"))
        .help("compare first, as in `x != 0`");
  }
  std::array<Array, 2> values{yes, no};
  promote_together(values);
  std::array<Array, 3> all{condition, values[0], values[1]};
  bool weak = values[0].is_weak() && condition.rank() == 0;
  if (!weak) {
    for (Array& x : all) x = strong(x);
  }
  if (!weak) {
    Array out = apply_spread(select_op, {all[0], all[1], all[2]});
    if (!out.is_none()) return out;
  }
  Shape shape = common_shape(all, "where");
  for (Array& x : all) x = fit(x, shape);
  return apply1(select_op, {all[0], all[1], all[2]}).with_weak(weak);
}

Array clip(const Array& x, const std::optional<Array>& low, const std::optional<Array>& high) {
  Array out = x;
  if (low) out = maximum(out, *low);
  if (high) out = minimum(out, *high);
  return out;
}

Array isnan(const Array& x) { return is_inexact(x.dtype()) ? ne(x, x) : flag_of_floats(x, false); }

Array isfinite(const Array& x) {
  if (is_complex(x.dtype())) return logical_and(isfinite(real(x)), isfinite(imag(x)));
  return is_float(x.dtype()) ? apply1(is_finite_op, {x}) : flag_of_floats(x, true);
}

Array isinf(const Array& x) {
  if (is_complex(x.dtype())) return logical_or(isinf(real(x)), isinf(imag(x)));
  if (!is_float(x.dtype())) return flag_of_floats(x, false);
  return eq(abs(x), std::numeric_limits<double>::infinity());
}

extern const Builtin abs_builtin = {
    .signature = "abs(x: number[...]) -> real[...]",
    .brief = "Computes the absolute value of each element, or the modulus of complex numbers.",
    .errors = elementwise_no_number,
    .example = "abs([-2, 3])  #> [2, 3]",
    .source = "numpy.abs",
    .call = bind<&abs>,
    .form = CallForm::number,
};

extern const Builtin sign_builtin = {
    .signature = "sign(x: int[...] or float[...]) -> int[...] or float[...]",
    .brief = "Returns the sign of each element: -1, 0, or 1. NaN stays NaN.",
    .errors = elementwise_no_number,
    .example = "sign([-2.5, 0.0])  #> [-1, 0]",
    .source = "numpy.sign",
    .call = bind<&sign>,
};

extern const Builtin floor_builtin = {
    .signature = "floor(x: real[...]) -> real[...]",
    .brief = "Rounds each element down to an integer.",
    .errors = elementwise_no_number,
    .example = "floor([1.7, -1.2])  #> [1, -2]",
    .source = "numpy.floor",
    .call = bind<&floor>,
};

extern const Builtin ceil_builtin = {
    .signature = "ceil(x: real[...]) -> real[...]",
    .brief = "Rounds each element up to an integer.",
    .errors = elementwise_no_number,
    .example = "ceil([1.2, -1.7])  #> [2, -1]",
    .source = "numpy.ceil",
    .call = bind<&ceil>,
};

extern const Builtin round_builtin = {
    .signature = "round(x: real[...], decimals: int = 0) -> real[...]",
    .brief = "Rounds each element to the nearest integer, with halves rounded to even.",
    .params =
        {{"decimals",
          "Number of decimal places to keep, -300 to 300. If negative, rounds to a power of ten."}},
    .errors = elementwise_no_number,
    .example = "round([0.5, 1.5, 1.7])  #> [0, 2, 2]",
    .source = "numpy.round",
    .call = bind<&rounded>,
};

extern const Builtin atan2_builtin = {
    .signature = "atan2(y: real[...], x: real[...]) -> float[...]",
    .brief = "Computes the angle of the point (x, y), from -pi to pi.",
    .params = {{"y", "Vertical coordinates."},
               {"x", "Horizontal coordinates; broadcast against `y`."}},
    .errors = elementwise_no_number,
    .example = "atan2([0.0], [1.0])  #> [0]",
    .source = "numpy.arctan2",
    .call = bind<&atan2>,
};

extern const Builtin maximum_builtin = {
    .signature = "maximum(x: real[...], y: real[...]) -> real[...]",
    .brief = "Computes the elementwise maximum; NaN if either element is NaN.",
    .params = {{"y", "Values; broadcast against `x`."}},
    .errors = "error[shape] if the shapes cannot be broadcast together",
    .example = "maximum([1, 5], 3)  #> [3, 5]",
    .source = "numpy.maximum",
    .call = bind<&maximum>,
    .form = CallForm::numbers,
};

extern const Builtin minimum_builtin = {
    .signature = "minimum(x: real[...], y: real[...]) -> real[...]",
    .brief = "Computes the elementwise minimum; NaN if either element is NaN.",
    .params = {{"y", "Values; broadcast against `x`."}},
    .errors = "error[shape] if the shapes cannot be broadcast together",
    .example = "minimum([1, 5], 3)  #> [1, 3]",
    .source = "numpy.minimum",
    .call = bind<&minimum>,
    .form = CallForm::numbers,
};

extern const Builtin clip_builtin = {
    .signature = "clip(x: real[...], low: real[...] = nil, high: real[...] = nil) -> real[...]",
    .brief = "Clips each element to the range from `low` to `high`.",
    .params = {{"low", "Lower bound; broadcast against `x`. If nil, there is no lower bound."},
               {"high", "Upper bound; broadcast against `x`. If nil, there is no upper bound."}},
    .errors = "error[shape] if the shapes cannot be broadcast together",
    .example = "clip([1, 5, 9], 2, 7)  #> [2, 5, 7]",
    .source = "numpy.clip",
    .call = bind<&clip>,
};

extern const Builtin where_builtin = {
    .signature = "where(condition: bool[...], yes: number[...], no: number[...]) -> number[...]",
    .brief = "Selects elements of `yes` where the condition is true, and of `no` elsewhere.",
    .params = {{"condition", "Condition; all three arguments are broadcast together."},
               {"yes", "Values where the condition is true."},
               {"no", "Values where the condition is false."}},
    .errors =
        "error[dtype] if `condition` is not bool; error[shape] if the shapes cannot be broadcast "
        "together",
    .example = "where([true, false], [1, 2], 0)  #> [1, 0]",
    .source = "numpy.where",
    .call = bind<&where>,
};

extern const Builtin isnan_builtin = {
    .signature = "isnan(x: array) -> bool[...]",
    .brief = "Tests whether each element is NaN.",
    .errors = "none",
    .example = "isnan([1.0, 0.0 / 0.0])  #> [false, true]",
    .source = "numpy.isnan",
    .call = bind<&isnan>,
};

extern const Builtin isfinite_builtin = {
    .signature = "isfinite(x: array) -> bool[...]",
    .brief = "Tests whether each element is finite: neither infinite nor NaN.",
    .errors = "none",
    .example = "isfinite([1.0, 1.0 / 0.0])  #> [true, false]",
    .source = "numpy.isfinite",
    .call = bind<&isfinite>,
};

extern const Builtin isinf_builtin = {
    .signature = "isinf(x: array) -> bool[...]",
    .brief = "Tests whether each element is infinite.",
    .errors = "none",
    .example = "isinf([1.0, -1.0 / 0.0])  #> [false, true]",
    .source = "numpy.isinf",
    .call = bind<&isinf>,
};

extern const Builtin relu_builtin = {
    .signature = "relu(x: real[...]) -> real[...]",
    .brief = "Computes the rectified linear unit (ReLU) of each element, max(x, 0).",
    .errors = elementwise_no_number,
    .example = "relu([-1.0, 2.0])  #> [0, 2]",
    .source = "jax.nn.relu",
    .call = bind<&relu>,
};

}  // namespace rille
