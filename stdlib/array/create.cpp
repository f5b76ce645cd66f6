// Creation of arrays: zeros, arange, eye.
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "stdlib/array/apply_op.h"
#include "vm/tree.h"

namespace rille {
namespace {

Array filled(Dtype dtype, const Shape& shape, const AttrValue& value) {
  return apply1(fill_op, {}, {{"dtype", dtype}, {"shape", shape}, {"value", value}});
}

int64_t count_of(double start, double stop, double step) {
  if (step == 0 || !std::isfinite(start) || !std::isfinite(stop) || !std::isfinite(step)) {
    std::string_view fault = step == 0 || !std::isfinite(step) ? "step"
                             : std::isfinite(start)            ? "stop"
                                                               : "start";
    Error error(Code::value, str("arange: start, stop, and step are ", start, ", ", stop, ", and ",
                                 step, ", expected finite bounds and a finite, nonzero step"));
    throw labelled(std::move(error), fault);
  }
  double count = std::ceil((stop - start) / step);
  if (count > 4e18) {
    throw Error(Code::memory,
                str("arange: the result has ", count, " elements, which is too many"));
  }
  return count > 0 ? static_cast<int64_t>(count) : 0;
}

// The count for integers, exact even if stop - start takes all 64 bits.
int64_t count_of(int64_t start, int64_t stop, int64_t step) {
  if (step == 0) {
    throw labelled(Error(Code::value, "arange: `step` is 0, expected a nonzero step"), "step");
  }
  bool up = step > 0;
  if (up ? stop <= start : stop >= start) return 0;
  auto from = static_cast<uint64_t>(up ? start : stop),
       to = static_cast<uint64_t>(up ? stop : start);
  uint64_t by = up ? static_cast<uint64_t>(step) : ~static_cast<uint64_t>(step) + 1;
  uint64_t count = (to - from - 1) / by + 1;
  if (count > uint64_t{1} << 62) {
    throw Error(Code::memory,
                str("arange: the result has ", count, " elements, which is too many"));
  }
  return static_cast<int64_t>(count);
}

// error[value] unless the number, rounded by the dtype's conversion, is in the range of the dtype.
template <class Number>
void need_fit(Number number, Dtype dtype) {
  if (is_inexact(dtype)) {
    convert(Array(number), dtype);
  } else if constexpr (std::is_same_v<Number, double>) {
    double whole = std::trunc(number);
    if (std::abs(whole) < 0x1p63) return need_fit(static_cast<int64_t>(whole), dtype);
    throw Error(Code::value, str(number, " does not fit in ", name(dtype)));
  } else if (dtype != Dtype::boolean) {
    convert(Array(number), dtype);
  }
}

// start + i * step, computed in 64 bits. The elements between the ends fit if both ends do.
Array ramp(double start, double step, int64_t count, Dtype dtype) {
  if (count > 0) {
    need_fit(start, dtype);
    need_fit(start + static_cast<double>(count - 1) * step, dtype);
  }
  Array i = iota({Extent(count)}, 0, Dtype::f64);
  return convert(add(mul(i, step), start), dtype);
}

// Integers from `start` on, by `step`.
struct Ramp {
  int64_t start, step, count;

  Ramp(int64_t from, int64_t to, int64_t by)
      : start(from), step(by), count(count_of(from, to, by)) {}

  int64_t last() const {
    auto moved =
        static_cast<uint64_t>(step) * static_cast<uint64_t>(std::max<int64_t>(count - 1, 0));
    return static_cast<int64_t>(static_cast<uint64_t>(start) + moved);
  }

  bool fits(Dtype dtype) const {
    auto fit = [&](int64_t x) {
      return count == 0 || (x >= min_of(dtype) && x <= greatest_of(dtype));
    };
    return fit(start) && fit(last()) && (count < 2 || fits_step(dtype));
  }

  Array in(Dtype dtype) const {
    // An axis that is too long is rejected first.
    if (dtype == Dtype::i32 && count > int64_t{1} << 31) return iota({Extent(count)}, 0, dtype);
    if (count > 0) {
      need_fit(start, dtype);
      need_fit(last(), dtype);
    }
    if (dtype != Dtype::i64 && !(dtype == Dtype::i32 && fits(dtype)) && !is_exact(dtype)) {
      return convert(in(fits(Dtype::i32) ? Dtype::i32 : Dtype::i64), dtype);
    }
    Array out = iota({Extent(count)}, 0, dtype);
    if (step != 1 && count > 1) out = mul(out, step);
    return start == 0 || count == 0 ? out : add(out, start);
  }

 private:
  // Whether every intermediate value is exact in the float type.
  bool is_exact(Dtype dtype) const {
    if (dtype != Dtype::f32 && dtype != Dtype::f64) return false;
    int64_t most = int64_t{1} << (dtype == Dtype::f32 ? 24 : 53);
    auto fit = [&](int64_t x) { return -most <= x && x <= most; };
    return fit(start) && fit(last()) && fit(step) && fit(count);
  }

  static int64_t min_of(Dtype dtype) {
    return dtype == Dtype::i32 ? std::numeric_limits<int32_t>::min()
                               : std::numeric_limits<int64_t>::min();
  }
  static int64_t greatest_of(Dtype dtype) {
    return dtype == Dtype::i32 ? std::numeric_limits<int32_t>::max()
                               : std::numeric_limits<int64_t>::max();
  }
  bool fits_step(Dtype dtype) const { return step >= min_of(dtype) && step <= greatest_of(dtype); }
};

double number_of(const Value& value, std::string_view word) {
  if (!value.is_leaf()) {
    throw Error(Code::type, str(word, ": expected a number, got a ", kind_text(value)));
  }
  return value.as_array().number();
}

bool is_whole(const Value& value) {
  return value.is_leaf() && is_integer(value.as_array().dtype());
}

Array arange_of(State& state, const Value& start, const Value& stop, const Value& step,
                std::optional<Dtype> dtype) {
  for (const Value* part : {&start, &stop, &step}) need_known(state, *part);
  bool ints = is_whole(start) && (stop.is_nil() || is_whole(stop)) && is_whole(step);
  Value from = stop.is_nil() ? Value(0) : start;
  const Value& to = stop.is_nil() ? start : stop;
  if (ints) {
    Ramp ramp(from.as_array().integer(), to.as_array().integer(), step.as_array().integer());
    return ramp.in(dtype.value_or(ramp.fits(Dtype::i32) ? Dtype::i32 : Dtype::i64));
  }
  double low = number_of(from, "start"), by = number_of(step, "step");
  return ramp(low, by, count_of(low, number_of(to, "stop"), by), dtype.value_or(Dtype::f32));
}

Value zeros_like_tree(const Value& x) {
  return map_leaves(
      x, [](const Value& leaf) { return Value::from_array(zeros_like(leaf.as_array())); });
}

Value ones_like_tree(const Value& x) {
  return map_leaves(
      x, [](const Value& leaf) { return Value::from_array(ones_like(leaf.as_array())); });
}

Array like(const Array& x, int number) {
  if (kind(x.dtype()) == DtypeKind::key) return x;
  return fit(convert(number, x.dtype()), x.shape()).with_weak(x.is_weak());
}

}  // namespace

Array zeros(const Shape& shape, Dtype dtype) {
  return dtype == Dtype::boolean ? filled(dtype, shape, false) : full(shape, 0, dtype);
}

Array ones(const Shape& shape, Dtype dtype) {
  return dtype == Dtype::boolean ? filled(dtype, shape, true) : full(shape, 1, dtype);
}

Array full(const Shape& shape, const Array& value, std::optional<Dtype> dtype) {
  return broadcast(dtype ? convert(value, *dtype) : strong(value), shape);
}

Array zeros_like(const Array& x) { return like(x, 0); }
Array ones_like(const Array& x) { return like(x, 1); }

Array iota(const Shape& shape, int64_t axis, Dtype dtype) {
  auto extent = shape.at(static_cast<size_t>(axis)).if_known();
  if (dtype == Dtype::i32 && extent && *extent > int64_t{1} << 31) {
    throw Error(Code::memory, str("iota: the axis has ", *extent,
                                  " elements, expected at most 2^31 for i32 indices"));
  }
  return apply1(iota_op, {}, {{"dtype", dtype}, {"shape", shape}, {"axis", axis}});
}

Array arange(int64_t start, int64_t stop, int64_t step, Dtype dtype) {
  return Ramp(start, stop, step).in(dtype);
}

Array linspace(double low, double high, int64_t count, Dtype dtype) {
  if (count < 0) {
    throw labelled(Error(Code::value, str("linspace: `num` is ", count, ", expected count >= 0")),
                   "num");
  }
  if (count < 2) return ramp(low, 0, count, dtype);
  need_fit(low, dtype);
  need_fit(high, dtype);
  auto last = static_cast<double>(count - 1);
  Array i = iota({Extent(count)}, 0, Dtype::f64), out;
  if (std::isinf(high - low) && std::isfinite(high) && std::isfinite(low)) {
    out = add(mul(div(sub(last, i), last), low), mul(div(i, last), high));
  } else {
    out = add(mul(i, (high - low) / last), low);
  }
  return convert(where(eq(i, last), high, out), dtype);  // the last element is exactly `high`
}

Array eye(int64_t rows, std::optional<int64_t> columns, Dtype dtype) {
  if (rows < 0 || columns.value_or(0) < 0) {
    Error error(Code::value, str("eye: the shape is (", rows, ", ", columns.value_or(rows),
                                 "), expected sizes >= 0"));
    throw labelled(std::move(error), rows < 0 ? "rows" : "columns");
  }
  Shape shape = {Extent(rows), Extent(columns.value_or(rows))};
  return convert(eq(iota(shape, 0), iota(shape, 1)), dtype);
}

extern const Builtin zeros_builtin = {
    .signature = "zeros(shape: shape, dtype: dtype = f32) -> array",
    .brief = "Creates an array of zeros, or of false if `dtype` is bool.",
    .errors = "error[value] if a size is negative",
    .example = "zeros(3)  #> [0, 0, 0]",
    .source = "numpy.zeros",
    .call = bind<&zeros>,
    .form = CallForm::fill,
};

extern const Builtin ones_builtin = {
    .signature = "ones(shape: shape, dtype: dtype = f32) -> array",
    .brief = "Creates an array of ones, or of true if `dtype` is bool.",
    .errors = "error[value] if a size is negative",
    .example = "ones((1, 2))  #> [[1, 1]]",
    .source = "numpy.ones",
    .call = bind<&ones>,
    .form = CallForm::fill,
};

extern const Builtin full_builtin = {
    .signature = "full(shape: shape, value: number or bool, dtype: dtype = nil) -> array",
    .brief = "Creates an array filled with `value`.",
    .params =
        {{"dtype",
          "Element type. If nil, the dtype of `value`, which is i32 or f32 for a host scalar."}},
    .errors = "error[value] if a size is negative or `value` does not fit in the dtype",
    .example = "full((2,), 7)  #> [7, 7]",
    .source = "numpy.full",
    .call = bind<&full>,
    .form = CallForm::fill,
};

extern const Builtin zeros_like_builtin = {
    .signature = "zeros_like(x: tree) -> tree",
    .brief = "Returns zeros with the shape and dtype of `x`.",
    .params = {{"x", "Array, or a tree of arrays."}},
    .errors = "none",
    .example = "zeros_like([1.0, 2.0])  #> [0, 0]",
    .source = "numpy.zeros_like",
    .call = bind<&zeros_like_tree>,
};

extern const Builtin ones_like_builtin = {
    .signature = "ones_like(x: tree) -> tree",
    .brief = "Returns ones with the shape and dtype of `x`.",
    .params = {{"x", "Array, or a tree of arrays."}},
    .errors = "none",
    .example = "ones_like([5, 6])  #> [1, 1]",
    .source = "numpy.ones_like",
    .call = bind<&ones_like_tree>,
};

extern const Builtin arange_builtin = {
    .signature =
        "arange(start: real, stop: real = nil, step: real = 1, dtype: dtype = nil) -> "
        "number[count]",
    .brief = "Returns evenly spaced numbers from `start` to `stop`, without `stop`.",
    .params = {{"start",
                "First element. Without `stop`, `start` is the end and the array begins at 0."},
               {"stop", "End of the range, exclusive. If nil, the range is from 0 to `start`."},
               {"step", "Spacing between elements; nonzero."},
               {"dtype",
                "Element type. If nil, integers are i32, or i64 if an element does not fit in i32, "
                "and floats are f32."}},
    .errors =
        "error[value] if `step` is 0, an argument is not finite, or an element does not fit in the "
        "dtype",
    .example = "arange(2, 8, 3)  #> [2, 5]",
    .source = "numpy.arange",
    .call = bind<&arange_of>,
};

extern const Builtin linspace_builtin = {
    .signature =
        "linspace(start: real, stop: real, num: int = 50, dtype: dtype = f32) -> float[num]",
    .brief = "Returns `num` evenly spaced floats from `start` to `stop`, both included.",
    .params = {{"start", "First element."},
               {"stop", "Last element, included."},
               {"num", "Number of elements, ≥ 0."}},
    .errors = "error[value] if `num` is negative or an element does not fit in the dtype",
    .example = "linspace(0.0, 1.0, 3)  #> [0, 0.5, 1]",
    .source = "numpy.linspace",
    .call = bind<&linspace>,
};

extern const Builtin eye_builtin = {
    .signature = "eye(rows: int, columns: int = nil, dtype: dtype = f32) -> number[rows, columns]",
    .brief = "Returns a matrix with ones on the diagonal and zeros elsewhere.",
    .params = {{"columns", "Number of columns. If nil, the matrix is square."}},
    .errors = "error[value] if a size is negative",
    .example = "eye(2)  #> [[1, 0],\n #>  [0, 1]]",
    .source = "numpy.eye",
    .call = bind<&eye>,
};

}  // namespace rille
