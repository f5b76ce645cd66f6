// sum, prod, mean, var, std.
#include <algorithm>

#include "stdlib/array/squares.h"

namespace rille {
namespace {

constexpr std::string_view sums_errors =
    "error[shape] if an axis is out of range, or `where` cannot be broadcast to the shape of `x`";

// Bools and ints below 32 bits are accumulated in i32 and u32, as in JAX.
Array counted(const Array& x) {
  Dtype d = x.dtype();
  if (d == Dtype::boolean) return as_dtype(x, x.is_weak() ? Dtype::i64 : Dtype::i32);
  if (!is_integer(d) || bits(d) >= 32) return wide(x);
  return convert(x, kind(d) == DtypeKind::natural ? Dtype::u32 : Dtype::i32);
}

struct ReductionArgs {
  const Axes& axis;
  bool keep;
  const WhereMask& chosen;
};

Dtype result_of(const Array& given, const Array& used) {
  return is_float(given.dtype()) ? given.dtype() : used.dtype();
}

// `neutral` replaces the elements that the mask excludes.
Array folded(const Op& op, const Array& x, const ReductionArgs& how, int neutral) {
  if (kind(x.dtype()) == DtypeKind::key) {
    throw Error(Code::dtype, str(op.name, ": got ", x.type(), ", expected numbers"));
  }
  Ints axes = axes_of(how.axis, x);
  auto fold = [&](const Array& at) {
    Array used = masked(counted(at), how.chosen, neutral);
    return as_dtype(reduce(op, used, axes, how.keep), result_of(at, used));
  };
  return bits(x.dtype()) < 32 ? in_one_kernel(x, fold) : fold(x);
}

// The number of elements reduced to one result, minus `ddof` and at least 0: a host scalar, or an
// array in the real dtype of `used`.
Array count_of(const Array& x, const Array& used, const Ints& axes, bool keep,
               const WhereMask& chosen, int64_t ddof = 0) {
  if (!chosen)
    return std::max(static_cast<double>(folded_count(x, axes)) - static_cast<double>(ddof), 0.0);
  Dtype dtype = is_complex(used.dtype()) ? part_of(used.dtype()) : used.dtype();
  Array count = reduce(sum_op, convert(fit(strong(*chosen), x.shape()), dtype), axes, keep);
  return ddof == 0 ? count : maximum(sub(count, static_cast<double>(ddof)), 0);
}

// A vector of weights lies along the single reduced axis; other weights are broadcast.
Array aligned_weights(const Array& weights, const Array& x, const Ints& axes) {
  Array w = wide(inexact(weights));
  if (w.rank() == 1 && x.rank() > 1 && axes.size() == 1) {
    Shape shape(x.shape().size(), Extent(1));
    shape[static_cast<size_t>(axes[0])] = w.shape()[0];
    w = reshape_to(w, shape);
  }
  need_room(w, x.shape(), "weights");
  return fit(w, x.shape());
}

Array weighted_mean(const Array& x, const Ints& axes, bool keep, const WhereMask& chosen,
                    const Array& weights) {
  Array w = masked(aligned_weights(weights, x, axes), chosen, 0);
  w = mul(w, unit_scale(w, axes));  // otherwise products of large weights overflow
  Array total = reduce(sum_op, masked(mul(x, w), chosen, 0), axes, keep);
  return div(total, reduce(sum_op, w, axes, keep));
}

Array sum_where(const Array& x, const Axes& axis, bool keep, const WhereMask& chosen) {
  return folded(sum_op, x, {axis, keep, chosen}, 0);
}
Array prod_where(const Array& x, const Axes& axis, bool keep, const WhereMask& chosen) {
  return folded(prod_op, x, {axis, keep, chosen}, 1);
}

Array var_where(const Array& x, const Axes& axis, bool keep, int64_t ddof,
                const WhereMask& chosen) {
  Ints axes = axes_of(axis, x);
  return in_one_kernel(x, [&](const Array& at) {
    Array used = wide(inexact(at));
    Array apart = sub(used, mean_where(used, axes, true, chosen));
    Array count = count_of(x, apart, axes, keep, chosen, ddof);
    Array out = div(reduce(sum_op, masked(squares(apart), chosen, 0), axes, keep), count);
    return is_float(x.dtype()) ? as_dtype(out, x.dtype()) : out;
  });
}

// The options of a standard deviation.
struct StddevOptions {
  SquareSumOptions how;
  WhereMask chosen;
  Array count;  // with a mask: the number of included elements; how.count is 1 then
};

// The square root of the sum of squared deviations from the mean, divided by the count.
Array spread_of(const Array& x, const StddevOptions& of) {
  Array apart = masked(sub(x, mean_where(x, of.how.axes, true, of.chosen)), of.chosen, 0);
  Array root = root_of_squares(apart, of.how);
  return of.chosen ? div(root, sqrt(of.count)) : root;
}

// spread_of for numbers whose sum may overflow: x and the deviations are scaled by a power of two.
Array scaled_spread(const Array& x, StddevOptions of) {
  Array scale = unit_scale(masked(x, of.chosen, 0), of.how.axes);
  bool keep = std::exchange(of.how.keep, true);
  of.how.is_scaled = true;
  if (of.chosen && !keep) of.count = reshape_to(of.count, scale.shape());
  Array spread = div(spread_of(mul(x, scale), of), scale);
  return keep ? spread : squeeze(spread, of.how.axes);
}

Array safe_spread(const Array& x, const StddevOptions& of) {
  if (of.how.is_safe) return spread_of(x, of);
  if (!is_eager() || x.is_traced()) return scaled_spread(x, of);
  Array spread = spread_of(x, of);
  return all(isfinite(spread)).number() != 0 ? spread : scaled_spread(x, of);
}

// The standard deviation of the included elements. The root is taken before rounding to a narrow
// dtype.
Array std_where(const Array& x, const Axes& axis, bool keep, int64_t ddof,
                const WhereMask& chosen) {
  Ints axes = axes_of(axis, x);
  auto deviation = [&](const Array& given) {
    Array at = inexact(given), used = wide(at);
    Dtype dtype = is_complex(at.dtype()) ? part_of(at.dtype()) : at.dtype();
    Array count = count_of(x, used, axes, keep, chosen, ddof);
    SquareSumOptions how{axes, keep, chosen ? 1 : count.number(), at.dtype() == Dtype::f16};
    return as_dtype(safe_spread(used, {how, chosen, count}), dtype);
  };
  return in_one_kernel(x, deviation);
}

}  // namespace

Array mean_where(const Array& x, const Axes& axis, bool keep, const WhereMask& chosen,
                 const std::optional<Array>& weights) {
  Ints axes = axes_of(axis, x);
  auto average = [&](const Array& at) {
    Array used = wide(inexact(at));
    if (weights) return weighted_mean(used, axes, keep, chosen, *weights);
    Array total = reduce(sum_op, masked(used, chosen, 0), axes, keep);
    Array out = div(total, count_of(x, used, axes, keep, chosen));
    return is_inexact(x.dtype()) ? as_dtype(out, x.dtype()) : out;
  };
  return bits(x.dtype()) < 32 ? in_one_kernel(x, average) : average(x);
}

Array sum(const Array& x, const Axes& axis, bool keep) { return sum_where(x, axis, keep, {}); }
Array prod(const Array& x, const Axes& axis, bool keep) { return prod_where(x, axis, keep, {}); }
Array mean(const Array& x, const Axes& axis, bool keep) { return mean_where(x, axis, keep); }
Array var(const Array& x, const Axes& axis, bool keep, int64_t ddof) {
  return var_where(x, axis, keep, ddof, {});
}
Array std_of(const Array& x, const Axes& axis, bool keep, int64_t ddof) {
  return std_where(x, axis, keep, ddof, {});
}

extern const Builtin sum_builtin = {
    .signature =
        "sum(x: number[...], axis: int or (int, ...) = nil, keepdims: bool = false, where: "
        "bool[...] = nil) -> number[...]",
    .brief =
        "Computes the sum along the axes. Bools count as 0 and 1; sums of f16 and bf16 are "
        "accumulated in f32.",
    .params = {{"axis", "Axes to reduce. If nil, all axes."},
               {"keepdims", "If true, the reduced axes stay with size 1."},
               {"where",
                "Elements to include; broadcasts to the shape of `x`. If nil, all elements."}},
    .errors = sums_errors,
    .example = "sum([[1, 2], [3, 4]], axis = 0)  #> [4, 6]",
    .source = "numpy.sum",
    .call = bind<&sum_where>,
};

extern const Builtin prod_builtin = {
    .signature =
        "prod(x: number[...], axis: int or (int, ...) = nil, keepdims: bool = false, where: "
        "bool[...] = nil) -> number[...]",
    .brief = "Computes the product along the axes.",
    .params = {{"axis", "Axes to reduce. If nil, all axes."},
               {"keepdims", "If true, the reduced axes stay with size 1."},
               {"where",
                "Elements to include; broadcasts to the shape of `x`. If nil, all elements."}},
    .errors = sums_errors,
    .example = "prod([2, 3, 4])  #> 24",
    .source = "numpy.prod",
    .call = bind<&prod_where>,
};

extern const Builtin mean_builtin = {
    .signature =
        "mean(x: number[...], axis: int or (int, ...) = nil, keepdims: bool = false, where: "
        "bool[...] = nil, weights: real[...] = nil) -> number[...]",
    .brief = "Computes the arithmetic mean along the axes.",
    .params = {{"axis", "Axes to reduce. If nil, all axes."},
               {"keepdims", "If true, the reduced axes stay with size 1."},
               {"where",
                "Elements to include; broadcasts to the shape of `x`. If nil, all elements."},
               {"weights",
                "Weight of each element; broadcasts to the shape of `x`. A vector lies along the "
                "single reduced axis. If nil, the weights are equal."}},
    .errors = sums_errors,
    .example = "mean([1, 2, 6])  #> 3",
    .source = "numpy.mean",
    .call = bind<&mean_where>,
};

extern const Builtin var_builtin = {
    .signature =
        "var(x: number[...], axis: int or (int, ...) = nil, keepdims: bool = false, ddof: int = 0, "
        "where: bool[...] = nil) -> float[...]",
    .brief = "Computes the variance along the axes: the mean squared deviation from the mean.",
    .params = {{"axis", "Axes to reduce. If nil, all axes."},
               {"keepdims", "If true, the reduced axes stay with size 1."},
               {"ddof",
                "Delta degrees of freedom: the divisor is the number of elements minus `ddof`."},
               {"where",
                "Elements to include; broadcasts to the shape of `x`. If nil, all elements."}},
    .errors = sums_errors,
    .example = "[1.0, 3.0].var()  #> 1",
    .source = "numpy.var",
    .call = bind<&var_where>,
};

extern const Builtin std_builtin = {
    .signature =
        "std(x: number[...], axis: int or (int, ...) = nil, keepdims: bool = false, ddof: int = 0, "
        "where: bool[...] = nil) -> float[...]",
    .brief = "Computes the standard deviation along the axes, the square root of the variance.",
    .params = {{"axis", "Axes to reduce. If nil, all axes."},
               {"keepdims", "If true, the reduced axes stay with size 1."},
               {"ddof",
                "Delta degrees of freedom: the divisor is the number of elements minus `ddof`."},
               {"where",
                "Elements to include; broadcasts to the shape of `x`. If nil, all elements."}},
    .errors = sums_errors,
    .example = "std([1.0, 3.0])  #> 1",
    .source = "numpy.std",
    .call = bind<&std_where>,
};

}  // namespace rille
