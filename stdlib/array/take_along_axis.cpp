// take_along_axis: separate indices for each line.
#include "stdlib/array/pick.h"

namespace rille {
namespace {

void need_lines(const Array& x, const Array& indices, const Array& given, int64_t axis) {
  bool fits = x.rank() == indices.rank();
  for (int i = 0; fits && i < x.rank(); ++i) {
    Extent a = x.type().extent(i), b = indices.type().extent(i);
    fits = i == axis || a == b || a == Extent(1) || b == Extent(1);
  }
  if (fits) return;
  Error error(Code::shape,
              str("take_along_axis: `x` is ", x.type(), " but `indices` is ", given.type(),
                  ", expected shapes that can be broadcast together except along axis ", axis));
  throw labelled(labelled(std::move(error), "x"), "indices");
}

Array nothing(Dtype dtype) {
  return is_inexact(dtype) ? convert(Array(__builtin_nan("")), dtype) : convert(Array(0), dtype);
}

Array take_along_axis(const Array& given, const Array& given_indices, int64_t named,
                      const std::string& mode) {
  Array x = strong(given), indices = convert(strong(given_indices), Dtype::i64);
  int64_t axis = axis_of(named, x);
  need_lines(x, indices, given_indices, axis);
  int64_t size = x.type().extent(static_cast<int>(axis)).number();
  Array good = logical_and(ge(indices, -size), lt(indices, size));
  if (mode == "check") {
    check(good, "index", str("index {0} is out of range for axis ", axis, " of size ", size),
          {indices});
  }
  if (size == 0 && indices.type().count() > 0) {
    throw labelled(
        Error(Code::index, str("take_along_axis: axis ", axis, " of ", x.type(), " is empty")),
        "x");
  }
  Array places = where(lt(indices, 0), add(indices, size), indices);
  places = clip(places, Array(0), Array(std::max<int64_t>(size - 1, 0)));
  Array out = picked_along(x, axis, places);
  return mode == "fill" ? where(good, out, nothing(x.dtype())) : out;
}

}  // namespace

extern const Builtin take_along_axis_builtin = {
    .signature =
        "take_along_axis(x: number[...], indices: int[...], axis: int = -1, mode: \"check\" or "
        "\"clip\" or \"fill\" = \"check\") -> number[...]",
    .brief = "Takes elements along an axis, with separate indices for each 1-D slice of `x`.",
    .params = {{"indices",
                "Indices along the axis; negative indices count from the end. `indices` has the "
                "rank of `x` and is broadcast against it along the other axes."},
               {"axis", "Axis to index."},
               {"mode",
                "Handling of an index out of range: `\"check\"` raises an error, `\"clip\"` takes "
                "the nearest element, `\"fill\"` returns NaN, or 0 for an integer dtype."}},
    .errors =
        "error[shape] if `x` and `indices` cannot be broadcast together along the other axes; "
        "error[index] if an index is out of range and `mode` is \"check\"",
    .example = "take_along_axis([[10, 20], [30, 40]], [[1], [0]])  #> [[20],\n #>  [30]]",
    .source = "numpy.take_along_axis",
    .call = bind<&take_along_axis>,
};

}  // namespace rille
