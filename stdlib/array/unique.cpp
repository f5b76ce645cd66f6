// unique, nonzero: as many results as the values say.
#include "stdlib/array/pick.h"
#include "stdlib/text.h"

namespace rille {
namespace {

struct Wanted {
  bool index, inverse, counts;
};

// Which of sorted elements differ from the one before. NaN is one value.
Array fresh(const Array& sorted) {
  auto count = sorted.type().count();
  Array first = fit(constant(Dtype::boolean, true), {Extent(std::min<int64_t>(count, 1))});
  if (count < 2) return first;
  Array next = slice_axis(sorted, 0, 1, count - 1), before = slice_axis(sorted, 0, 0, count - 1);
  Array same = logical_and(isnan(next), isnan(before));
  return concat({first, logical_and(ne(next, before), logical_not(same))});
}

// zeros(count) with `what` added, or set, at each of the places.
Array gathered_into(int64_t count, const Array& places, const Array& what, const char* mode) {
  Array room = zeros({Extent(count)}, what.dtype());
  Arrays rest{expand(places, {-1}), what};
  apply_onto(scatter_op, room, rest, {{"axes", Ints{0}}, {"mode", std::string(mode)}});
  return room;
}

Value unique_arrays(const Array& given, bool index, bool inverse, bool counts,
                    const std::optional<int64_t>& size, const std::optional<Array>& fill) {
  Array flat = flatten_array(strong(given));
  int64_t all = flat.type().count();
  Arrays sorted = rille::apply(sort_op, Arrays{flat, iota(flat.shape(), 0)},
                               {{"axis", int64_t{0}}, {"num_keys", int64_t{1}}});
  Array is_fresh = fresh(sorted[0]);
  Ranks ranks = ranks_of(is_fresh, size, "unique");
  auto first = [&](const Array& x) {
    Array none = convert(Array(0), x.dtype());
    return all == 0 ? none : reshape_to(slice_axis(x, 0, 0, 1), Shape{});
  };
  auto put = [&](const Array& x, const Array& rest) {
    return compressed(x, is_fresh, ranks, rest);
  };
  Arrays out{put(sorted[0], fill.value_or(first(sorted[0])))};
  if (index) out.push_back(put(sorted[1], first(sorted[1])));
  Array group = sub(add(ranks.before, convert(is_fresh, Dtype::i32)), 1);
  if (inverse) {
    out.push_back(reshape_to(gathered_into(all, sorted[1], group, "set"), given.shape()));
  }
  if (counts) {
    Array one = fit(constant(Dtype::i32, int64_t{1}), flat.shape());
    Array places = minimum(group, ranks.count);
    Array sums = gathered_into(ranks.count + 1, places, one, "add");
    out.push_back(slice_axis(sums, 0, 0, ranks.count));
  }
  return out.size() == 1 ? to_value(out[0]) : to_value(out);
}

Values unique_strings(const Value& x, bool index, bool inverse, bool counts,
                      const std::optional<int64_t>& size, const std::optional<Array>& fill) {
  if (index || inverse || counts || size || fill) {
    throw Error(Code::value, "unique of strings gives the strings alone, without options");
  }
  return unique_strings_of(x.items());
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

Array axis_places(const Array& given, int64_t size, size_t axis) {
  Array x = convert(strong(given), Dtype::i32);
  Array good = logical_and(ge(x, -size), lt(x, size));
  check(good, "index", str("index {0} is out of range for axis ", axis, " of size ", size), {x});
  return where(lt(x, 0), add(x, size), x);
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
  return taken_apart(axis_places(x, all, 0), shape);
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
    Array place = axis_places(parts[axis].as_array(), size, axis);
    out = axis == 0 ? place : add(mul(out, size), place);
  }
  return out;
}

}  // namespace

Array unique(const Array& x) { return unique_arrays(x, false, false, false, {}, {}).as_array(); }

extern const Builtin unique_builtin = {
    .signature =
        "unique(x: real[...] or (str, ...), index: bool = false, inverse: bool = false, counts: "
        "bool "
        "= false, size: int = nil, fill: real = nil) -> array or tuple",
    .brief = "The different elements of x in order, or the different strings of a tuple.",
    .params = {{"x", "while tracing with `size` alone: the count depends on the values"},
               {"index", "give where each stands first, too"},
               {"inverse", "give which of them each element of x is, too"},
               {"counts", "give how often each stands in x, too"},
               {"size", "how many to give: the first ones, or `fill` behind them; nil: all"},
               {"fill", "nil: the smallest element"}},
    .returns = "with options a tuple: values, index, inverse, counts, as far as asked for",
    .errors = "error[trace] while tracing without `size`",
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
    .params = {{"x", "counted from the end where negative"}, {"shape", "of the array"}},
    .errors = "error[index] where x is out of range",
    .example = "unravel_index(5, (2, 3))  #> (1, 2)",
    .source = "numpy.unravel_index",
    .call = bind<&unravel_index>,
};

extern const Builtin ravel_multi_index_builtin = {
    .signature = "ravel_multi_index(indices: (int[...], ...), shape: shape) -> i32[...]",
    .brief = "Which element, counted row by row, stands at the indices.",
    .params = {{"indices", "one for each axis; from the end where negative"},
               {"shape", "of the array"}},
    .errors = "error[index] where an index is out of range",
    .example = "ravel_multi_index(([1, 0], [2, 0]), (2, 3))  #> [5, 0]",
    .source = "numpy.ravel_multi_index",
    .call = bind<&ravel_multi_index>,
};

}  // namespace rille
