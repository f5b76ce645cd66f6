// diff, gradient, trapezoid, unwrap: along an axis.
#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

int64_t size_along(const Array& x, int64_t axis) {
  return x.type().extent(static_cast<int>(axis)).number();
}

// The differences of consecutive elements.
Array step_of(const Array& x, int64_t axis) {
  int64_t size = size_along(x, axis);
  if (size == 0) return x;
  Array next = slice_axis(x, axis, 1, size - 1), before = slice_axis(x, axis, 0, size - 1);
  return x.dtype() == Dtype::boolean ? ne(next, before) : sub(next, before);
}

Array diff(const Array& given, int64_t n, int64_t named) {
  Array x = strong(given);
  int64_t axis = axis_of(named, x);
  if (n < 0) throw labelled(Error(Code::value, str("diff: `n` is ", n, ", expected n >= 0")), "n");
  for (int64_t i = 0; i < n && size_along(x, axis) > 0; ++i) x = step_of(x, axis);
  return x;
}

// A vector reshaped to lie along one axis of x.
Array along(const Array& line, const Array& x, int64_t axis) {
  Shape shape(x.shape().size(), Extent(1));
  shape[static_cast<size_t>(axis)] = line.shape()[0];
  return reshape_to(line, shape);
}

// The derivative at an end of the parabola through its three points. `to` is the slope to the
// neighbor, `next` the slope after it, and `step` and `next_step` are the spacings.
Array end_slope(const Array& to, const Array& next, const Array& step, const Array& next_step) {
  return add(to, mul(sub(to, next), div(step, add(step, next_step))));
}

// First-order differences at both ends, or second-order ones with edge_order 2; in the interior,
// the derivative of the parabola through three points.
Array slope_of(const Array& x, const Array& spacing, int64_t axis, int64_t edge_order) {
  int64_t size = size_along(x, axis);
  if (size < edge_order + 1) {
    Error error(Code::shape, str("gradient: axis ", axis, " of ", x.type(),
                                 " is too short, expected at least ", edge_order + 1, " elements"));
    throw labelled(std::move(error), "x");
  }
  if (spacing.rank() > 1 || (spacing.rank() == 1 && spacing.type().count() != size)) {
    throw labelled(
        Error(Code::shape, str("gradient: `spacing` is ", spacing.type(),
                               ", expected a number or one coordinate for each element of axis ",
                               axis, " of ", x.type())),
        "spacing");
  }
  Array steps = spacing.rank() == 0 ? spacing : along(step_of(spacing, 0), x, axis);
  Array slopes = div(step_of(x, axis), steps);
  Array first = slice_axis(slopes, axis, 0, 1), last = slice_axis(slopes, axis, size - 2, 1);
  if (size == 2) return concat({first, last}, axis);
  Array left = slice_axis(slopes, axis, 0, size - 2), right = slice_axis(slopes, axis, 1, size - 2);
  Array middle, a = steps, b = steps;
  if (spacing.rank() == 0) {  // does not read the element itself, which may be infinite
    Array before = slice_axis(x, axis, 0, size - 2), after = slice_axis(x, axis, 2, size - 2);
    middle = div(sub(mul(after, 0.5), mul(before, 0.5)), steps);  // halved first, to avoid overflow
  } else {
    a = slice_axis(steps, axis, 0, size - 2), b = slice_axis(steps, axis, 1, size - 2);
    middle = div(add(mul(left, b), mul(right, a)), add(a, b));
  }
  if (edge_order == 2) {
    auto at = [&](const Array& of, int64_t i) {
      return of.rank() == 0 ? of : slice_axis(of, axis, i, 1);
    };
    int64_t end = size - 3;
    first = end_slope(first, at(slopes, 1), at(a, 0), at(b, 0));
    last = end_slope(last, at(slopes, end), at(b, end), at(a, end));
  }
  return concat({first, middle, last}, axis);
}

Value gradient(const Array& given, const Value& spacing, const Axes& axis, int64_t edge_order) {
  Array x = strong(inexact(given));
  if (edge_order < 1 || edge_order > 2) {
    Error error(Code::value, str("gradient: `edge_order` is ", edge_order, ", expected 1 or 2"));
    throw labelled(std::move(error), "edge_order");
  }
  Ints axes = axes_of({}, x);
  if (axis) {
    axes.clear();
    for (int64_t at : *axis) axes.push_back(axis_of(at, x));
  }
  bool each = spacing.is_tuple();
  if (each && spacing.items().size() != axes.size()) {
    Error error(Code::value, str("gradient: `spacing` has ", spacing.items().size(),
                                 " entries for ", axes.size(), " axes"));
    throw labelled(std::move(error), "spacing");
  }
  Arrays out;
  for (size_t i = 0; i < axes.size(); ++i) {
    Array by = each ? spacing.items()[i].as_array() : spacing.as_array();
    if (by.rank() > 0) by = strong(inexact(by));
    out.push_back(slope_of(x, by, axes[i], edge_order));
  }
  return out.size() == 1 ? to_value(out[0]) : to_value(out);
}

Array trapezoid(const Array& given, const std::optional<Array>& places, const Array& dx,
                int64_t named) {
  Array y = strong(inexact(given));
  int64_t axis = axis_of(named, y), size = size_along(y, axis);
  Array steps = dx;
  if (places) {
    Array x = strong(inexact(*places));
    bool is_line = x.rank() == 1;
    if (is_line && x.shape()[0] != y.shape()[static_cast<size_t>(axis)]) {
      Error error(Code::shape, str("trapezoid: `y` is ", y.type(), " but `x` is ", x.type()));
      throw labelled(labelled(std::move(error), "y"), "x");
    }
    steps = is_line ? along(step_of(x, 0), y, axis) : step_of(x, axis_of(named, x));
  }
  if (size == 0) return sum(y, Ints{axis});
  Array half = mul(y, 0.5);  // the sum of two elements may overflow
  Array pairs = add(slice_axis(half, axis, 1, size - 1), slice_axis(half, axis, 0, size - 1));
  return sum(mul(pairs, steps), Ints{axis});
}

Array unwrap(const Array& given, const std::optional<double>& discont, int64_t named,
             double period) {
  Array x = strong(inexact(given));
  int64_t axis = axis_of(named, x), size = size_along(x, axis);
  if (!(period > 0)) {
    throw labelled(Error(Code::value, str("unwrap: `period` is ", period, ", expected period > 0")),
                   "period");
  }
  if (size < 2) return x;
  double half = period / 2;
  Array steps = step_of(x, axis), short_steps = sub(mod(add(steps, half), period), half);
  // A step of exactly half a period keeps its direction.
  Array is_up = logical_and(eq(short_steps, -half), gt(steps, 0));
  short_steps = where(is_up, half, short_steps);
  Array turns = where(lt(abs(steps), discont.value_or(half)), 0, sub(short_steps, steps));
  Array moved = add(slice_axis(x, axis, 1, size - 1), cumsum(turns, axis));
  return concat({slice_axis(x, axis, 0, 1), moved}, axis);
}

}  // namespace

extern const Builtin diff_builtin = {
    .signature = "diff(x: number[...], n: int = 1, axis: int = -1) -> number[...]",
    .brief =
        "Computes the n-th differences along an axis. For bools, tests whether neighbors differ.",
    .params = {{"n", "Order: the number of times to take differences, ≥ 0."},
               {"axis", "Axis along which to take differences. It becomes shorter by `n`."}},
    .errors = "error[value] if `n` is negative; error[shape] if `axis` is out of range",
    .example = "diff([1, 4, 9])  #> [3, 5]",
    .source = "numpy.diff",
    .call = bind<&diff>,
};

extern const Builtin gradient_builtin = {
    .signature =
        "gradient(x: number[...], spacing: number or real[...] or tuple = 1.0, axis: int or (int, "
        "...) "
        "= nil, edge_order: int = 1) -> array or (array, ...)",
    .brief =
        "Computes the numerical gradient of sampled values by finite differences. `grad` "
        "differentiates functions.",
    .params = {{"x", "Sampled values."},
               {"spacing",
                "Distance between samples, or the coordinates of the samples along an axis. A "
                "tuple holds one entry for each axis."},
               {"axis", "Axes along which to differentiate. If nil, all axes."},
               {"edge_order", "Order of accuracy at the ends of an axis: 1 or 2."}},
    .returns = "the derivative along the axis, or a tuple of derivatives for several axes",
    .errors =
        "error[shape] if an axis is out of range, has fewer than `edge_order` + 1 elements, or "
        "does not match `spacing`; error[value] if `edge_order` is not 1 or 2, or `spacing` and "
        "the axes differ in number",
    .example = "gradient([1.0, 2.0, 4.0])  #> [1, 1.5, 2]",
    .source = "numpy.gradient",
    .call = bind<&gradient>,
};

extern const Builtin trapezoid_builtin = {
    .signature =
        "trapezoid(y: number[...], x: real[...] = nil, dx: real[...] = 1.0, axis: int = -1) -> "
        "number[...]",
    .brief = "Integrates sampled values along an axis by the trapezoidal rule.",
    .params = {{"y", "Sampled values."},
               {"x",
                "Coordinates of the samples: a vector or an array like `y`. If nil, the samples "
                "are `dx` apart."},
               {"dx", "Distance between samples if `x` is nil."},
               {"axis", "Axis to integrate along."}},
    .errors = "error[shape] if `axis` is out of range, or `x` and `y` differ in size along it",
    .example = "trapezoid([1.0, 2.0, 3.0])  #> 4",
    .source = "numpy.trapezoid",
    .call = bind<&trapezoid>,
};

extern const Builtin unwrap_builtin = {
    .signature =
        "unwrap(x: real[...], discont: real = nil, axis: int = -1, period: real = "
        "6.283185307179586) "
        "-> float[...]",
    .brief = "Unwraps angles: adds multiples of the period to remove jumps between neighbors.",
    .params = {{"discont",
                "Smallest absolute difference that counts as a jump. If nil, half a period."},
               {"axis", "Axis to unwrap along."},
               {"period", "Length of a period, > 0."}},
    .errors = "error[value] if `period` is not positive; error[shape] if `axis` is out of range",
    .example = "unwrap([3.0, 0.0, 3.0], period = 4.0)  #> [3, 4, 3]",
    .source = "numpy.unwrap",
    .call = bind<&unwrap>,
};

}  // namespace rille
