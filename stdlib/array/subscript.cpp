// Subscripts: masks, bounds, the order of axes.
#include "stdlib/array/subscript.h"

#include <algorithm>

namespace rille {
namespace {

using SubscriptKind = Subscript::Kind;

bool is_mask(const Subscript& s) {
  return s.form == SubscriptKind::index && s.index.dtype() == Dtype::boolean;
}

size_t axes_taken(const Subscript& s) {
  if (s.form == SubscriptKind::new_axis || s.form == SubscriptKind::ellipsis) return 0;
  return is_mask(s) ? static_cast<size_t>(s.index.rank()) : 1;
}

// The indices of a mask's true elements, one list per axis.
Subscripts places_of(const Subscript& given, const Array& x, size_t first_axis) {
  const Array& mask = given.index;
  int argument = given.argument;
  if (mask.rank() == 0) {
    throw Error(Code::type, "an index must be an int, got a bool").at(argument);
  }
  if (mask.is_traced()) {
    throw Error(Code::trace,
                str("x[mask]: the size of the result depends on the values of the mask, a traced ",
                    mask.type()))
        .at(argument)
        .help("`where(mask, x, other)` keeps the size");
  }
  Ints shape = mask.type().ints();
  for (size_t i = 0; i < shape.size(); ++i) {
    if (x.shape()[first_axis + i] == Extent(shape[i])) continue;
    throw Error(Code::index, str("the mask is ", mask.type(), " but axis ", first_axis + i, " of ",
                                 x.type(), " has a different size"))
        .at(argument);
  }
  auto flags = mask.as<bool>();
  auto count = static_cast<int64_t>(std::ranges::count(flags, true));
  Subscripts out(shape.size(), Subscript{.form = SubscriptKind::index});
  int64_t inner = 1;
  for (size_t axis = shape.size(); axis-- > 0;) {
    Array places(Type(Dtype::i64, {Extent(count)}));
    auto* to = places.edit<int64_t>().data();
    for (size_t i = 0; i < flags.size(); ++i) {
      if (flags[i]) *to++ = static_cast<int64_t>(i) / inner % shape[axis];
    }
    out[axis].index = places;
    inner *= shape[axis];
  }
  return out;
}

// One subscript per axis or nil: masks and the ellipsis are expanded. `gap` becomes the position of
// an ellipsis that covers no axis; it separates the arrays on its sides.
Subscripts written_out(const Array& x, const Subscripts& given, std::optional<size_t>& gap) {
  size_t taken = 0, dots = 0;
  int surplus = -1;
  for (const Subscript& s : given) {
    taken += axes_taken(s);
    if (surplus < 0 && taken > static_cast<size_t>(x.rank())) surplus = s.argument;
    dots += s.form == SubscriptKind::ellipsis ? 1 : 0;
  }
  auto rank = static_cast<size_t>(x.rank());
  if (taken > rank) {
    throw Error(Code::index, str(arg(0, "x"), " is ", x.type(), " with ", rank,
                                 rank == 1 ? " axis" : " axes", ", got ", taken, " indices"))
        .at(surplus);
  }
  if (dots > 1) throw Error(Code::index, "an index contains `...` more than once");
  Subscripts out;
  size_t axis = 0;
  auto whole = [&] {
    out.insert(out.end(), rank - taken, Subscript{.form = SubscriptKind::slice});
    axis += rank - taken;
  };
  for (const Subscript& s : given) {
    if (s.form == SubscriptKind::ellipsis) {
      if (rank == taken) gap = out.size();
      whole();
    } else if (is_mask(s)) {
      for (Subscript& place : places_of(s, x, axis)) out.push_back(std::move(place));
      axis += axes_taken(s);
    } else {
      out.push_back(s);
      axis += axes_taken(s);
    }
  }
  if (dots == 0) whole();
  return out;
}

AxisEntry slice_of(const Subscript& s, int64_t axis, int64_t size) {
  int64_t step = s.step.value_or(1);
  if (step == 0)
    throw Error(Code::value, "the step of a slice is 0, expected a nonzero step").at(s.argument);
  int64_t least = step < 0 ? -1 : 0, most = step < 0 ? size - 1 : size;
  auto bound = [&](int64_t at) { return std::clamp(at < 0 ? at + size : at, least, most); };
  int64_t start = s.start ? bound(*s.start) : (step < 0 ? most : least);
  int64_t stop = s.stop ? bound(*s.stop) : (step < 0 ? least : most);
  int64_t distance = step < 0 ? start - stop : stop - start;
  uint64_t stride = step < 0 ? 0 - static_cast<uint64_t>(step) : static_cast<uint64_t>(step);
  int64_t count =
      distance <= 0 ? 0 : static_cast<int64_t>((static_cast<uint64_t>(distance) - 1) / stride) + 1;
  if (count <= 1) step = 1;  // unused, so any value is valid
  return {
      .kind = AxisEntry::Kind::slice, .axis = axis, .start = start, .size = count, .step = step};
}

void need_ints(const Subscript& s) {
  const Array& index = s.index;
  if (is_integer(index.dtype())) return;
  throw Error(Code::type, str("an index must be an int or an array of ints, got ",
                              index.rank() == 0 ? text(index) : text(index.type())))
      .at(s.argument);
}

// Checks indices whose values are known now.
Array checked_here(const Subscript& s, int64_t axis, int64_t size) {
  const Array& index = s.index;
  Array out(Type(Dtype::i64, index.shape()));
  auto to = out.edit<int64_t>();
  with_type(index.dtype(), [&]<class T>(T) {
    if constexpr (std::is_integral_v<T> || std::is_same_v<T, Int4> || std::is_same_v<T, UInt4>) {
      auto from = index.as<T>();
      for (size_t i = 0; i < from.size(); ++i) {
        auto place = static_cast<int64_t>(from[i]);
        if (place < -size || place >= size) {
          Error error(Code::index,
                      str("index ", place, " is out of range for axis ", axis, " of size ", size));
          throw labelled(std::move(error), "indices").at(s.argument);
        }
        to[i] = place < 0 ? place + size : place;
      }
    }
  });
  return out;
}

// Records a check of indices that runs with the compiled code.
Array checked_later(const Array& given, int64_t axis, int64_t size) {
  bool wide = bits(given.dtype()) > 32 || given.dtype() == Dtype::u32 || size > INT32_MAX;
  Array index = convert(given, wide ? Dtype::i64 : Dtype::i32);
  Array good = logical_and(ge(index, -size), lt(index, size));
  check(good, "index", str("index {0} is out of range for axis ", axis, " of size ", size),
        {index});
  return where(lt(index, 0), add(index, size), index);
}

AxisEntry place_of(const Subscript& s, int64_t axis, int64_t size) {
  const Array& index = s.index;
  need_ints(s);
  bool known = !index.is_traced() && (is_host_scalar(index) || is_eager());
  AxisEntry out{.kind = index.rank() == 0 ? AxisEntry::Kind::at : AxisEntry::Kind::array,
                .axis = axis};
  if (!known) {
    out.place = checked_later(index, axis, size);
    out.size = 1;
    return out;
  }
  Array here = checked_here(s, axis, size);
  if (out.kind == AxisEntry::Kind::array) {
    out.place = here;
  } else {
    out.start = here.integer();
    out.size = 1;
  }
  return out;
}

}  // namespace

bool AxisEntry::is_whole(const Array& x) const {
  return kind == Kind::slice && start == 0 && step == 1 &&
         x.type().extent(static_cast<int>(axis)) == Extent(size);
}

AxisEntries entries_of(const Array& x, const Subscripts& subscripts) {
  AxisEntries out;
  int64_t axis = 0;
  std::optional<size_t> gap;
  for (const Subscript& s : written_out(x, subscripts, gap)) {
    if (s.form == SubscriptKind::new_axis) {
      out.push_back({.kind = AxisEntry::Kind::new_axis});
      continue;
    }
    int64_t size = x.type().extent(static_cast<int>(axis)).number();
    out.push_back(s.form == SubscriptKind::slice ? slice_of(s, axis, size)
                                                 : place_of(s, axis, size));
    ++axis;
  }
  if (gap && *gap < out.size()) out[*gap].apart = true;
  return out;
}

bool has_arrays(const AxisEntries& entries) {
  return std::ranges::any_of(entries,
                             [](const AxisEntry& e) { return e.kind == AxisEntry::Kind::array; });
}

bool has_traced_places(const AxisEntries& entries) {
  return std::ranges::any_of(entries, [](const AxisEntry& e) {
    return e.kind == AxisEntry::Kind::at && !e.place.is_none();
  });
}

GatherLayout gathered_of(const Array& x, const AxisEntries& entries) {
  GatherLayout out;
  Arrays places;
  std::optional<size_t> first, last;
  bool is_apart = false, apart_so_far = false;  // after the first index
  size_t axes_before_first = 0, axes_so_far = 0, count = 0;
  for (size_t i = 0; i < entries.size(); ++i) {
    const AxisEntry& e = entries[i];
    bool is_place = e.kind == AxisEntry::Kind::at || e.kind == AxisEntry::Kind::array;
    apart_so_far = apart_so_far || (first && e.apart);
    if (!is_place) {
      ++axes_so_far;
      continue;
    }
    if (!first) axes_before_first = axes_so_far;
    if (!first) first = i;
    last = i;
    is_apart = apart_so_far;
    ++count;
    out.axes.push_back(e.axis);
    places.push_back(e.place.is_none() ? convert(Array(e.start), Dtype::i64) : e.place);
  }
  RILLE_CHECK(first, "a gather without indices from ", x.type());
  bool neighbours = *last - *first + 1 == count && !is_apart;
  out.before = neighbours ? axes_before_first : 0;
  Shape rows = common_shape(places, "indices");
  out.rows = rows.size();
  promote_together(places);
  for (Array& place : places) place = expand(fit(place, rows), {-1});
  out.indices = concat(places, -1);
  return out;
}

Shape result_shape(const Shape& kept, const AxisEntries& entries, const GatherLayout* gathered) {
  Shape out;
  for (const AxisEntry& e : entries) {
    if (e.kind == AxisEntry::Kind::new_axis) out.push_back(Extent(1));
    if (e.kind == AxisEntry::Kind::slice) out.push_back(kept[static_cast<size_t>(e.axis)]);
  }
  if (gathered != nullptr) {
    const Shape& all = gathered->indices.shape();
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(gathered->before), all.begin(),
               all.end() - 1);
  }
  return out;
}

}  // namespace rille
