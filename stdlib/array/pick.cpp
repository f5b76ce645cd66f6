// Gathers with indices in range; the ranks of a mask.
#include "stdlib/array/pick.h"

#include <numeric>

#include "vm/tree.h"

namespace rille {

Array places_of(const Ints& places) {
  Array out(Type(Dtype::i64, {Extent(std::ssize(places))}));
  if (!places.empty()) std::memcpy(out.edit_data(), places.data(), places.size() * 8);
  return out;
}

Array picked(const Array& x, int64_t axis, const Array& places) {
  Array y = apply1(gather_op, {x, expand(places, {-1})}, {{"axes", Ints{axis}}});
  Ints order(static_cast<size_t>(y.rank()));
  std::iota(order.begin(), order.end(), 0);
  auto rows = order.begin() + places.rank();
  std::rotate(order.begin(), rows, rows + axis);
  return transpose(y, order);
}

Array picked_along(const Array& x, int64_t axis, const Array& given) {
  Array places = convert(given, Dtype::i64);
  Shape shape = places.shape();
  for (int i = 0; i < x.rank(); ++i) {
    auto at = static_cast<size_t>(i);
    if (i != axis && shape[at] == Extent(1)) shape[at] = x.shape()[at];
  }
  places = fit(places, shape);
  Arrays columns;
  Ints axes;
  for (int i = 0; i < x.rank(); ++i) {
    bool one = x.type().extent(i) == Extent(1);
    axes.push_back(i);
    Array column = i == axis ? places
                   : one     ? fit(convert(Array(0), Dtype::i64), shape)
                             : iota(shape, i, Dtype::i64);
    columns.push_back(expand(column, {-1}));
  }
  return apply1(gather_op, {x, concat(columns, -1)}, {{"axes", axes}});
}

MaskPrefixSum ranks_of(const Array& mask, std::optional<int64_t> size, std::string_view what) {
  if (size && *size < 0) {
    throw labelled(Error(Code::value, str(what, ": `size` is ", *size, ", expected size >= 0")),
                   "size");
  }
  if (size && *size >= int64_t{1} << 31) {
    throw labelled(Error(Code::memory, str(what, ": `size` is ", *size, ", expected size < 2^31")),
                   "size");
  }
  Array upto = cumsum(mask);
  Array before = sub(upto, convert(mask, Dtype::i32));
  if (size) return {before, *size};
  if (mask.is_traced() || !is_eager()) {
    throw Error(
        Code::trace,
        str(what,
            ": the size of the result depends on the values, which are unknown at trace time"))
        .help("pass `size = …`, the number of elements to reserve");
  }
  int64_t count = mask.size() == 0 ? 0 : sum(mask).integer();
  return {before, count};
}

// Elements beyond `count` are written to one extra row, which is removed at the end.
Array compressed(const Array& values, const Array& mask, const MaskPrefixSum& ranks,
                 const Array& fill) {
  Shape shape = values.shape();
  shape[0] = Extent(ranks.count + 1);
  Array room = full(shape, convert(fill, values.dtype()));
  Array last = convert(Array(ranks.count), Dtype::i32);
  Array places = where(mask, minimum(ranks.before, last), last);
  Arrays rest{expand(places, {-1}), values};
  apply_onto(scatter_op, room, rest, {{"axes", Ints{0}}, {"mode", std::string("set")}});
  return slice_axis(room, 0, 0, ranks.count);
}

namespace {

// x < y, with NaN as the largest value.
Array before(const Array& x, const Array& y) {
  Array less = lt(x, y);
  if (!is_float(x.dtype())) return less;
  return logical_or(less, logical_and(isnan(y), logical_not(isnan(x))));
}

}  // namespace

// Binary search in steps of descending powers of two: a step is taken if every element that it
// passes comes before x.
Array places_in(const Array& sorted, const Array& x, bool right) {
  int64_t size = sorted.type().count(), step = 1;
  Array place = fit(convert(Array(0), Dtype::i32), x.shape());
  if (size == 0) return place;
  while (step * 2 <= size) step *= 2;
  for (; step > 0; step /= 2) {
    Array next = add(place, step);
    Array at = minimum(sub(next, 1), size - 1);
    Array seen = apply1(gather_op, {sorted, expand(at, {-1})}, {{"axes", Ints{0}}});
    Array passes = right ? logical_not(before(x, seen)) : before(seen, x);
    place = where(logical_and(passes, le(next, size)), next, place);
  }
  return place;
}

Array places_in_order(const Arrays& keys, int64_t axis) {
  Arrays all = keys;
  all.push_back(iota(keys[0].shape(), axis));
  auto count = static_cast<int64_t>(keys.size());
  return rille::apply(sort_op, all, {{"axis", axis}, {"num_keys", count}}).back();
}

}  // namespace rille
