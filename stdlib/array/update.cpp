// update: x with some of its elements replaced.
#include <algorithm>
#include <numeric>

#include "stdlib/array/subscript.h"
#include "vm/run/running.h"

namespace rille {
namespace {

int rank_of(DtypeKind kind) {
  switch (kind) {
    case DtypeKind::boolean: return 0;
    case DtypeKind::integer:
    case DtypeKind::natural: return 1;
    case DtypeKind::floating: return 2;
    case DtypeKind::complex: return 3;
    case DtypeKind::key: return 4;
  }
  return 4;
}

// The value in x's dtype; error[dtype] if x cannot hold its kind, error[value] if a host scalar
// is out of range.
Array held_by(const Array& x, const Array& value) {
  if (rank_of(kind(value.dtype())) > rank_of(kind(x.dtype())) ||
      (kind(x.dtype()) == DtypeKind::key) != (kind(value.dtype()) == DtypeKind::key)) {
    throw Error(Code::dtype,
                str("an update keeps the dtype: ", x.type(), " cannot hold ", given(value)))
        .help(str("convert the array or the value, as in `", x.dtype(), "(value)`"));
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
    throw Error(Code::shape, str("the indexed elements have the shape ", text(shape),
                                 " but the value is ", value.type()));
  }
  return fit(value, shape);
}

Array joined(const Array& old, const Array& value, UpdateOp how) {
  switch (how) {
    case UpdateOp::set: return value;
    case UpdateOp::add: return add(old, value);
    case UpdateOp::sub: return sub(old, value);
    case UpdateOp::mul: return mul(old, value);
    case UpdateOp::min: return minimum(old, value);
    case UpdateOp::max: return maximum(old, value);
    case UpdateOp::div: return div(old, value);
    case UpdateOp::floor_div: return floor_div(old, value);
    case UpdateOp::mod: return mod(old, value);
    case UpdateOp::pow: return pow(old, value);
  }
  return value;
}

bool cuts(const AxisEntry& e) {
  return e.kind == AxisEntry::Kind::slice || (e.kind == AxisEntry::Kind::at && e.place.is_none());
}

// One entry per axis of x, in their order.
AxisEntries by_axis(const Array& x, const AxisEntries& entries) {
  AxisEntries out(static_cast<size_t>(x.rank()));
  for (const AxisEntry& e : entries) {
    if (e.axis >= 0) out[static_cast<size_t>(e.axis)] = e;
  }
  return out;
}

// Copies the rows of `from`, which are contiguous, to their positions in `to`.
void copy_region(std::byte*& to_row, const AxisEntries& axes, size_t depth, const std::byte*& from,
                 const Ints& strides) {
  const AxisEntry& e = axes[depth];
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

// Makes x uniquely referenced: copies it if it has other references.
void own(Array& x) {
  if (x.is_sole()) return;
  Array mine(x.type());
  copy_bytes(mine.edit_data(), x.data(), x.byte_size());
  x = std::move(mine);
}

// Moves elements without computing, so no kernel is needed and nothing fails halfway.
void copy_over(Array& x, const AxisEntries& axes, const Array& value) {
  own(x);
  if (axes.empty()) {
    std::memcpy(x.edit_data(), value.data(), value.byte_size());
    return;
  }
  Ints strides(axes.size());
  auto stride = static_cast<int64_t>(bytes(x.dtype()));
  for (size_t axis = axes.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= x.shape()[axis].number();
  }
  std::byte* to = x.edit_data();
  const std::byte* from = value.data();
  copy_region(to, axes, 0, from, strides);
}

// For few elements with gaps between them: a scatter leaves the other elements in place.
Array scattered_over(const Array& x, const AxisEntries& axes, const Array& value) {
  Ints cut, order;
  Shape places;
  for (const AxisEntry& e : axes) {
    if (e.is_whole(x)) continue;
    cut.push_back(e.axis);
    places.push_back(Extent(e.size));
  }
  places.push_back(Extent(1));
  Arrays parts;
  for (size_t i = 0; i < cut.size(); ++i) {
    const AxisEntry& e = axes[static_cast<size_t>(cut[i])];
    Shape line(places.size(), Extent(1));
    line[i] = Extent(e.size);
    Array count = arange(e.start, e.start + e.size * e.step, e.step, Dtype::i64);
    parts.push_back(fit(reshape_to(count, line), places));
  }
  order = cut;
  for (int64_t axis = 0; axis < x.rank(); ++axis) {
    if (std::ranges::find(cut, axis) == cut.end()) order.push_back(axis);
  }
  Attrs attrs{{"axes", cut}, {"mode", std::string("set")}};
  return apply1(scatter_op, {x, concat(parts, -1), transpose(value, order)}, attrs);
}

// Steps of 1 form a window. Other steps are spread out with gaps and selected.
Array recorded_over(const Array& x, const AxisEntries& axes, const Array& given) {
  constexpr int64_t few = 8;  // a scatter is cheaper if the value has at most 1/8 of the elements
  bool has_gaps = std::ranges::any_of(
      axes, [](const AxisEntry& e) { return e.size > 1 && e.step != 1 && e.step != -1; });
  if (has_gaps && given.type().count() <= x.type().count() / few) {
    return scattered_over(x, axes, given);
  }
  Ints low, high, gaps, reversed;
  Arrays in{x, Array()};
  bool window = true;
  for (size_t i = 0; i < axes.size(); ++i) {
    const AxisEntry& e = axes[i];
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

// x with the region of the slices set; value has one axis per axis of x.
void set_region(Array& x, const AxisEntries& entries, const Array& value) {
  if (value.shape() == x.shape() &&
      std::ranges::all_of(entries, [](const AxisEntry& e) { return e.step == 1; })) {
    x = value;
    return;
  }
  AxisEntries axes = by_axis(x, entries);
  for (size_t i = 0; i < axes.size(); ++i) {
    if (!cuts(axes[i])) axes[i] = {.axis = static_cast<int64_t>(i), .size = x.shape()[i].number()};
  }
  if (value.size() == 0) return;
  bool now = is_eager() && !x.is_traced() && !value.is_traced();
  if (now) return copy_over(x, axes, value);
  x = recorded_over(x, axes, value);
}

// The new contents of the sliced region of x, with one axis per axis of x. The result holds no
// reference to x, so that x stays uniquely referenced.
Array next_region(const Array& x, const AxisEntries& entries, const Array& value, UpdateOp how) {
  Shape kept = x.shape();
  for (const AxisEntry& e : entries) {
    if (cuts(e)) kept[static_cast<size_t>(e.axis)] = Extent(e.size);
  }
  Array full = reshape_to(filling(value, result_shape(kept, entries, nullptr)), kept);
  return how == UpdateOp::set ? full : held_by(x, joined(sliced(x, entries), full, how));
}

void update_slices(Array& x, const AxisEntries& entries, const Array& value, UpdateOp how) {
  set_region(x, entries, next_region(x, entries, value, how));
}

// Traced indices: the window at them is extracted, updated, and written back.
Array window_updated(const Array& x, const AxisEntries& entries, const Array& value, UpdateOp how) {
  Arrays starts;
  Shape size = x.shape();
  AxisEntries inside = entries;
  for (int64_t axis = 0; axis < x.rank(); ++axis) starts.push_back(convert(Array(0), Dtype::i64));
  for (AxisEntry& e : inside) {
    if (e.kind != AxisEntry::Kind::at || e.place.is_none()) continue;
    starts[static_cast<size_t>(e.axis)] = convert(e.place, Dtype::i64);
    size[static_cast<size_t>(e.axis)] = Extent(1);
    e.place = Array();
  }
  Arrays in{x};
  in.insert(in.end(), starts.begin(), starts.end());
  Array old = rille::apply(dynamic_slice_op, in, {{"size", size}})[0];
  update_slices(old, inside, value, how);
  in.insert(in.begin() + 1, old);
  return rille::apply(dynamic_update_slice_op, in)[0];
}

std::string mode_of(UpdateOp how) {
  switch (how) {
    case UpdateOp::add:
    case UpdateOp::sub: return "add";
    case UpdateOp::mul: return "mul";
    case UpdateOp::min: return "min";
    case UpdateOp::max: return "max";
    default: return "set";
  }
}

// The indices that index arrays and partial slices select, for a scatter into the whole of x, which
// avoids copying a region out and back.
struct ScatterTargets {
  GatherLayout rows;  // from the arrays and ints only
  Ints axes;          // of x: those of the rows, then those of partial slices
  Array indices;      // i[rows..., cuts..., axes]
  Ints cut, whole;    // axes of x with a partial slice, and with a whole one
  Shape kept;         // the shape of x after the slices
};

Array counted(const AxisEntry& e) {
  return arange(e.start, e.start + e.size * e.step, e.step, Dtype::i64);
}

ScatterTargets targets_of(const Array& x, const AxisEntries& entries) {
  ScatterTargets out{.rows = gathered_of(x, entries), .kept = x.shape()};
  Arrays counts;
  for (const AxisEntry& e : entries) {
    if (e.kind != AxisEntry::Kind::slice) continue;
    out.kept[static_cast<size_t>(e.axis)] = Extent(e.size);
    (e.is_whole(x) ? out.whole : out.cut).push_back(e.axis);
    if (!e.is_whole(x)) counts.push_back(counted(e));
  }
  out.axes = out.rows.axes;
  out.indices = out.rows.indices;
  if (counts.empty()) return out;
  out.axes.insert(out.axes.end(), out.cut.begin(), out.cut.end());
  Shape all(out.indices.shape().begin(), out.indices.shape().end() - 1);
  size_t rows = all.size();
  for (const Array& count : counts) all.push_back(count.shape()[0]);
  Shape spread(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(rows));
  spread.insert(spread.end(), counts.size(), Extent(1));
  spread.push_back(out.indices.shape().back());
  Shape wide = all;
  wide.push_back(spread.back());
  Arrays parts{fit(reshape_to(convert(out.indices, Dtype::i64), spread), wide)};
  wide.back() = Extent(1);
  for (size_t i = 0; i < counts.size(); ++i) {
    Shape line(all.size() + 1, Extent(1));
    line[rows + i] = counts[i].shape()[0];
    parts.push_back(fit(reshape_to(counts[i], line), wide));
  }
  out.indices = concat(parts, -1);
  return out;
}

// Whether the sliced region is at most as large as the list of indexed elements: then extracting
// the region and writing it back is cheaper.
bool is_mostly_named(const Array& x, const AxisEntries& entries) {
  int64_t region = 1, named = 1;
  bool cuts = false;
  for (const AxisEntry& e : entries) {
    if (e.kind == AxisEntry::Kind::slice) region *= e.size;
    if (e.kind == AxisEntry::Kind::slice && !e.is_whole(x)) {
      cuts = true;
      named *= e.size;
    }
    if (e.kind == AxisEntry::Kind::array) named *= e.place.type().count();
    bool is_place = e.kind == AxisEntry::Kind::at || e.kind == AxisEntry::Kind::array;
    if (is_place) region *= x.type().extent(static_cast<int>(e.axis)).number();
  }
  return cuts && named >= region;
}

// The value, given in the order of the result, in the order of scatter: rows, cut axes, whole axes.
Array as_updates(const Array& value, const AxisEntries& entries, const ScatterTargets& to) {
  const GatherLayout& g = to.rows;
  Array full = filling(value, result_shape(to.kept, entries, &g));
  Ints order, place(to.kept.size(), -1);  // place: the position of an axis of x in the result
  for (size_t i = 0; i < g.rows; ++i) order.push_back(static_cast<int64_t>(g.before + i));
  int64_t next = 0;
  for (const AxisEntry& e : entries) {
    if (e.kind != AxisEntry::Kind::slice && e.kind != AxisEntry::Kind::new_axis) continue;
    if (next == static_cast<int64_t>(g.before)) next += static_cast<int64_t>(g.rows);
    if (e.kind == AxisEntry::Kind::slice) place[static_cast<size_t>(e.axis)] = next;
    ++next;
  }
  for (const Ints* axes : {&to.cut, &to.whole}) {
    for (int64_t axis : *axes) order.push_back(place[static_cast<size_t>(axis)]);
  }
  for (int64_t i = 0; i < full.rank(); ++i) {  // new axes, of size 1, come last and are dropped
    if (std::ranges::find(order, i) == order.end()) order.push_back(i);
  }
  Array turned = transpose(full, order);
  Shape shape(to.indices.shape().begin(), to.indices.shape().end() - 1);
  for (int64_t axis : to.whole) shape.push_back(to.kept[static_cast<size_t>(axis)]);
  return reshape_to(turned, shape);
}

// Whether repeated updates of one element accumulate. Operations that do not commute gather,
// compute, and set; their operands broadcast as in `x op value`.
bool applies_each(UpdateOp how) {
  return how != UpdateOp::div && how != UpdateOp::floor_div && how != UpdateOp::mod &&
         how != UpdateOp::pow;
}

void scatter_onto(Array& x, const AxisEntries& entries, const Array& given, UpdateOp how) {
  AxisEntries cut = entries, whole = entries;
  for (size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].kind == AxisEntry::Kind::at) cut[i].kind = AxisEntry::Kind::array;
    if (entries[i].kind != AxisEntry::Kind::slice) continue;
    whole[i].start = 0;
    whole[i].step = 1;
  }
  if (is_mostly_named(x, entries)) {
    Array region = sliced(x, cut);
    scatter_onto(region, whole, given, how);
    return set_region(x, cut, region);
  }
  ScatterTargets to = targets_of(x, entries);
  Array updates = as_updates(how == UpdateOp::sub ? neg(given) : given, entries, to);
  if (!applies_each(how)) {
    Array old = apply1(gather_op, {x, to.indices}, {{"axes", to.axes}});
    updates = held_by(x, joined(old, updates, how));
  }
  Arrays rest{to.indices, updates};
  apply_onto(scatter_op, x, rest, {{"axes", to.axes}, {"mode", mode_of(how)}});
}

bool is_traced_mask(const Subscript& s) {
  return s.form == Subscript::Kind::index && s.index.dtype() == Dtype::boolean &&
         s.index.is_traced();
}

// x[mask] op= value with a traced mask, whose number of true elements is unknown: the whole region
// is computed and the mask selects. The value must broadcast to any number of elements.
class MaskedUpdate {
 public:
  MaskedUpdate(const Array& x, const Subscripts& given) : x_(x) {
    size_t taken = 0, axis = 0;
    for (const Subscript& s : given) {
      bool is_mask = is_traced_mask(s);
      bool is_slice = s.form == Subscript::Kind::slice;
      if (!is_mask && !is_slice && s.form != Subscript::Kind::ellipsis) refuse(s);
      if (is_mask && !mask_.is_none()) refuse(s);
      if (is_mask) mask_ = s.index;
      taken += is_mask ? static_cast<size_t>(s.index.rank()) : is_slice ? 1 : 0;
    }
    for (const Subscript& s : given) {
      if (is_traced_mask(s)) {
        before_ = axis;
        check_size(s);
        whole_.insert(whole_.end(), static_cast<size_t>(mask_.rank()),
                      Subscript{.form = Subscript::Kind::slice});
        axis += static_cast<size_t>(mask_.rank());
      } else {
        whole_.push_back(s);
        bool is_rest = s.form == Subscript::Kind::ellipsis;
        axis += is_rest ? static_cast<size_t>(x.rank()) - std::min<size_t>(taken, x.rank()) : 1;
      }
    }
  }

  void update(Array& x, const Array& value, UpdateOp how) const {
    AxisEntries entries = entries_of(x, whole_);
    Array old = sliced(x, entries);
    Array mask = reshape_to(mask_, spread(old));
    Array full = filling(lined_up(value), old.shape());
    Array next = full;
    if (how != UpdateOp::set && applies_each(how)) next = joined(old, full, how);
    if (!applies_each(how)) {  // the masked-out elements must not raise errors
      Array one = convert(Array(1), x.dtype());
      next = joined(where(mask, old, one), where(mask, full, convert(Array(1), full.dtype())), how);
    }
    Array kept = where(mask, held_by(x, next), old);
    old = Array();
    set_region(x, entries, kept);
  }

 private:
  [[noreturn]] static void refuse(const Subscript& s) {
    throw Error(Code::trace, "a traced mask can be combined with slices only")
        .at(s.argument)
        .help("`where(mask, x, other)` keeps the size");
  }

  void check_size(const Subscript& s) const {
    for (int i = 0; i < mask_.rank(); ++i) {
      size_t axis = before_ + static_cast<size_t>(i);
      bool fits = axis < x_.shape().size() && x_.shape()[axis] == mask_.type().extent(i);
      if (fits && mask_.rank() > 0) continue;
      throw Error(Code::index, str("the mask is ", mask_.type(), " but axis ", axis, " of ",
                                   x_.type(), " has a different size"))
          .at(s.argument);
    }
    if (mask_.rank() == 0) {
      throw Error(Code::type, "an index must be an int, got a bool").at(s.argument);
    }
  }

  size_t after() const { return x_.shape().size() - before_ - mask_.shape().size(); }

  Shape spread(const Array& old) const {
    Shape out(old.shape().size(), Extent(1));
    std::ranges::copy(mask_.shape(), out.begin() + static_cast<std::ptrdiff_t>(before_));
    return out;
  }

  // The axis of the value that counts the elements has size 1 and replaces all axes of the mask.
  Array lined_up(const Array& value) const {
    Shape shape = value.shape();
    if (shape.size() <= after()) return value;
    auto count = shape.end() - static_cast<std::ptrdiff_t>(after()) - 1;
    if (*count != Extent(1)) {
      throw Error(
          Code::trace,
          str("the number of true elements of the mask is unknown at trace time, so a value of ",
              value.type(), " may not match it"))
          .help("`where` takes a mask and a value with the shape of the mask");
    }
    shape.insert(count, static_cast<size_t>(mask_.rank() - 1), Extent(1));
    return reshape_to(value, shape);
  }

  Array x_;
  Array mask_ = {};
  size_t before_ = 0;  // number of axes of x before those of the mask
  Subscripts whole_ = {};
};

}  // namespace

void update(Array& x, const Subscripts& subscripts, const Array& given, UpdateOp how) {
  if (x.is_weak()) x = strong(x);
  if (std::ranges::any_of(subscripts, is_traced_mask)) {
    Array value = applies_each(how) ? held_by(x, given) : given;
    return MaskedUpdate(x, subscripts).update(x, value, how);
  }
  AxisEntries entries = entries_of(x, subscripts);
  Array value = applies_each(how) ? held_by(x, given) : given;
  if (has_arrays(entries)) return scatter_onto(x, entries, value, how);
  if (has_traced_places(entries)) {
    x = window_updated(x, entries, value, how);
  } else {
    update_slices(x, entries, value, how);
  }
}

}  // namespace rille
