// searchsorted, isin, interp: lookups in sorted vectors.
#include "stdlib/array/interpolated.h"
#include "stdlib/array/pick.h"

namespace rille {
namespace {

Array searchsorted(const Array& sorted, const Array& x, const std::string& side) {
  Arrays both{strong(sorted), strong(x)};
  promote_together(both);
  return places_in(both[0], both[1], side == "right");
}

// Compares all pairs if y is small; otherwise sorts y and searches in it.
Array isin(const Array& given_x, const Array& given_y) {
  Arrays both{strong(given_x), strong(given_y)};
  promote_together(both);
  Array x = both[0], y = flatten_array(both[1]);
  int64_t size = y.type().count();
  if (size == 0) return zeros(x.shape(), Dtype::boolean);
  if (size <= 16 || is_complex(x.dtype())) return any(eq(expand(x, {-1}), y), Ints{-1});
  y = sort(y);
  Array place = minimum(places_in(y, x, false), size - 1);
  return eq(apply1(gather_op, {y, expand(place, {-1})}, {{"axes", Ints{0}}}), x);
}

Array at_places(const Array& x, const Array& places) {
  return apply1(gather_op, {x, expand(places, {-1})}, {{"axes", Ints{0}}});
}

Array end_of(const Array& x, bool last) {
  int64_t at = last ? x.type().count() - 1 : 0;
  return reshape_to(slice_axis(x, 0, at, 1), Shape{});
}

// Maps x and the points into one period, sorts the points, and adds the last one in front and the
// first one at the end.
void wrap(Array& x, Array& xp, Array& fp, double period) {
  if (!(period > 0)) {
    throw labelled(Error(Code::value, str("interp: `period` is ", period, ", expected period > 0")),
                   "period");
  }
  x = mod(x, period);
  xp = mod(xp, period);
  Array order = argsort(xp);
  xp = at_places(xp, order);
  fp = at_places(fp, order);
  int64_t count = xp.type().count();
  auto both_ends = [&](const Array& line, double by) {
    Array last = slice_axis(line, 0, count - 1, 1), first = slice_axis(line, 0, 0, 1);
    return concat({by == 0 ? last : sub(last, by), line, by == 0 ? first : add(first, by)});
  };
  xp = both_ends(xp, period);
  fp = both_ends(fp, 0);
}

Array interp(const Array& given_x, const Array& given_xp, const Array& given_fp,
             const std::optional<Array>& left, const std::optional<Array>& right,
             const std::optional<double>& period) {
  Arrays both{strong(inexact(given_x)), strong(inexact(given_xp))};
  promote_together(both);
  Array x = both[0], xp = both[1], fp = strong(inexact(given_fp));
  if (xp.type().count() == 0) {
    throw labelled(Error(Code::value, "interp: `xp` is empty, expected at least one point"), "xp");
  }
  if (period) wrap(x, xp, fp, *period);
  int64_t count = xp.type().count();
  if (count == 1) return add(mul(x, 0), end_of(fp, false));
  Array next = clip(places_in(xp, x, true), Array(1), Array(count - 1)), before = sub(next, 1);
  Array from = at_places(xp, before), low = at_places(fp, before);
  // If the width overflows, the coordinates are halved.
  Array to = at_places(xp, next), scale = where(isfinite(sub(to, from)), 1, 0.5);
  Array start = mul(from, scale), width = sub(mul(to, scale), start), is_step = eq(width, 0);
  Array share = div(sub(mul(x, scale), start), where(is_step, 1, width));
  Array high = at_places(fp, next);
  bool is_real = !is_complex(fp.dtype());
  Array line = is_real ? interpolated(low, high, share) : add(low, mul(share, sub(high, low)));
  Array out = where(is_step, low, line);
  if (period) return out;
  out = where(lt(x, end_of(xp, false)), left ? *left : end_of(fp, false), out);
  return where(gt(x, end_of(xp, true)), right ? *right : end_of(fp, true), out);
}

}  // namespace

extern const Builtin searchsorted_builtin = {
    .signature =
        "searchsorted(sorted: real[n], x: real[...], side: \"left\" or \"right\" = \"left\") -> "
        "i32[...]",
    .brief = "Returns the insertion indices that keep a sorted vector sorted.",
    .params = {{"sorted", "Vector in ascending order, NaN last."},
               {"x", "Values to insert."},
               {"side",
                "With `\"left\"`, a value is inserted before equal elements; with `\"right\"`, "
                "after them."}},
    .errors = "error[shape] if `sorted` is not a vector",
    .example = "searchsorted([1, 3, 3, 5], [3, 4], side = \"right\")  #> [3, 3]",
    .source = "numpy.searchsorted",
    .call = bind<&searchsorted>,
};

extern const Builtin isin_builtin = {
    .signature = "isin(x: number[...], y: number[...]) -> bool[...]",
    .brief = "Tests whether each element of `x` is an element of `y`.",
    .params = {{"x", "Values to test."}, {"y", "Values to look for, of any shape."}},
    .errors = "none",
    .example = "isin([1, 2, 3], [3, 1])  #> [true, false, true]",
    .source = "numpy.isin",
    .call = bind<&isin>,
};

extern const Builtin interp_builtin = {
    .signature =
        "interp(x: real[...], xp: real[n], fp: number[n], left: number = nil, right: number = nil, "
        "period: real = nil) -> number[...]",
    .brief = "Interpolates linearly between the points (xp, fp).",
    .params = {{"x", "Coordinates at which to interpolate."},
               {"xp", "Coordinates of the points, in ascending order."},
               {"fp", "Values at the points."},
               {"left", "Value below the first point. If nil, the value of the first point."},
               {"right", "Value above the last point. If nil, the value of the last point."},
               {"period",
                "Period of the coordinates, > 0. If given, the points may be in any order, and "
                "`left` and `right` are ignored. If nil, the points are not periodic."}},
    .errors =
        "error[shape] if `xp` and `fp` differ in size; error[value] if there are no points, or "
        "`period` is not positive",
    .example = "interp([0.5, 9.0], [0.0, 1.0], [10.0, 20.0])  #> [15, 20]",
    .source = "numpy.interp",
    .call = bind<&interp>,
};

}  // namespace rille
