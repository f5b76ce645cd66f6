// Largest, smallest, any, all, and where the extremes stand.
#include "stdlib/array/reduce.h"

namespace rille {
namespace {

constexpr std::string_view errors =
    "error[shape] where an axis is not one of x's; error[value] where one is empty";

void need_elements(const Array& x, const Ints& axes, std::string_view what) {
  for (int64_t axis : axes) {
    if (x.type().extent(static_cast<int>(axis)) != Extent(0)) continue;
    throw labelled(
        Error(Code::value, str(what, ": axis ", axis, " of ", x.type(), " has no elements")), "x");
  }
}

Array extreme(const Op& op, const Array& x, const Axes& axis, bool keep, std::string_view what) {
  Ints axes = axes_of(axis, x);
  need_elements(x, axes, what);
  return reduce(op, x, axes, keep);
}

Array of_bools(const Op& op, const Array& x, const Axes& axis, bool keep, std::string_view what) {
  if (x.dtype() != Dtype::boolean) {
    throw Error(Code::dtype, str(what, " needs bools, got ", given(x)))
        .help("compare first, as in `x != 0`");
  }
  return reduce(op, x, axes_of(axis, x), keep);
}

Array place(const Op& op, const Array& given, const Axis& named, bool keep) {
  auto [x, axis] = one_axis(given, named);
  need_elements(x, {axis}, op.name);
  Array y = apply1(op, {x}, {{"axis", axis}});
  if (!keep) return y;
  return with_kept(y, given, named ? Ints{axis} : axes_of({}, given));
}

}  // namespace

Array max(const Array& x, const Axes& axis, bool keep) {
  return extreme(reduce_max_op, x, axis, keep, "max");
}
Array min(const Array& x, const Axes& axis, bool keep) {
  return extreme(reduce_min_op, x, axis, keep, "min");
}
Array any(const Array& x, const Axes& axis, bool keep) {
  return of_bools(reduce_or_op, x, axis, keep, "any");
}
Array all(const Array& x, const Axes& axis, bool keep) {
  return of_bools(reduce_and_op, x, axis, keep, "all");
}
Array argmax(const Array& x, const Axis& axis, bool keep) {
  return place(argmax_op, x, axis, keep);
}
Array argmin(const Array& x, const Axis& axis, bool keep) {
  return place(argmin_op, x, axis, keep);
}

extern const Builtin max_builtin = {
    .signature =
        "max(x: real[...], axis: int or (int, ...) = nil, keep: bool = false) -> real[...]",
    .brief = "The largest element along the axes; NaN where there is one.",
    .params = {{"axis", "the axes that are folded; nil: all"},
               {"keep", "leave them, with extent 1"}},
    .errors = errors,
    .example = "max([[1, 5], [7, 2]], axis = 1)  #> [5, 7]",
    .source = "numpy.max",
    .call = bind<&max>,
};

extern const Builtin min_builtin = {
    .signature =
        "min(x: real[...], axis: int or (int, ...) = nil, keep: bool = false) -> real[...]",
    .brief = "The smallest element along the axes; NaN where there is one.",
    .params = {{"axis", "the axes that are folded; nil: all"},
               {"keep", "leave them, with extent 1"}},
    .errors = errors,
    .example = "min([[1, 5], [7, 2]], axis = 1)  #> [1, 2]",
    .source = "numpy.min",
    .call = bind<&min>,
};

extern const Builtin any_builtin = {
    .signature =
        "any(x: bool[...], axis: int or (int, ...) = nil, keep: bool = false) -> bool[...]",
    .brief = "Whether one of the bools along the axes is true.",
    .params = {{"axis", "the axes that are folded; nil: all"},
               {"keep", "leave them, with extent 1"}},
    .errors = "error[dtype] where x holds no bools",
    .example = "any([1, 2] > 1)  #> true",
    .source = "numpy.any",
    .call = bind<&any>,
};

extern const Builtin all_builtin = {
    .signature =
        "all(x: bool[...], axis: int or (int, ...) = nil, keep: bool = false) -> bool[...]",
    .brief = "Whether all of the bools along the axes are true.",
    .params = {{"axis", "the axes that are folded; nil: all"},
               {"keep", "leave them, with extent 1"}},
    .errors = "error[dtype] where x holds no bools",
    .example = "all([1, 2] > 1)  #> false",
    .source = "numpy.all",
    .call = bind<&all>,
};

extern const Builtin argmax_builtin = {
    .signature = "argmax(x: real[...], axis: int = nil, keep: bool = false) -> i32[...]",
    .brief = "Where the largest element stands, the first of equals.",
    .params = {{"axis", "nil: the place in the flattened array"},
               {"keep", "leave the axis, with extent 1"}},
    .errors = errors,
    .example = "argmax([3, 9, 9])  #> 1",
    .source = "numpy.argmax; the first NaN wins",
    .call = bind<&argmax>,
};

extern const Builtin argmin_builtin = {
    .signature = "argmin(x: real[...], axis: int = nil, keep: bool = false) -> i32[...]",
    .brief = "Where the smallest element stands, the first of equals.",
    .params = {{"axis", "nil: the place in the flattened array"},
               {"keep", "leave the axis, with extent 1"}},
    .errors = errors,
    .example = "argmin([3, 1, 1])  #> 1",
    .source = "numpy.argmin; the first NaN wins",
    .call = bind<&argmin>,
};

}  // namespace rille
