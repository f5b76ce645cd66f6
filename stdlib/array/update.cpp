// updated: x with some of its elements replaced.
#include <algorithm>
#include <numeric>

#include "stdlib/array/subscript.h"

namespace rille {
namespace {

int rank_of(Kind kind) {
  switch (kind) {
    case Kind::boolean: return 0;
    case Kind::integer:
    case Kind::natural: return 1;
    case Kind::floating: return 2;
    case Kind::complex: return 3;
    case Kind::key: return 4;
  }
  return 4;
}

// The value in x's dtype; a kind that x cannot hold is refused, so is a host number too large.
Array held_by(const Array& x, const Array& value) {
  if (rank_of(kind(value.dtype())) > rank_of(kind(x.dtype())) ||
      (kind(x.dtype()) == Kind::key) != (kind(value.dtype()) == Kind::key)) {
    throw Error(Code::dtype,
                str("an update keeps the dtype: ", x.type(), " cannot take ", given(value)))
        .help(str("convert one of them, as in `", x.dtype(), "(value)`"));
  }
  return convert(value, x.dtype());
}

Array filling(const Array& value, const Shape& shape) {
  size_t rank = value.shape().size();
  bool fits = rank <= shape.size();
  for (size_t i = 0; fits && i < rank; ++i) {
    Extent have = value.shape()[i], want = shape[shape.size() - rank + i];
    fits = have == want || have == Extent(1);
  }
  if (!fits) {
    throw Error(Code::shape,
                str("the place has the shape ", text(shape), " but the value is ", value.type()));
  }
  return fit(value, shape);
}

Array joined(const Array& old, const Array& value, Update how) {
  switch (how) {
    case Update::set: return value;
    case Update::add: return add(old, value);
    case Update::sub: return sub(old, value);
    case Update::mul: return mul(old, value);
    case Update::min: return minimum(old, value);
    case Update::max: return maximum(old, value);
  }
  return value;
}

bool cuts(const Entry& e) {
  return e.kind == Entry::Kind::slice || (e.kind == Entry::Kind::at && e.place.is_none());
}

// One entry per axis of x, in their order.
Entries by_axis(const Array& x, const Entries& entries) {
  Entries out(static_cast<size_t>(x.rank()));
  for (const Entry& e : entries) {
    if (e.axis >= 0) out[static_cast<size_t>(e.axis)] = e;
  }
  return out;
}

// Copies the rows of `from`, which lie one after the other, to their places in `to`.
void copy_region(std::byte*& to_row, const Entries& axes, size_t depth, const std::byte*& from,
                 const Ints& strides) {
  const Entry& e = axes[depth];
  auto stride = strides[depth];
  std::byte* at = to_row + e.start * stride;
  bool last = depth + 1 == axes.size();
  auto element = static_cast<size_t>(strides.back());
  if (last && e.step == 1) {
    auto size = static_cast<size_t>(e.size) * element;
    std::memcpy(at, from, size);
    from += size;
    return;
  }
  for (int64_t i = 0; i < e.size; ++i, at += e.step * stride) {
    if (last) {
      std::memcpy(at, from, element);
      from += element;
    } else {
      copy_region(at, axes, depth + 1, from, strides);
    }
  }
}

// Elements are moved, not computed: no kernel is needed for that.
Array copied_over(Array x, const Entries& axes, const Array& value) {
  if (!x.is_sole()) {
    Array own(x.type());
    std::memcpy(own.edit_data(), x.data(), x.byte_size());
    x = own;
  }
  if (axes.empty()) {
    std::memcpy(x.edit_data(), value.data(), value.byte_size());
    return x;
  }
  Ints strides(axes.size());
  auto stride = static_cast<int64_t>(bytes(x.dtype()));
  for (size_t axis = axes.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= x.shape()[axis].number();
  }
  std::byte* to = x.edit_data();
  const std::byte* from = value.data();
  if (value.size() > 0) copy_region(to, axes, 0, from, strides);
  return x;
}

// Steps of 1 are a window; others are spread out with gaps and selected.
Array recorded_over(const Array& x, const Entries& axes, const Array& given) {
  Ints low, high, gaps, reversed;
  Arrays in{x, Array()};
  bool window = true;
  for (size_t i = 0; i < axes.size(); ++i) {
    const Entry& e = axes[i];
    int64_t step = e.step < 0 ? -e.step : e.step, size = x.shape()[i].number();
    int64_t first = e.size == 0 ? 0 : e.step < 0 ? e.start + (e.size - 1) * e.step : e.start;
    if (e.step < 0) reversed.push_back(static_cast<int64_t>(i));
    low.push_back(first);
    high.push_back(size - first - (e.size == 0 ? 0 : (e.size - 1) * step + 1));
    gaps.push_back(step - 1);
    window = window && step == 1;
    in.push_back(convert(Array(first), Dtype::i64));
  }
  Array value = reversed.empty() ? given : flip(given, reversed);
  if (window) {
    in[1] = value;
    return rille::apply(dynamic_update_slice_op, in)[0];
  }
  Attrs attrs{{"low", low}, {"high", high}, {"interior", gaps}};
  Array spread = apply1(pad_op, {value, convert(Array(0), x.dtype())}, attrs);
  Array written = fit(Array(true).with_weak(false), value.shape());
  Array mask = apply1(pad_op, {written, Array(false).with_weak(false)}, attrs);
  return apply1(select_op, {mask, spread, x});
}

// x with the region of the slices set; value has one extent per axis of x.
Array region_set(Array x, const Entries& entries, const Array& value) {
  if (value.shape() == x.shape() &&
      std::ranges::all_of(entries, [](const Entry& e) { return e.step == 1; })) {
    return value;
  }
  Entries axes = by_axis(x, entries);
  for (size_t i = 0; i < axes.size(); ++i) {
    if (!cuts(axes[i])) axes[i] = {.axis = static_cast<int64_t>(i), .size = x.shape()[i].number()};
  }
  if (value.size() == 0) return x;
  bool now = is_eager() && !x.is_traced() && !value.is_traced();
  return now ? copied_over(std::move(x), axes, value) : recorded_over(x, axes, value);
}

Array slices_updated(Array x, const Entries& entries, const Array& value, Update how) {
  Array old = how == Update::set ? Array() : sliced(x, entries);
  Shape kept = x.shape();
  for (const Entry& e : entries) {
    if (cuts(e)) kept[static_cast<size_t>(e.axis)] = Extent(e.size);
  }
  Array full = reshape_to(filling(value, result_shape(kept, entries, nullptr)), kept);
  Array next = old.is_none() ? full : joined(old, full, how);
  old = Array();  // else x would not be sole
  return region_set(std::move(x), entries, next);
}

// Traced places: the window at them is taken out, updated and put back.
Array window_updated(const Array& x, const Entries& entries, const Array& value, Update how) {
  Arrays starts;
  Shape size = x.shape();
  Entries inside = entries;
  for (int64_t axis = 0; axis < x.rank(); ++axis) starts.push_back(convert(Array(0), Dtype::i64));
  for (Entry& e : inside) {
    if (e.kind != Entry::Kind::at || e.place.is_none()) continue;
    starts[static_cast<size_t>(e.axis)] = convert(e.place, Dtype::i64);
    size[static_cast<size_t>(e.axis)] = Extent(1);
    e.place = Array();
  }
  Arrays in{x};
  in.insert(in.end(), starts.begin(), starts.end());
  Array old = rille::apply(dynamic_slice_op, in, {{"size", size}})[0];
  in.insert(in.begin() + 1, slices_updated(old, inside, value, how));
  return rille::apply(dynamic_update_slice_op, in)[0];
}

std::string mode_of(Update how) {
  switch (how) {
    case Update::set: return "set";
    case Update::add:
    case Update::sub: return "add";
    case Update::mul: return "mul";
    case Update::min: return "min";
    case Update::max: return "max";
  }
  return "set";
}

// The value, in the order of the result, as scatter wants it: rows first, no new axes.
Array as_updates(const Array& value, const Array& kept, const Entries& entries, const Gathered& g) {
  Array full = filling(value, result_shape(kept.shape(), entries, &g));
  Ints order;
  for (size_t i = 0; i < g.rows; ++i) order.push_back(static_cast<int64_t>(g.before + i));
  for (int64_t i = 0; i < full.rank(); ++i) {
    if (std::ranges::find(order, i) == order.end()) order.push_back(i);
  }
  Array turned = transpose(full, order);
  Shape shape(g.indices.shape().begin(), g.indices.shape().end() - 1);
  for (int64_t axis = 0; axis < kept.rank(); ++axis) {
    bool indexed = std::ranges::find(g.axes, axis) != g.axes.end();
    if (!indexed) shape.push_back(kept.type().extent(static_cast<int>(axis)));
  }
  return reshape_to(turned, shape);
}

Array scattered(const Array& x, const Entries& entries, const Array& value, Update how) {
  Entries slices = entries;
  for (Entry& e : slices) {
    if (e.kind == Entry::Kind::at) e.kind = Entry::Kind::array;
  }
  Array kept = sliced(x, slices);
  Gathered g = gathered_of(kept, entries);
  Array updates = as_updates(how == Update::sub ? neg(value) : value, kept, entries, g);
  Attrs attrs{{"axes", g.axes}, {"mode", mode_of(how)}};
  Array done = apply1(scatter_op, {kept, g.indices, updates}, attrs);
  return region_set(x, slices, done);
}

}  // namespace

Array updated(Array x, const Subscripts& subscripts, const Array& given, Update how) {
  if (x.is_weak()) x = strong(x);
  Entries entries = entries_of(x, subscripts);
  Array value = held_by(x, given);
  if (has_arrays(entries)) return scattered(x, entries, value, how);
  if (has_traced_places(entries)) return window_updated(x, entries, value, how);
  return slices_updated(std::move(x), entries, value, how);
}

}  // namespace rille
