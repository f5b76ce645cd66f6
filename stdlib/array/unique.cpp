// unique, nonzero: as many results as the values say.
#include "stdlib/array/pick.h"
#include "stdlib/text.h"

namespace rille {
namespace {

struct Wanted {
  bool index, inverse, counts;
};

// Which of sorted rows [n, k] differ from the one before. NaN is one value.
Array fresh(const Array& rows) {
  int64_t count = rows.shape()[0].number();
  Array first = fit(constant(Dtype::boolean, true), {Extent(std::min<int64_t>(count, 1))});
  if (count < 2) return first;
  Array next = slice_axis(rows, 0, 1, count - 1), before = slice_axis(rows, 0, 0, count - 1);
  Array same = logical_and(isnan(next), isnan(before));
  return concat({first, any(logical_and(ne(next, before), logical_not(same)), Ints{1})});
}

// zeros(count) with `what` added, or set, at each of the places.
Array gathered_into(int64_t count, const Array& places, const Array& what, const char* mode) {
  Array room = zeros({Extent(count)}, what.dtype());
  Arrays rest{expand(places, {-1}), what};
  apply_onto(scatter_op, room, rest, {{"axes", Ints{0}}, {"mode", std::string(mode)}});
  return room;
}

struct SortedRows {
  Array rows;    // [n, k]
  Array places;  // i32[n], where each stood
};

// The last column is sorted first, since a sort keeps the order of equals. Rows without columns
// are equal.
SortedRows sorted_rows(const Array& x, int64_t width) {
  int64_t count = x.shape()[0].number();
  Shape line{Extent(count)};
  Array flat = reshape_to(x, {Extent(count), Extent(width)});
  SortedRows out{flat, iota(line, 0)};
  if (count == 0) return out;
  for (int64_t at = width; at-- > 0;) {
    Array key = reshape_to(slice_axis(flat, 1, at, 1), line);
    if (at + 1 < width) key = picked(key, 0, out.places);
    Arrays both = rille::apply(sort_op, Arrays{key, out.places},
                               {{"axis", int64_t{0}}, {"num_keys", int64_t{1}}});
    out.places = both[1];
    if (width == 1) return {reshape_to(both[0], flat.shape()), out.places};
  }
  return {picked(flat, 0, out.places), out.places};
}

// The first of the rows; zeros where there is none.
Array first_row(const Array& x) {
  Shape row(x.shape().begin() + 1, x.shape().end());
  if (x.shape()[0] == Extent(0)) return zeros(row, x.dtype());
  return reshape_to(slice_axis(x, 0, 0, 1), row);
}

// The different rows, each of the shape `row`, and what is wanted beside them.
Arrays unique_rows(const SortedRows& sorted, const Shape& row, const Wanted& wanted,
                   const std::optional<int64_t>& size, const std::optional<Array>& fill) {
  Array is_fresh = fresh(sorted.rows);
  Ranks ranks = ranks_of(is_fresh, size, "unique");
  int64_t all = sorted.places.type().count();
  auto put = [&](const Array& rows, const std::optional<Array>& rest) {
    return compressed(rows, is_fresh, ranks, rest ? *rest : first_row(rows));
  };
  Shape shape = row;
  shape.insert(shape.begin(), Extent(all));
  Arrays out{put(reshape_to(sorted.rows, shape), fill)};
  if (wanted.index) out.push_back(put(sorted.places, {}));
  Array group = sub(add(ranks.before, convert(is_fresh, Dtype::i32)), 1);
  if (wanted.inverse) out.push_back(gathered_into(all, sorted.places, group, "set"));
  if (wanted.counts) {
    Array one = fit(constant(Dtype::i32, int64_t{1}), {Extent(all)});
    Array places = minimum(group, ranks.count);
    Array sums = gathered_into(ranks.count + 1, places, one, "add");
    out.push_back(slice_axis(sums, 0, 0, ranks.count));
  }
  return out;
}

// The elements of each row of x.
int64_t width_of(const Shape& row) {
  int64_t out = 1;
  for (Extent extent : row) out = checked_product(out, extent.number());
  return out;
}

Value unique_arrays(const Array& given, bool index, bool inverse, bool counts,
                    const std::optional<int64_t>& size, const std::optional<Array>& fill,
                    const Axis& axis) {
  Array x = strong(given);
  int64_t at = axis ? axis_of(*axis, x) : 0;
  x = axis ? move_axis(x, at, 0) : flatten_array(x);
  Shape row(x.shape().begin() + 1, x.shape().end());
  Arrays out =
      unique_rows(sorted_rows(x, width_of(row)), row, {index, inverse, counts}, size, fill);
  if (axis) out[0] = move_axis(out[0], 0, at);
  if (!axis && inverse) {
    Array& group = out[index ? 2 : 1];
    group = reshape_to(group, given.shape());
  }
  return out.size() == 1 ? to_value(out[0]) : to_value(out);
}

Value unique_strings(const Value& x, bool index, bool inverse, bool counts,
                     const std::optional<int64_t>& size, const std::optional<Array>& fill,
                     const Axis& axis) {
  if (size || fill || axis) {
    throw Error(Code::value, "unique of strings takes no `size`, `fill` or `axis`");
  }
  UniqueStrings found = unique_strings_of(x.items());
  Values out{Value::tuple(found.strings)};
  if (index) out.push_back(to_value(found.index));
  if (inverse) out.push_back(to_value(found.inverse));
  if (counts) out.push_back(to_value(found.counts));
  return out.size() == 1 ? out[0] : Value::tuple(out);
}

int unique_any(const Arguments& in) {
  bool strings = in.given(0) && are_strings(in.value(0));
  return strings ? bind<&unique_strings>(in) : bind<&unique_arrays>(in);
}

// Ints that count the elements of a shape, row by row, as one array for each axis.
Arrays taken_apart(const Array& flat, const Shape& shape) {
  Arrays out(shape.size());
  Array rest = flat;
  for (size_t axis = shape.size(); axis-- > 0;) {
    int64_t size = std::max<int64_t>(shape[axis].number(), 1);
    out[axis] = axis == 0 ? rest : mod(rest, size);
    rest = floor_div(rest, size);
  }
  return out;
}

Arrays nonzero(const Array& given, const std::optional<int64_t>& size, int64_t fill) {
  if (given.rank() == 0) {
    throw labelled(Error(Code::shape, "nonzero needs an array with an axis, got a number"), "x");
  }
  Array mask = flatten_array(given.dtype() == Dtype::boolean ? given : ne(given, 0));
  Ranks ranks = ranks_of(mask, size, "nonzero");
  Array places = compressed(iota(mask.shape(), 0), mask, ranks, convert(Array(0), Dtype::i32));
  Arrays out = taken_apart(places, given.shape());
  if (!size || fill == 0) return out;
  Array is_there = lt(iota(places.shape(), 0), sum(mask));
  for (Array& x : out) x = where(is_there, x, fill);
  return out;
}

// The places as i32; an index that is none of the `size` is refused, negative ones too.
Array counted_places(const Array& given, int64_t size, std::string_view where) {
  Array x = strong(given);
  Array good = logical_and(ge(x, 0), lt(convert(x, Dtype::i64), size));
  check(good, "index", str("index {0} is out of range for ", where), {x});
  return convert(x, Dtype::i32);
}

int64_t elements_of(const Shape& shape) {
  int64_t out = 1;
  for (Extent extent : shape) {
    if (__builtin_mul_overflow(out, extent.number(), &out) || out > INT32_MAX) {
      Error error(Code::value, str("places are i32: the shape ", text(shape), " has too many"));
      throw labelled(std::move(error), "shape");
    }
  }
  return out;
}

Arrays unravel_index(const Array& x, const Shape& shape) {
  int64_t all = elements_of(shape);
  return taken_apart(counted_places(x, all, str("the shape ", text(shape))), shape);
}

Array ravel_multi_index(const Value& given, const Shape& shape) {
  elements_of(shape);
  const Values& parts = given.items();
  if (parts.size() != shape.size() || parts.empty()) {
    Error error(Code::value, str("ravel_multi_index needs an index for each axis of ", text(shape),
                                 ", got ", parts.size()));
    throw labelled(std::move(error), "indices");
  }
  Array out;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    int64_t size = shape[axis].number();
    std::string where = str("axis ", axis, " of size ", size);
    Array place = counted_places(parts[axis].as_array(), size, where);
    out = axis == 0 ? place : add(mul(out, size), place);
  }
  return out;
}

}  // namespace

Array unique(const Array& x) {
  return unique_arrays(x, false, false, false, {}, {}, {}).as_array();
}

extern const Builtin unique_builtin = {
    .signature =
        "unique(x: real[...] or (str, ...), index: bool = false, inverse: bool = false, counts: "
        "bool "
        "= false, size: int = nil, fill: real[...] = nil, axis: int = nil) -> array or tuple",
    .brief = "The different elements of x in order, or its rows; the different strings of a tuple.",
    .params = {{"x", "while tracing with `size` alone: the count depends on the values"},
               {"index", "give where each stands first, too"},
               {"inverse", "give which of them each element of x is, too"},
               {"counts", "give how often each stands in x, too"},
               {"size", "how many to give: the first ones, or `fill` behind them; nil: all"},
               {"fill", "nil: the smallest element, or the first row"},
               {"axis", "of its rows, compared whole; nil: x is flattened first"}},
    .returns = "with options a tuple: values, index, inverse, counts, as far as asked for",
    .errors =
        "error[trace] while tracing without `size`; error[value] of strings with `size`, `fill` or "
        "`axis`",
    .example = "unique([3, 1, 3], counts = true)  #> ([1, 3], [1, 2])",
    .source = "numpy.unique; jax.numpy.unique's size",
    .call = unique_any,
};

extern const Builtin nonzero_builtin = {
    .signature = "nonzero(x: number[...], size: int = nil, fill: int = 0) -> (i32[n], ...)",
    .brief = "The places of what is not 0, or true: of each axis its indices.",
    .params = {{"size", "how many to give: the first ones, or `fill` behind them; nil: all"},
               {"fill", "the index of a place that is none"}},
    .errors = "error[trace] while tracing without `size`: the count depends on the values",
    .example = "nonzero([[0, 7], [8, 0]])  #> ([0, 1], [1, 0])",
    .source = "numpy.nonzero; jax.numpy.nonzero's size",
    .call = bind<&nonzero>,
};

extern const Builtin unravel_index_builtin = {
    .signature = "unravel_index(x: int[...], shape: shape) -> (i32[...], ...)",
    .brief = "The indices, one for each axis, of elements that are counted row by row.",
    .params = {{"x", "from 0 on"}, {"shape", "of the array"}},
    .errors = "error[index] where x is negative or not below the count",
    .example = "unravel_index(5, (2, 3))  #> (1, 2)",
    .source = "numpy.unravel_index",
    .call = bind<&unravel_index>,
};

extern const Builtin ravel_multi_index_builtin = {
    .signature = "ravel_multi_index(indices: (int[...], ...), shape: shape) -> i32[...]",
    .brief = "Which element, counted row by row, stands at the indices.",
    .params = {{"indices", "one for each axis, from 0 on"}, {"shape", "of the array"}},
    .errors = "error[index] where an index is negative or out of range",
    .example = "ravel_multi_index(([1, 0], [2, 0]), (2, 3))  #> [5, 0]",
    .source = "numpy.ravel_multi_index",
    .call = bind<&ravel_multi_index>,
};

}  // namespace rille
