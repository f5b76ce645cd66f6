// unique, nonzero: results whose size depends on values.
#include "stdlib/array/pick.h"
#include "stdlib/text.h"

namespace rille {
namespace {

struct UniqueOutputs {
  bool index, inverse, counts;
};

// Whether each of the sorted rows [n, k] differs from the previous one. All NaN are equal.
Array fresh(const Array& rows) {
  int64_t count = rows.shape()[0].number();
  Array first = fit(constant(Dtype::boolean, true), {Extent(std::min<int64_t>(count, 1))});
  if (count < 2) return first;
  Array next = slice_axis(rows, 0, 1, count - 1), before = slice_axis(rows, 0, 0, count - 1);
  Array same = logical_and(isnan(next), isnan(before));
  return concat({first, any(logical_and(ne(next, before), logical_not(same)), Ints{1})});
}

// zeros(count), with `what` added or set at each of the indices.
Array gathered_into(int64_t count, const Array& places, const Array& what, const char* mode) {
  Array room = zeros({Extent(count)}, what.dtype());
  Arrays rest{expand(places, {-1}), what};
  apply_onto(scatter_op, room, rest, {{"axes", Ints{0}}, {"mode", std::string(mode)}});
  return room;
}

struct SortedRows {
  Array rows;    // [n, k]
  Array places;  // i32[n], the original index of each row
};

// The last column is sorted first, because the sort is stable. Rows without columns are equal.
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

// The first of the rows; zeros if there are none.
Array first_row(const Array& x) {
  Shape row(x.shape().begin() + 1, x.shape().end());
  if (x.shape()[0] == Extent(0)) return zeros(row, x.dtype());
  return reshape_to(slice_axis(x, 0, 0, 1), row);
}

// The distinct rows, each of the shape `row`, and the additional results that are wanted.
Arrays unique_rows(const SortedRows& sorted, const Shape& row, const UniqueOutputs& wanted,
                   const std::optional<int64_t>& size, const std::optional<Array>& fill) {
  Array is_fresh = fresh(sorted.rows);
  MaskPrefixSum ranks = ranks_of(is_fresh, size, "unique");
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

// The number of elements of each row.
int64_t width_of(const Shape& row) {
  int64_t out = 1;
  for (Extent extent : row) out = checked_product(out, extent.number());
  return out;
}

Value unique_arrays(const Array& given, bool index, bool inverse, bool counts,
                    const std::optional<int64_t>& size, const std::optional<Array>& fill,
                    const OptionalAxis& axis) {
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
                     const OptionalAxis& axis) {
  if (size || fill || axis) {
    throw Error(Code::value,
                "unique: `size`, `fill_value`, and `axis` are not supported for strings");
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

// Converts flat indices, in row-major order, to one index array for each axis.
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
    throw labelled(
        Error(Code::shape, "nonzero: got a number, expected an array with at least one axis"), "x");
  }
  Array mask = flatten_array(given.dtype() == Dtype::boolean ? given : ne(given, 0));
  MaskPrefixSum ranks = ranks_of(mask, size, "nonzero");
  Array places = compressed(iota(mask.shape(), 0), mask, ranks, convert(Array(0), Dtype::i32));
  Arrays out = taken_apart(places, given.shape());
  if (!size || fill == 0) return out;
  Array is_there = lt(iota(places.shape(), 0), sum(mask));
  for (Array& x : out) x = where(is_there, x, fill);
  return out;
}

// The indices as i32; error[index] if one is negative or not below `size`.
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
      Error error(Code::value, str(calling_name("unravel_index"), ": the shape ", text(shape),
                                   " has too many elements for i32 indices"));
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
    Error error(Code::value, str("ravel_multi_index: `indices` has ", parts.size(),
                                 parts.size() == 1 ? " entry" : " entries",
                                 ", expected one for each axis of ", text(shape)));
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
        "unique(x: real[...] or (str, ...), return_index: bool = false, return_inverse: bool = "
        "false, return_counts: bool = false, size: int = nil, fill_value: real[...] = nil, axis: "
        "int = nil) -> array or tuple",
    .brief = "Returns the distinct elements or slices of an array, or strings, in sorted order.",
    .params =
        {{"x", "Array, or tuple of strings. While tracing, `size` must be given."},
         {"return_index", "If true, also returns the index of the first occurrence of each value."},
         {"return_inverse",
          "If true, also returns, for each element of `x`, the index of its value in the result."},
         {"return_counts", "If true, also returns the number of occurrences of each value."},
         {"size",
          "Number of values to return: the first ones, padded with `fill_value` at the end. If "
          "nil, all values."},
         {"fill_value", "Padding value. If nil, the smallest element, or the first row."},
         {"axis", "Axis whose slices are compared as a whole. If nil, `x` is flattened first."}},
    .returns = "the values, or a tuple of the values and the requested index, inverse, and counts",
    .errors =
        "error[trace] while tracing without `size`; error[value] if `size`, `fill_value`, or "
        "`axis` is given for strings, or `size` is negative",
    .example = "unique([3, 1, 3], return_counts = true)  #> ([1, 3], [1, 2])",
    .source = "numpy.unique; jax.numpy.unique's size",
    .call = unique_any,
};

extern const Builtin nonzero_builtin = {
    .signature = "nonzero(x: number[...], size: int = nil, fill_value: int = 0) -> (i32[n], ...)",
    .brief = "Returns the indices of nonzero elements, one array for each axis.",
    .params = {{"x", "Array of numbers or bools, with at least one axis."},
               {"size",
                "Number of indices to return: the first ones, padded with `fill_value` at the end. "
                "If nil, all indices; must be given while tracing."},
               {"fill_value", "Padding index."}},
    .errors =
        "error[trace] while tracing without `size`; error[shape] if `x` has no axes; error[value] "
        "if `size` is negative",
    .example = "nonzero([[0, 7], [8, 0]])  #> ([0, 1], [1, 0])",
    .source = "numpy.nonzero; jax.numpy.nonzero's size",
    .call = bind<&nonzero>,
};

extern const Builtin unravel_index_builtin = {
    .signature = "unravel_index(x: int[...], shape: shape) -> (i32[...], ...)",
    .brief = "Converts flat indices, in row-major order, to one index array for each axis.",
    .params = {{"x", "Flat indices, ≥ 0."}, {"shape", "Shape of the indexed array."}},
    .errors =
        "error[index] if an index is negative or not below the number of elements; error[value] if "
        "the shape has too many elements for i32 indices",
    .example = "unravel_index(5, (2, 3))  #> (1, 2)",
    .source = "numpy.unravel_index",
    .call = bind<&unravel_index>,
};

extern const Builtin ravel_multi_index_builtin = {
    .signature = "ravel_multi_index(indices: (int[...], ...), shape: shape) -> i32[...]",
    .brief = "Converts one index array for each axis to flat indices, in row-major order.",
    .params = {{"indices", "One index array for each axis; indices are ≥ 0."},
               {"shape", "Shape of the indexed array."}},
    .errors =
        "error[index] if an index is negative or out of range; error[value] if `indices` and "
        "`shape` differ in length, or the shape has too many elements for i32 indices",
    .example = "ravel_multi_index(([1, 0], [2, 0]), (2, 3))  #> [5, 0]",
    .source = "numpy.ravel_multi_index",
    .call = bind<&ravel_multi_index>,
};

}  // namespace rille
