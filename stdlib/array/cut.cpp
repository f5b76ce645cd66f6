// Splits and shifts: split, chunks, flip, roll, triangles.
#include <algorithm>

#include "stdlib/array/apply_op.h"
#include "stdlib/text.h"
#include "vm/run/running.h"

namespace rille {
namespace {

int64_t cut_size(const Array& x, int64_t axis) {
  return x.type().extent(static_cast<int>(axis)).number();
}

Ints cuts_of(const Value& sections, const Array& x, int64_t axis) {
  if (sections.is_tuple()) {
    Ints out;
    for (const Value& cut : sections.items()) out.push_back(cut.as_array().integer());
    return out;
  }
  int64_t parts = sections.as_array().integer(), size = cut_size(x, axis);
  if (parts < 1 || parts > std::max<int64_t>(size, 1000)) {
    Error error(Code::value,
                str("split: `sections` is ", parts, ", expected 1 to ",
                    std::max<int64_t>(size, 1000), " for axis ", axis, " of ", x.type()));
    throw labelled(std::move(error), "sections");
  }
  Ints out;
  PollCounter polls;
  for (int64_t i = 1; i < parts; ++i) {
    polls.step(out.size() * sizeof(int64_t));
    out.push_back(i * (size / parts) + std::min(i, size % parts));
  }
  return out;
}

Arrays split_at(const Array& x, const Ints& cuts, int64_t axis) {
  int64_t size = cut_size(x, axis), from = 0;
  Arrays out;
  constexpr size_t view_bytes = 256;  // memory of a view
  PollCounter polls;
  // Each section is a slice of its own. If the indices do not ascend, the section is empty and the
  // next one begins there.
  auto part = [&](int64_t to) {
    polls.step(out.size() * view_bytes);
    to = std::clamp<int64_t>(to < 0 ? to + size : to, 0, size);
    out.push_back(slice_axis(x, axis, from, std::max<int64_t>(to - from, 0)));
    from = to;
  };
  for (int64_t cut : cuts) part(cut);
  part(size);
  return out;
}

Arrays split_parts(const Array& given, const Value& sections, int64_t axis) {
  Array x = strong(given);
  axis = axis_of(axis, x);
  return split_at(x, cuts_of(sections, x, axis), axis);
}

Arrays split_of(State& state, const Array& x, const Value& sections, int64_t axis) {
  need_known(state, sections);
  return split_parts(x, sections, axis);
}

Values split_string(const std::string& text, const std::string& separator, int64_t) {
  return split_text(text, separator);
}

// The number of chunks of `size` items in `count` items.
int64_t parts_of(int64_t count, int64_t size) {
  if (size >= 1) return count / size + (count % size != 0);  // count + size may overflow
  throw labelled(Error(Code::value, str("chunks: `size` is ", size, ", expected size >= 1")),
                 "size");
}

Arrays chunks_of_array(const Array& given, int64_t size, int64_t axis) {
  Array x = strong(given);
  axis = axis_of(axis, x);
  int64_t count = cut_size(x, axis), parts = parts_of(count, size);
  Arrays out;
  PollCounter polls;
  for (int64_t i = 0; i < parts; ++i) {
    polls.step();
    out.push_back(slice_axis(x, axis, i * size, std::min(size, count - i * size)));
  }
  return out;
}

Values chunks_of_tuple(const Value& x, int64_t size, int64_t) {
  const Values& items = x.items();
  int64_t count = std::ssize(items), parts = parts_of(count, size);
  Values out;
  for (int64_t i = 0; i < parts; ++i) {
    auto from = items.begin() + i * size;
    out.push_back(Value::tuple(Values(from, from + std::min(size, count - i * size))));
  }
  return out;
}

int chunks_any(const Arguments& in) {
  bool tuple = in.given(0) && in.value(0).is_tuple();
  return tuple ? bind<&chunks_of_tuple>(in) : bind<&chunks_of_array>(in);
}

int split_any(const Arguments& in) {
  bool text = in.given(0) && in.value(0).is_string();
  if (text && in.given(1) && !in.value(1).is_string()) {
    throw Error(Code::type, str("split: `sections` is ", kind_text(in.value(1)),
                                ", expected a separator for the string"))
        .label(1);
  }
  return text ? bind<&split_string>(in) : bind<&split_of>(in);
}

Array roll_axis(const Array& x, int64_t axis, int64_t shift) {
  int64_t size = cut_size(x, axis);
  if (size == 0) return x;
  int64_t by = (shift % size + size) % size;
  if (by == 0) return x;
  return concat({slice_axis(x, axis, size - by, by), slice_axis(x, axis, 0, size - by)}, axis);
}

// Rolls by a traced shift.
Array roll_by(const Array& x, int64_t axis, const Array& shift) {
  int64_t size = cut_size(x, axis);
  if (size == 0) return x;
  Array places = iota({Extent(size)}, 0);
  return take(x, mod(sub(places, convert(shift, places.dtype())), Array(size)), axis,
              BoundsMode::clip);
}

Array rolled(const Array& given, const Arrays& shift, const Axes& axis) {
  auto along = [&](const Array& x, int64_t at, const Array& by) {
    return by.is_traced() ? roll_by(x, at, by) : roll_axis(x, at, by.integer());
  };
  if (!axis) {
    if (shift.size() != 1) {
      throw labelled(Error(Code::value, str("roll: `shift` has ", shift.size(),
                                            " entries but `axis` is nil, expected one shift")),
                     "shift");
    }
    return reshape_to(along(flatten_array(given), 0, shift[0]), given.shape());
  }
  if (shift.size() != axis->size() && shift.size() != 1) {
    Error error(Code::value,
                str("roll: `shift` has ", shift.size(), " entries but `axis` has ", axis->size()));
    throw labelled(labelled(std::move(error), "shift"), "axis");
  }
  Array x = strong(given);
  axes_of(axis, x);
  for (size_t i = 0; i < axis->size(); ++i) {
    x = along(x, axis_of((*axis)[i], x), shift[shift.size() == 1 ? 0 : i]);
  }
  return x;
}

Array roll_values(const Array& x, const Value& shift, const Axes& axis) {
  Arrays shifts;
  if (shift.is_leaf()) {
    shifts.push_back(shift.as_array());
  } else {
    for (const Value& by : shift.items()) shifts.push_back(by.as_array());
  }
  return rolled(x, shifts, axis);
}

Array triangle(const Array& given, int64_t k, bool lower) {
  Array x = strong(given);
  Shape shape(x.shape().end() - 2, x.shape().end());
  Array row = iota(shape, 0), column = iota(shape, 1);
  // Beyond the corners every element is kept, or none. The clamp keeps row + k within i32.
  auto corner = [](Extent n) { return n.known() ? n.number() : int64_t{1} << 30; };
  k = std::clamp(k, -corner(shape[0]), corner(shape[1]));
  Array keep = lower ? le(column, add(row, k)) : ge(column, add(row, k));
  return where(keep, x, zeros_like(x));
}

Array tril(const Array& x, int64_t k) { return triangle(x, k, true); }
Array triu(const Array& x, int64_t k) { return triangle(x, k, false); }

}  // namespace

Array slice_axis(const Array& x, int64_t axis, int64_t start, int64_t count, int64_t step) {
  Ints starts(static_cast<size_t>(x.rank()), 0), steps(starts.size(), 1);
  Shape size = x.shape();
  auto at = static_cast<size_t>(axis_of(axis, x));
  if (start == 0 && step == 1 && size[at] == Extent(count)) return x;
  starts[at] = start;
  steps[at] = step;
  size[at] = Extent(count);
  return apply1(slice_op, {x}, {{"start", starts}, {"size", size}, {"step", steps}});
}

Arrays split(const Array& x, const Ints& sections, int64_t axis) {
  if (sections.size() == 1) return split_parts(x, Value(sections[0]), axis);
  return split_at(strong(x), sections, axis_of(axis, x));
}

Array flip(const Array& given, const Axes& axis) {
  Array x = strong(given);
  Ints axes = axes_of(axis, x);
  return axes.empty() ? x : apply1(reverse_op, {x}, {{"axes", axes}});
}

Array roll(const Array& given, const Ints& shift, const Axes& axis) {
  Arrays shifts;
  for (int64_t by : shift) shifts.emplace_back(by);
  return rolled(given, shifts, axis);
}

extern const Builtin split_builtin = {
    .signature =
        "split(x: array or str, sections: int or (int, ...) or str, axis: int = 0) -> (array, ...) "
        "or (str, ...)",
    .brief = "Splits an array along an axis, or a string at a separator, into a tuple.",
    .params =
        {{"x", "Array or string."},
         {"sections",
          "For an array, the number of sections or the indices to split at. If the size is not "
          "divisible, the first sections are longer by one. For a string, the separator."},
         {"axis", "Axis to split; ignored for a string."}},
    .errors =
        "error[value] if the number of sections is below 1, or above 1000 and the size of the "
        "axis; error[type] if the separator of a string is not a string; error[shape] if `axis` is "
        "out of range",
    .example = "split([1, 2, 3, 4], 2)  #> ([1, 2], [3, 4])",
    .source = "numpy.split",
    .call = split_any,
};

extern const Builtin chunks_builtin = {
    .signature = "chunks(x: array or (any, ...), size: int, axis: int = 0) -> tuple",
    .brief = "Splits an array along an axis, or a tuple, into chunks of `size` items.",
    .params = {{"size", "Number of items in each chunk, ≥ 1. The last chunk may have fewer."},
               {"axis", "Axis to split; ignored for a tuple."}},
    .errors = "error[value] if `size` is below 1; error[shape] if `axis` is out of range",
    .example = "chunks([1, 2, 3, 4, 5], 2)  #> ([1, 2], [3, 4], [5])",
    .source = "torch.Tensor.split; itertools.batched of Python",
    .call = chunks_any,
};

extern const Builtin flip_builtin = {
    .signature = "flip(x: array, axis: int or (int, ...) = nil) -> array",
    .brief = "Reverses the order of the elements along the axes.",
    .params = {{"axis", "Axes to reverse. If nil, all axes."}},
    .errors = "error[shape] if an axis is out of range",
    .example = "flip([1, 2, 3])  #> [3, 2, 1]",
    .source = "numpy.flip",
    .call = bind<&flip>,
};

extern const Builtin roll_builtin = {
    .signature =
        "roll(x: array, shift: int or int[] or (int or int[], ...), axis: int or (int, ...) = nil) "
        "-> array",
    .brief = "Shifts the elements cyclically along the axes.",
    .params =
        {{"shift",
          "Number of positions to shift toward higher indices, one for all axes or one for each "
          "axis. Elements shifted past the end return at the start. May be a traced int."},
         {"axis", "Axes to shift. If nil, `x` is flattened, shifted, and reshaped back."}},
    .errors =
        "error[value] if `shift` and `axis` differ in length; error[shape] if an axis is out of "
        "range or repeats",
    .example = "roll([1, 2, 3], 1)  #> [3, 1, 2]",
    .source = "numpy.roll",
    .call = bind<&roll_values>,
};

extern const Builtin tril_builtin = {
    .signature = "tril(x: any[..., rows, columns], k: int = 0) -> any[..., rows, columns]",
    .brief = "Returns the lower triangle: elements above diagonal `k` are set to 0.",
    .params =
        {{"k",
          "Diagonal: 0 is the main diagonal, positive values are above it, negative ones below."}},
    .errors = "error[shape] if `x` has fewer than two axes",
    .example = "tril([[1, 2], [3, 4]])  #> [[1, 0],\n #>  [3, 4]]",
    .source = "numpy.tril",
    .call = bind<&tril>,
};

extern const Builtin triu_builtin = {
    .signature = "triu(x: any[..., rows, columns], k: int = 0) -> any[..., rows, columns]",
    .brief = "Returns the upper triangle: elements below diagonal `k` are set to 0.",
    .params =
        {{"k",
          "Diagonal: 0 is the main diagonal, positive values are above it, negative ones below."}},
    .errors = "error[shape] if `x` has fewer than two axes",
    .example = "triu([[1, 2], [3, 4]])  #> [[1, 2],\n #>  [0, 4]]",
    .source = "numpy.triu",
    .call = bind<&triu>,
};

}  // namespace rille
