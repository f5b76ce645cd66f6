// Joining of arrays: concat, stack, literals, repeat, tile.
#include <algorithm>

#include "stdlib/array/pick.h"
#include "vm/run/running.h"

namespace rille {
namespace {

// The items of a tuple, or the rows of an array.
Arrays arrays_of(const Value& value, std::string_view what) {
  Arrays out;
  PollCounter polls;
  if (value.is_tuple()) {
    for (const Value& item : value.items()) {
      polls.step();
      if (!item.is_leaf() && !std::holds_alternative<bool>(item.any())) {
        throw Error(Code::type,
                    str(what, ": an item is a ", kind_text(item), ", expected a tuple of arrays"));
      }
      out.push_back(item.as_array());
    }
  } else if (value.is_array() && value.array().rank() > 0) {
    const Array& x = value.array();
    for (int64_t i = 0; i < x.type().extent(0).number(); ++i) {
      polls.step();
      out.push_back(squeeze(slice_axis(x, 0, i, 1), Ints{0}));
    }
  } else {
    throw Error(Code::type, str(what, ": got ", kind_text(value), ", expected a tuple of arrays"));
  }
  return out;
}

Array concat_of(const Value& arrays, int64_t axis) {
  return concat(arrays_of(arrays, "concat"), axis);
}
Array stack_of(const Value& arrays, int64_t axis) {
  return stack(arrays_of(arrays, "stack"), axis);
}

Arrays promoted(const Arrays& arrays, std::string_view what) {
  if (arrays.empty()) {
    throw labelled(Error(Code::value, str(what, ": got no arrays, expected at least one")),
                   "arrays");
  }
  Arrays out = arrays;
  promote_together(out);
  PollCounter polls;
  for (Array& x : out) {
    polls.step();
    x = strong(x);
  }
  return out;
}

[[noreturn]] void differ(const Array& x, const Array& y, size_t at, std::string_view what) {
  Error error(Code::shape,
              str(what, ": array 0 is ", x.type(), " but array ", at, " is ", y.type()));
  throw labelled(std::move(error), "arrays");
}

void check_rest(const Arrays& all, int64_t axis) {
  for (size_t i = 1; i < all.size(); ++i) {
    if (all[i].rank() != all[0].rank()) differ(all[0], all[i], i, "concat");
    for (int a = 0; a < all[0].rank(); ++a) {
      bool equal = all[i].type().extent(a) == all[0].type().extent(a);
      if (a != axis && !equal) differ(all[0], all[i], i, "concat");
    }
  }
}

// Concrete scalars become one concrete array without an operation for each.
bool all_scalars(const Arrays& elements) {
  return std::ranges::all_of(elements,
                             [](const Array& x) { return x.rank() == 0 && !x.is_traced(); });
}

Array scalars_array(const Arrays& elements) {
  Dtype dtype = strong(elements[0]).dtype();
  Arrays same = promoted(elements, "an array literal");
  dtype = same[0].dtype();
  size_t size = bytes(dtype);
  Array out(Type(dtype, {Extent(static_cast<int64_t>(same.size()))}));
  std::byte* to = out.edit_data();
  PollCounter polls;
  for (size_t i = 0; i < same.size(); ++i, polls.step()) {
    std::memcpy(to + i * size, same[i].data(), size);
  }
  return out;
}

}  // namespace

Array concat(const Arrays& arrays, int64_t axis) {
  Arrays all = promoted(arrays, "concat");
  if (all[0].rank() == 0) {
    Error error(Code::shape,
                str("concat: got ", all[0].type(), ", expected arrays with at least one axis"));
    error.help("`stack` joins scalars; several arrays are passed as a tuple: `concat((x, y))`");
    throw labelled(std::move(error), "arrays");
  }
  axis = axis_of(axis, all[0]);
  check_rest(all, axis);
  return all.size() == 1 ? all[0] : rille::apply(concatenate_op, all, {{"axis", axis}})[0];
}

Array stack(const Arrays& arrays, int64_t axis) {
  Arrays all = promoted(arrays, "stack");
  for (size_t i = 1; i < all.size(); ++i) {
    if (all[i].shape() != all[0].shape()) differ(all[0], all[i], i, "stack");
  }
  int64_t rank = all[0].rank() + 1;
  if (axis < -rank || axis >= rank) {
    Error error(Code::shape,
                str("stack: axis ", axis, " is out of range for a result of rank ", rank));
    throw labelled(std::move(error), "axis");
  }
  PollCounter polls;
  for (Array& x : all) {
    polls.step();
    x = expand(x, {axis});
  }
  return concat(all, axis);
}

Array literal(const Arrays& elements) {
  if (elements.empty()) return Array(Type(Dtype::f32, {0}));
  if (all_scalars(elements) && is_eager()) return scalars_array(elements);
  for (const Array& x : elements) {
    if (x.shape() == elements[0].shape()) continue;
    throw Error(Code::shape,
                str("the elements of an array literal have different shapes: the first is ",
                    given(elements[0]), ", another is ", given(x)));
  }
  return stack(elements, 0);
}

Array repeat(const Array& given, int64_t count, const OptionalAxis& axis) {
  if (count < 0) {
    throw labelled(Error(Code::value, str("repeat: `repeats` is ", count, ", expected count >= 0")),
                   "repeats");
  }
  Array x = axis ? strong(given) : flatten_array(given);
  int64_t at = axis_of(axis.value_or(0), x);
  Array grown = expand(x, {at + 1});
  Shape shape = grown.shape();
  shape[static_cast<size_t>(at) + 1] = Extent(count);
  Shape out = x.shape();
  out[static_cast<size_t>(at)] = out[static_cast<size_t>(at)] * Extent(count);
  return reshape_to(fit(grown, shape), out);
}

Array tile(const Array& given, const Ints& counts) {
  Array x = strong(given);
  size_t rank = std::max(counts.size(), x.shape().size());
  Shape one, many, out;
  for (size_t i = 0; i < rank; ++i) {
    size_t from_end = rank - i;
    Extent size = from_end <= x.shape().size() ? x.shape()[x.shape().size() - from_end] : Extent(1);
    int64_t count = from_end <= counts.size() ? counts[counts.size() - from_end] : 1;
    if (count < 0) {
      throw labelled(Error(Code::value, str("tile: a count is ", count, ", expected counts >= 0")),
                     "reps");
    }
    one.insert(one.end(), {Extent(1), size});
    many.insert(many.end(), {Extent(count), size});
    out.push_back(size * Extent(count));
  }
  return reshape_to(fit(reshape_to(x, one), many), out);
}

namespace {

// Repeats each element by its own count. The cumulative counts tell which element is at an index of
// the result.
Array repeat_each(const Array& given, const Array& given_count, const OptionalAxis& axis,
                  const std::optional<int64_t>& length) {
  Array x = axis ? strong(given) : flatten_array(given);
  int64_t at = axis_of(axis.value_or(0), x), size = x.type().extent(static_cast<int>(at)).number();
  Array counts = convert(given_count, Dtype::i64);
  if (counts.shape() != Shape{Extent(size)}) {
    Error error(Code::shape, str("repeat: `repeats` is ", given_count.type(),
                                 ", expected one count for each of ", size, " elements"));
    throw labelled(std::move(error), "repeats");
  }
  check(ge(counts, 0), "value", "repeat: a count is {0}, expected counts >= 0", {counts});
  bool is_known = is_eager() && !counts.is_traced();
  if (!length && !is_known) {
    throw Error(
        Code::trace,
        "repeat: the length of the result depends on `repeats`, which is unknown at trace time")
        .help("pass `length = …`");
  }
  int64_t all = length ? *length : size == 0 ? 0 : sum(counts).integer();
  if (all < 0) {
    throw labelled(Error(Code::value, str("repeat: `length` is ", all, ", expected length >= 0")),
                   "length");
  }
  if (all > int64_t{1} << 40) {
    throw Error(Code::memory,
                str("repeat: the result has ", all, " elements, expected at most 2^40"));
  }
  if (size == 0) return x;
  Array places = places_in(cumsum(counts), iota({Extent(all)}, 0, Dtype::i64), true);
  return picked(x, at, minimum(places, size - 1));
}

Array repeat_any(State& state, const Array& x, const Array& count, const OptionalAxis& axis,
                 const std::optional<int64_t>& length) {
  if (count.rank() > 0) return repeat_each(x, count, axis, length);
  need_known(state, Value(count));
  return repeat(x, count.integer(), axis);
}

}  // namespace

extern const Builtin concat_builtin = {
    .signature = "concat(arrays: (array, ...), axis: int = 0) -> array",
    .brief = "Concatenates arrays along an existing axis.",
    .params = {{"arrays", "Arrays whose shapes are equal except along `axis`."},
               {"axis", "Axis along which the arrays are joined."}},
    .errors =
        "error[shape] if the arrays differ along another axis, or `axis` is out of range; "
        "error[value] if there are no arrays",
    .example = "concat(([1, 2], [3]))  #> [1, 2, 3]",
    .source = "numpy.concatenate",
    .call = bind<&concat_of>,
};

extern const Builtin stack_builtin = {
    .signature = "stack(arrays: (array, ...), axis: int = 0) -> array",
    .brief = "Stacks arrays of equal shape along a new axis.",
    .params = {{"arrays", "Arrays of equal shape."},
               {"axis", "Position of the new axis in the result."}},
    .errors =
        "error[shape] if the shapes differ, or `axis` is out of range; error[value] if there are "
        "no arrays",
    .example = "stack(([1, 2], [3, 4]), axis = 1)  #> [[1, 3],\n #>  [2, 4]]",
    .source = "numpy.stack",
    .call = bind<&stack_of>,
};

extern const Builtin repeat_builtin = {
    .signature = "repeat(x: array, repeats: int[...], axis: int = nil, length: int = nil) -> array",
    .brief = "Repeats each element along an axis.",
    .params = {{"repeats", "Number of repetitions, ≥ 0: one for all elements, or one for each."},
               {"axis", "Axis along which elements are repeated. If nil, `x` is flattened first."},
               {"length",
                "Length of the result. If nil, the sum of the counts; must be given while tracing "
                "if there is a count for each element. If `length` exceeds the sum, the last "
                "element is repeated further."}},
    .errors =
        "error[value] if a count or `length` is negative; error[shape] if `repeats` does not have "
        "one count for each element; error[trace] while tracing without `length`",
    .example = "repeat([1, 2], 2)  #> [1, 1, 2, 2]",
    .source = "numpy.repeat",
    .call = bind<&repeat_any>,
};

extern const Builtin tile_builtin = {
    .signature = "tile(x: array, reps: shape) -> array",
    .brief = "Repeats the whole array along its axes.",
    .params = {{"reps",
                "Number of repetitions along each axis. If shorter than the rank of `x`, ones are "
                "prepended; if longer, `x` gets leading axes of size 1."}},
    .errors = "error[value] if a count is negative",
    .example = "tile([1, 2], 2)  #> [1, 2, 1, 2]",
    .source = "numpy.tile",
    .call = bind<&tile>,
};

}  // namespace rille
