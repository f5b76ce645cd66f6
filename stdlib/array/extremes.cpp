// max, min, any, all, argmax, argmin.
#include <limits>

#include "stdlib/array/reduce.h"

namespace rille {
Array bound_of(Dtype dtype, bool least) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  if (dtype == Dtype::boolean) return convert(Array(!least), dtype);
  if (dtype == Dtype::f8e4m3) return convert(Array(least ? -448.0 : 448.0), dtype);
  if (is_float(dtype)) return convert(Array(least ? -inf : inf), dtype);
  bool natural = kind(dtype) == DtypeKind::natural;
  if (natural) return least ? convert(Array(0), dtype) : bits_not(convert(Array(0), dtype));
  Array high = Array((int64_t{1} << (bits(dtype) - 2)) - 1 + (int64_t{1} << (bits(dtype) - 2)));
  return least ? bits_not(convert(high, dtype)) : convert(high, dtype);
}

namespace {

constexpr std::string_view extremes_errors =
    "error[shape] if an axis is out of range; error[value] if a reduced axis is empty";

void need_elements(const Array& x, const Ints& axes, std::string_view what) {
  for (int64_t axis : axes) {
    if (x.type().extent(static_cast<int>(axis)) != Extent(0)) continue;
    throw labelled(
        Error(Code::value, str(what, ": axis ", axis, " of ", x.type(), " has no elements")), "x");
  }
}

// If the mask includes no element, the result is NaN, or the identity of the reduction for ints.
Array extreme(const Op& op, const Array& given, const Axes& axis, bool keep,
              const WhereMask& chosen) {
  bool is_max = &op == &reduce_max_op;
  Ints axes = axes_of(axis, given);
  need_elements(given, axes, is_max ? "max" : "min");
  if (!chosen) return reduce(op, given, axes, keep);
  Array x = strong(given);
  Array out = reduce(op, masked(x, chosen, bound_of(x.dtype(), is_max)), axes, keep);
  if (!is_float(x.dtype())) return out;
  Array some = reduce(reduce_or_op, fit(strong(*chosen), x.shape()), axes, keep);
  return where(some, out, __builtin_nan(""));
}

Array of_bools(const Op& op, const Array& x, const Axes& axis, bool keep, const WhereMask& chosen) {
  bool is_all = &op == &reduce_and_op;
  if (x.dtype() != Dtype::boolean) {
    throw Error(Code::dtype, str(is_all ? "all" : "any", ": got ", given(x), ", expected bools"))
        .help("compare first, as in `x != 0`");
  }
  return reduce(op, masked(x, chosen, Array(is_all)), axes_of(axis, x), keep);
}

Array place(const Op& op, const Array& given, const OptionalAxis& named, bool keep) {
  auto [x, axis] = one_axis(given, named);
  need_elements(x, {axis}, op.name);
  Array y = apply1(op, {x}, {{"axis", axis}});
  if (!keep) return y;
  return with_kept(y, given, named ? Ints{axis} : axes_of({}, given));
}

Array max_where(const Array& x, const Axes& axis, bool keep, const WhereMask& chosen) {
  return extreme(reduce_max_op, x, axis, keep, chosen);
}
Array min_where(const Array& x, const Axes& axis, bool keep, const WhereMask& chosen) {
  return extreme(reduce_min_op, x, axis, keep, chosen);
}
Array any_where(const Array& x, const Axes& axis, bool keep, const WhereMask& chosen) {
  return of_bools(reduce_or_op, x, axis, keep, chosen);
}
Array all_where(const Array& x, const Axes& axis, bool keep, const WhereMask& chosen) {
  return of_bools(reduce_and_op, x, axis, keep, chosen);
}
}  // namespace

Array max(const Array& x, const Axes& axis, bool keep) { return max_where(x, axis, keep, {}); }
Array min(const Array& x, const Axes& axis, bool keep) { return min_where(x, axis, keep, {}); }
Array any(const Array& x, const Axes& axis, bool keep) { return any_where(x, axis, keep, {}); }
Array all(const Array& x, const Axes& axis, bool keep) { return all_where(x, axis, keep, {}); }
Array argmax(const Array& x, const OptionalAxis& axis, bool keep) {
  return place(argmax_op, x, axis, keep);
}
Array argmin(const Array& x, const OptionalAxis& axis, bool keep) {
  return place(argmin_op, x, axis, keep);
}

extern const Builtin max_builtin = {
    .signature =
        "max(x: real[...], axis: int or (int, ...) = nil, keepdims: bool = false, where: bool[...] "
        "= nil) -> real[...]",
    .brief = "Computes the maximum along the axes; NaN if an element is NaN.",
    .params =
        {{"axis", "Axes to reduce. If nil, all axes."},
         {"keepdims", "If true, the reduced axes stay with size 1."},
         {"where",
          "Elements to include; broadcasts to the shape of `x`. If nil, all elements. If no "
          "element is included, the maximum is NaN, or the lowest value of an integer dtype."}},
    .errors = extremes_errors,
    .example = "max([[1, 5], [7, 2]], axis = 1)  #> [5, 7]",
    .source = "numpy.max",
    .call = bind<&max_where>,
};

extern const Builtin min_builtin = {
    .signature =
        "min(x: real[...], axis: int or (int, ...) = nil, keepdims: bool = false, where: bool[...] "
        "= nil) -> real[...]",
    .brief = "Computes the minimum along the axes; NaN if an element is NaN.",
    .params =
        {{"axis", "Axes to reduce. If nil, all axes."},
         {"keepdims", "If true, the reduced axes stay with size 1."},
         {"where",
          "Elements to include; broadcasts to the shape of `x`. If nil, all elements. If no "
          "element is included, the minimum is NaN, or the largest value of an integer dtype."}},
    .errors = extremes_errors,
    .example = "min([[1, 5], [7, 2]], axis = 1)  #> [1, 2]",
    .source = "numpy.min",
    .call = bind<&min_where>,
};

extern const Builtin any_builtin = {
    .signature =
        "any(x: bool[...], axis: int or (int, ...) = nil, keepdims: bool = false, where: bool[...] "
        "= nil) -> bool[...]",
    .brief = "Tests whether any element along the axes is true.",
    .params = {{"axis", "Axes to reduce. If nil, all axes."},
               {"keepdims", "If true, the reduced axes stay with size 1."},
               {"where",
                "Elements to include; broadcasts to the shape of `x`. If nil, all elements."}},
    .errors = "error[dtype] if `x` is not bool; error[shape] if an axis is out of range",
    .example = "any([1, 2] > 1)  #> true",
    .source = "numpy.any",
    .call = bind<&any_where>,
};

extern const Builtin all_builtin = {
    .signature =
        "all(x: bool[...], axis: int or (int, ...) = nil, keepdims: bool = false, where: bool[...] "
        "= nil) -> bool[...]",
    .brief = "Tests whether all elements along the axes are true.",
    .params = {{"axis", "Axes to reduce. If nil, all axes."},
               {"keepdims", "If true, the reduced axes stay with size 1."},
               {"where",
                "Elements to include; broadcasts to the shape of `x`. If nil, all elements."}},
    .errors = "error[dtype] if `x` is not bool; error[shape] if an axis is out of range",
    .example = "all([1, 2] > 1)  #> false",
    .source = "numpy.all",
    .call = bind<&all_where>,
    .form = CallForm::all_true,
};

extern const Builtin argmax_builtin = {
    .signature = "argmax(x: real[...], axis: int = nil, keepdims: bool = false) -> i32[...]",
    .brief =
        "Returns the index of the largest element along an axis, the first of ties. NaN counts as "
        "the largest.",
    .params = {{"axis", "Axis to reduce. If nil, the index is that of the flattened array."},
               {"keepdims", "If true, the reduced axes stay with size 1."}},
    .errors = extremes_errors,
    .example = "argmax([3, 9, 9])  #> 1",
    .source = "numpy.argmax",
    .call = bind<&argmax>,
};

extern const Builtin argmin_builtin = {
    .signature = "argmin(x: real[...], axis: int = nil, keepdims: bool = false) -> i32[...]",
    .brief =
        "Returns the index of the smallest element along an axis, the first of ties. NaN counts as "
        "the smallest.",
    .params = {{"axis", "Axis to reduce. If nil, the index is that of the flattened array."},
               {"keepdims", "If true, the reduced axes stay with size 1."}},
    .errors = extremes_errors,
    .example = "argmin([3, 1, 1])  #> 1",
    .source = "numpy.argmin",
    .call = bind<&argmin>,
};

}  // namespace rille
