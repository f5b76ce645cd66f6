// take_along_axis: of each line its own places.
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
  Error error(Code::shape, str("take_along_axis: x is ", x.type(), " but indices are ",
                               given.type(), ": they may differ along axis ", axis, " alone"));
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
    throw labelled(Error(Code::index, str("axis ", axis, " of ", x.type(), " is empty")), "x");
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
    .brief =
        "Of each line of x along the axis the elements at the places that the same line of "
        "`indices` names.",
    .params =
        {{"indices", "as many axes as x, broadcast along all but one; from the end where negative"},
         {"mode",
          "out of range: \"check\" raises, \"clip\" takes the nearest, \"fill\" gives NaN or 0"}},
    .errors =
        "error[shape] where x and the indices do not fit; error[index] where one is out of range "
        "and mode is \"check\"",
    .example = "take_along_axis([[10, 20], [30, 40]], [[1], [0]])  #> [[20],\n #>  [30]]",
    .source = "numpy.take_along_axis",
    .call = bind<&take_along_axis>,
};

}  // namespace rille
