// quantile, median: interpolation in the sorted order.
#include <algorithm>

#include "stdlib/array/interpolated.h"
#include "stdlib/array/pick.h"
#include "stdlib/array/reduce.h"

namespace rille {
namespace {

// x with the reduced axes merged into one, which is the last.
Array as_last(const Array& x, const Ints& axes) {
  Ints order;
  for (int64_t i = 0; i < x.rank(); ++i) {
    if (std::ranges::count(axes, i) == 0) order.push_back(i);
  }
  size_t kept = order.size();
  order.insert(order.end(), axes.begin(), axes.end());
  Array turned = transpose(x, order);
  Shape shape(turned.shape().begin(), turned.shape().begin() + static_cast<std::ptrdiff_t>(kept));
  shape.emplace_back(folded_count(x, axes));
  return reshape_to(turned, shape);
}

// Lines to reduce: sorted, with masked-out elements at the end, as NaN.
struct QuantileLines {
  Array sorted;   // [..., n]
  Array last;     // the index of the last included element: f64[] or f64[..., 1]
  Array has_nan;  // bool[..., 1]
};

QuantileLines lines_of(const Array& x, const Ints& axes, const WhereMask& chosen) {
  Array line = as_last(x, axes);
  auto size = static_cast<double>(line.shape().back().number());
  if (!chosen) {
    Array sorted = sort(line);
    Array nan = isnan(slice_axis(sorted, -1, line.shape().back().number() - 1, 1));
    return {sorted, convert(Array(size - 1), Dtype::f64), nan};
  }
  need_room(*chosen, x.shape(), "where");
  Array counts = as_last(fit(strong(*chosen), x.shape()), axes);
  Array nan = any(logical_and(isnan(line), counts), Ints{-1}, true);
  Array count = sum(convert(counts, Dtype::f64), Ints{-1}, true);
  return {sort(where(counts, line, __builtin_nan(""))), sub(count, 1), nan};
}

// One value for each line and each q, at the position q * last of the line: [..., m].
Array asked(const QuantileLines& lines, const Array& q, const std::string& method) {
  Array place = mul(q, lines.last);
  place = where(lt(place, 0), 0,
                place);  // negative if no element is included; 0 itself keeps its derivative
  if (method == "nearest") place = round(place);
  // Linear interpolation always uses two neighboring elements, even if the position is exactly that
  // of an element, so that the derivative with respect to q is their difference.
  bool is_line = method == "linear";
  Array low = floor(place), high = ceil(place);
  if (is_line) low = maximum(minimum(low, sub(lines.last, 1)), 0);
  if (is_line) high = minimum(add(low, 1), lines.last);
  if (method == "lower") high = low;
  if (method == "higher") low = high;
  Array share =
      convert(method == "midpoint" ? mul(convert(ne(low, high), Dtype::f64), 0.5) : sub(place, low),
              lines.sorted.dtype());
  auto at = [&](const Array& places) {
    Array whole = convert(places, Dtype::i64);
    int axis = lines.sorted.rank() - 1;
    return whole.rank() == 1 ? picked(lines.sorted, axis, whole)
                             : picked_along(lines.sorted, axis, whole);
  };
  Array out = at(low);
  bool is_one = method == "lower" || method == "higher" || method == "nearest";
  if (!is_one) out = interpolated(out, at(high), share);
  return where(lines.has_nan, __builtin_nan(""), out);
}

Array quantile(const Array& given, const Array& given_q, const Axes& axis, bool keep,
               const std::string& method, const WhereMask& chosen) {
  Array x = strong(inexact(given)), q = convert(inexact(given_q), Dtype::f64);
  Ints axes = axes_of(axis, x);
  if (folded_count(x, axes) == 0) {
    throw labelled(Error(Code::value, str(calling_name("quantile"), ": ", x.type(),
                                          " has no elements along the reduced axes")),
                   "x");
  }
  check(logical_and(ge(q, 0), le(q, 1)), "value", "quantile: `q` is {0}, expected 0 <= q <= 1",
        {q});
  QuantileLines lines = lines_of(x, axes, chosen);
  Array out = asked(lines, flatten_array(q), method);
  Shape shape = q.shape();
  for (int64_t i = 0; i < x.rank(); ++i) {
    bool is_folded = std::ranges::count(axes, i) > 0;
    if (is_folded && keep) shape.emplace_back(1);
    if (!is_folded) shape.push_back(x.shape()[static_cast<size_t>(i)]);
  }
  return reshape_to(move_axis(out, -1, 0), shape);
}

Array median(const Array& x, const Axes& axis, bool keep, const WhereMask& chosen) {
  return quantile(x, Array(0.5), axis, keep, "midpoint", chosen);
}

}  // namespace

extern const Builtin quantile_builtin = {
    .signature =
        "quantile(x: real[...], q: real[...], axis: int or (int, ...) = nil, keepdims: bool = "
        "false, method: \"linear\" or \"lower\" or \"higher\" or \"midpoint\" or \"nearest\" = "
        "\"linear\", where: bool[...] = nil) -> float[...]",
    .brief = "Computes the q-quantile along the axes; NaN if an element is NaN.",
    .params = {{"q", "Probabilities, 0 ≤ q ≤ 1. The axes of `q` are the first axes of the result."},
               {"axis", "Axes to reduce. If nil, all axes."},
               {"keepdims", "If true, the reduced axes stay with size 1."},
               {"method",
                "Value at a position between two elements: `\"linear\"` interpolates, `\"lower\"` "
                "and `\"higher\"` take the smaller and the larger element, `\"midpoint\"` their "
                "mean, `\"nearest\"` the nearer one."},
               {"where",
                "Elements to include; broadcasts to the shape of `x`. If nil, all elements. If no "
                "element is included, the result is NaN."}},
    .errors =
        "error[value] if `q` is not from 0 to 1, or a reduced axis is empty; error[shape] if an "
        "axis is out of range",
    .example = "quantile([1.0, 2.0, 3.0, 4.0], [0.0, 0.5, 1.0])  #> [1, 2.5, 4]",
    .source = "numpy.quantile",
    .call = bind<&quantile>,
};

extern const Builtin median_builtin = {
    .signature =
        "median(x: real[...], axis: int or (int, ...) = nil, keepdims: bool = false, where: "
        "bool[...] = nil) -> float[...]",
    .brief =
        "Computes the median along the axes; NaN if an element is NaN. Of an even number of "
        "elements, it is the mean of the two in the middle.",
    .params = {{"axis", "Axes to reduce. If nil, all axes."},
               {"keepdims", "If true, the reduced axes stay with size 1."},
               {"where",
                "Elements to include; broadcasts to the shape of `x`. If nil, all elements. If no "
                "element is included, the result is NaN."}},
    .errors = "error[value] if a reduced axis is empty; error[shape] if an axis is out of range",
    .example = "median([1.0, 9.0, 2.0])  #> 2",
    .source = "numpy.median",
    .call = bind<&median>,
};

}  // namespace rille
