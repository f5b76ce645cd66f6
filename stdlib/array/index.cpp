// index, take: reading x[...].
#include <algorithm>
#include <numeric>

#include "stdlib/array/subscript.h"

namespace rille {
namespace {

struct StridedRegion {
  Ints start, step;
  Shape size;
  Ints reversed;
};

StridedRegion region_of(const Array& x, const AxisEntries& entries) {
  StridedRegion out{Ints(static_cast<size_t>(x.rank()), 0),
                    Ints(static_cast<size_t>(x.rank()), 1),
                    x.shape(),
                    {}};
  for (const AxisEntry& e : entries) {
    bool cuts =
        e.kind == AxisEntry::Kind::slice || (e.kind == AxisEntry::Kind::at && e.place.is_none());
    if (!cuts) continue;
    auto axis = static_cast<size_t>(e.axis);
    out.size[axis] = Extent(e.size);
    bool back = e.step < 0;
    out.start[axis] = e.size == 0 ? 0 : back ? e.start + (e.size - 1) * e.step : e.start;
    out.step[axis] = back ? -e.step : e.step;
    if (back) out.reversed.push_back(e.axis);
  }
  return out;
}

// The byte offset of the box if its elements are contiguous in memory. An empty box begins at the
// start of the array, which may be empty along another axis.
std::optional<size_t> contiguous_at(const Array& x, const StridedRegion& box) {
  if (std::ranges::count(box.size, Extent(0)) > 0) return 0;
  int64_t at = 0, inner = 1;
  bool whole_below = true;
  for (size_t axis = box.size.size(); axis-- > 0;) {
    int64_t size = box.size[axis].number(), all = x.shape()[axis].number();
    if (size > 1 && (box.step[axis] != 1 || !whole_below)) return std::nullopt;
    whole_below = whole_below && size == all;
    at += box.start[axis] * inner;
    inner *= all;
  }
  return static_cast<size_t>(at) * bytes(x.dtype());
}

Array window(const Array& x, const AxisEntries& entries) {
  Ints zeros(static_cast<size_t>(x.rank()), 0);
  Arrays in{x};
  Shape size = x.shape();
  for (int64_t axis = 0; axis < x.rank(); ++axis) in.push_back(convert(Array(0), Dtype::i64));
  for (const AxisEntry& e : entries) {
    if (e.kind != AxisEntry::Kind::at || e.place.is_none()) continue;
    in[static_cast<size_t>(e.axis) + 1] = convert(e.place, Dtype::i64);
    size[static_cast<size_t>(e.axis)] = Extent(1);
  }
  return rille::apply(dynamic_slice_op, in, {{"size", size}})[0];
}

// The box of a concrete array in eager code. Its start is an operand and not an attribute, because
// attributes are kept forever and the number of different starts is unbounded.
Array cut_now(const Array& x, const StridedRegion& box) {
  bool is_empty = std::ranges::count(box.size, Extent(0)) > 0, steps = false;
  Arrays in{x};
  Shape span;
  for (size_t axis = 0; axis < box.size.size(); ++axis) {
    int64_t size = box.size[axis].number();
    span.emplace_back(size == 0 ? 0 : (size - 1) * box.step[axis] + 1);
    steps = steps || (size > 1 && box.step[axis] != 1);
    in.push_back(Array(is_empty ? 0 : box.start[axis]).with_weak(false));
  }
  Array out = rille::apply(dynamic_slice_op, in, {{"size", span}})[0];
  if (!steps) return out;
  Ints none(box.size.size(), 0);
  return apply1(slice_op, {out}, {{"start", none}, {"size", box.size}, {"step", box.step}});
}

Array gathered(const Array& x, const AxisEntries& entries);

// Whether to gather before slicing: the order with the smaller intermediate array is used.
bool rows_are_few(const Array& x, const AxisEntries& entries) {
  int64_t sliced_first = 1, gathered_first = 1;
  for (const AxisEntry& e : entries) {
    if (e.axis < 0) continue;
    int64_t extent = x.type().extent(static_cast<int>(e.axis)).number();
    bool is_slice = e.kind == AxisEntry::Kind::slice;
    sliced_first *= is_slice ? e.size : extent;
    gathered_first *= is_slice ? extent : e.place.is_none() ? 1 : e.place.type().count();
  }
  return gathered_first < sliced_first;
}

// Gathers the rows with whole axes in place of the slices, then applies the slices.
Array cut_of_rows(const Array& x, const AxisEntries& entries) {
  AxisEntries whole = entries, cuts;
  for (AxisEntry& e : whole) {
    if (e.kind != AxisEntry::Kind::slice) continue;
    e.start = 0;
    e.step = 1;
    e.size = x.type().extent(static_cast<int>(e.axis)).number();
  }
  Array y = gathered(x, whole);
  GatherLayout g = gathered_of(x, entries);
  for (const AxisEntry& e : entries) {
    if (e.kind == AxisEntry::Kind::slice || e.kind == AxisEntry::Kind::new_axis) cuts.push_back(e);
    if (e.kind == AxisEntry::Kind::new_axis) cuts.back() = {.size = 1};
  }
  for (size_t i = 0; i < g.rows; ++i) {
    auto at = cuts.begin() + static_cast<std::ptrdiff_t>(g.before + i);
    cuts.insert(at, {.size = g.indices.type().extent(static_cast<int>(i)).number()});
  }
  for (size_t i = 0; i < cuts.size(); ++i) cuts[i].axis = static_cast<int64_t>(i);
  return sliced(y, cuts);
}

Array gathered(const Array& x, const AxisEntries& entries) {
  bool cuts = std::ranges::any_of(entries, [&](const AxisEntry& e) {
    return e.kind == AxisEntry::Kind::slice && !e.is_whole(x);
  });
  if (cuts && rows_are_few(x, entries)) return cut_of_rows(x, entries);
  // Static indices are elements of the index array here, not slices.
  AxisEntries slices = entries;
  for (AxisEntry& e : slices) {
    if (e.kind == AxisEntry::Kind::at) e.kind = AxisEntry::Kind::array;
  }
  Array kept = sliced(x, slices);
  GatherLayout g = gathered_of(kept, entries);
  Array y = apply1(gather_op, {kept, g.indices}, {{"axes", g.axes}});
  auto rest = static_cast<size_t>(y.rank()) - g.rows;
  size_t before = 0, seen = 0;  // the number of remaining axes of y before the rows
  for (const AxisEntry& e : entries) {
    if (e.kind != AxisEntry::Kind::slice && e.kind != AxisEntry::Kind::new_axis) continue;
    if (seen++ < g.before && e.kind == AxisEntry::Kind::slice) ++before;
  }
  Ints order(g.rows + rest);
  std::iota(order.begin(), order.end(), 0);
  auto rows_end = order.begin() + static_cast<std::ptrdiff_t>(g.rows);
  std::rotate(order.begin(), rows_end, rows_end + static_cast<std::ptrdiff_t>(before));
  return reshape_to(transpose(y, order), result_shape(kept.shape(), entries, &g));
}

BoundsMode bounds_named(const std::string& mode) {
  if (mode == "check") return BoundsMode::check;
  if (mode == "clip") return BoundsMode::clip;
  if (mode == "fill") return BoundsMode::fill;
  RILLE_CHECK(false, mode);
}

Array take_mode(const Array& x, const Array& indices, const OptionalAxis& axis,
                const std::string& mode) {
  return take(x, indices, axis, bounds_named(mode));
}

Array missing(Dtype dtype) {
  return is_inexact(dtype) ? convert(Array(__builtin_nan("")), dtype) : convert(Array(0), dtype);
}

}  // namespace

Array sliced(const Array& x, const AxisEntries& entries) {
  StridedRegion box = region_of(x, entries);
  Array out = x;
  if (box.size != x.shape() || box.start != Ints(box.start.size(), 0)) {
    bool is_now = is_eager() && !x.is_traced();
    auto at = is_now ? contiguous_at(x, box) : std::nullopt;
    if (at) {
      out = x.view(Type(x.dtype(), box.size), *at);
    } else if (is_now) {
      out = cut_now(x, box);
    } else {
      Attrs attrs{{"start", box.start}, {"size", box.size}, {"step", box.step}};
      out = apply1(slice_op, {x}, attrs);
    }
  }
  return box.reversed.empty() ? out : flip(out, box.reversed);
}

Array index(const Array& given, const Subscripts& subscripts) {
  Array x = strong(given);
  AxisEntries entries = entries_of(x, subscripts);
  if (has_arrays(entries)) return gathered(x, entries);
  Array kept = sliced(x, entries);
  if (has_traced_places(entries)) kept = window(kept, entries);
  return reshape_to(kept, result_shape(kept.shape(), entries, nullptr));
}

Array take(const Array& given, const Array& indices, const OptionalAxis& axis, BoundsMode bounds) {
  Array x = axis ? strong(given) : flatten_array(given);
  auto at = static_cast<size_t>(axis_of(axis.value_or(0), x));
  int64_t size = x.shape()[at].number();
  Subscripts subscripts(at + 1, Subscript{.form = Subscript::Kind::slice});
  subscripts[at] = {.form = Subscript::Kind::index, .index = indices};
  if (bounds == BoundsMode::check) return index(x, subscripts);
  if (size == 0) {
    throw labelled(Error(Code::index, str("take: axis ", at, " of ", x.type(), " is empty")), "x");
  }
  Array places = convert(indices, Dtype::i64);
  places = where(lt(places, 0), add(places, size), places);
  subscripts[at].index = clip(places, Array(0), Array(size - 1));
  Array found = index(x, subscripts);
  if (bounds == BoundsMode::clip) return found;
  Array good = logical_and(ge(places, 0), lt(places, size));
  Shape shape = good.shape();
  shape.resize(shape.size() + x.shape().size() - at - 1, Extent(1));
  return where(reshape_to(good, shape), found, missing(x.dtype()));
}

extern const Builtin take_builtin = {
    .signature =
        "take(x: array, indices: int[...] or bool[_, ...], axis: int = nil, mode: \"check\" or "
        "\"clip\" or \"fill\" = \"check\") -> array",
    .brief = "Takes elements of `x` at the indices along an axis.",
    .params = {{"indices",
                "Indices along the axis; negative indices count from the end. A bool mask selects "
                "the elements where it is true."},
               {"axis", "Axis to index. If nil, `x` is flattened first."},
               {"mode",
                "Handling of an index out of range: `\"check\"` raises an error, `\"clip\"` takes "
                "the nearest element, `\"fill\"` returns NaN, or 0 for an integer dtype."}},
    .errors =
        "error[index] if an index is out of range and `mode` is \"check\"; error[shape] if `axis` "
        "is out of range",
    .example = "take([10, 20, 30], [2, 9], mode = \"clip\")  #> [30, 30]",
    .source = "numpy.take",
    .call = bind<&take_mode>,
};

}  // namespace rille
