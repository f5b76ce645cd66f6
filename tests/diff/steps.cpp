// Draws graphs: one step for each kind of primitive.
#include <algorithm>
#include <numeric>

#include "tests/diff/catalog.h"
#include "tests/diff/grow.h"

namespace rille::diff {
namespace {

bool is_any(Dtype dtype) { return dtype != Dtype::key; }
bool is_ordered(Dtype dtype) { return !is_complex(dtype) && dtype != Dtype::key; }
bool is_some_number(Dtype dtype) { return is_number(dtype); }

}  // namespace

// An op of any shape, by one of its ways; its floats are where it is smooth, most of the time.
void Grower::pointwise() {
  const Elementwise& item = chance_.one_of(elementwise_ops());
  Sample way = chance_.one_of(item.ways);
  Var x = some();
  for (int i = 0; i < 6 && way.in[0].dtype() != type(x).dtype(); ++i)
    way = chance_.one_of(item.ways);
  if (bounds_.wide) {
    auto wide = widened(*item.op, way);
    if (!wide) return;
    way = *wide;
  }
  bool reads_bits = item.op->name == "bitcast" && is_inexact(way.in[0].dtype());
  if (reads_bits) return;  // a NaN has any bits
  x = converted(x, way.in[0].dtype());
  bool is_narrow = way.low != -2 || way.high != 2;
  bool tame = !chance_.once_in(is_narrow ? 6 : 2) || bounds_.wide;
  Vars in;
  for (const Type& wanted : way.in) {
    Var v = in.empty() ? x : made(type(x).with(wanted.dtype()));
    in.push_back(tame ? within(v, way.low, way.high) : v);
  }
  keep(b_.emit(*item.op, in, way.attrs));
}

// Any other op, on types that one of its samples names.
void Grower::sampled() {
  const Op& op = *chance_.one_of(sampled_ops());
  std::vector<Sample> samples = op.samples();
  Sample sample = chance_.one_of(samples);
  if (bounds_.wide) {
    auto wide = widened(op, sample);
    if (!wide) return;
    sample = *wide;
  }
  Types out = op.type({sample.in, sample.attrs, sample.regions, {}});
  for (const Types& types : {sample.in, out}) {
    for (const Type& each : types) {
      if (each.form() != TypeForm::array || each.count() > bounds_.elements) return;
    }
  }
  Vars in;
  for (const Type& wanted : sample.in) in.push_back(within(made(wanted), sample.low, sample.high));
  keep(b_.emit(op, in, sample.attrs, sample.regions));
}

void Grower::converts() {
  Var x = some(is_any);
  keep(converted(x, dtype()));
}

void Grower::permuted() {
  Var x = some();
  Ints axes(static_cast<size_t>(type(x).rank()));
  std::iota(axes.begin(), axes.end(), 0);
  for (size_t i = axes.size(); i > 1; --i) {
    std::swap(axes[i - 1], axes[static_cast<size_t>(chance_.below(static_cast<int64_t>(i)))]);
  }
  keep(op::permute(b_, x, axes));
}

// Neighbouring axes become one, or one becomes two.
void Grower::reshaped() {
  Var x = some();
  Shape shape = type(x).shape();
  if (shape.size() > 1 && chance_.once_in(2)) {
    size_t at = static_cast<size_t>(chance_.below(std::ssize(shape) - 1));
    shape[at] = shape[at] * shape[at + 1];
    shape.erase(shape.begin() + static_cast<int64_t>(at) + 1);
  } else if (shape.size() < 6) {
    auto at = chance_.below(std::ssize(shape) + 1);
    int64_t part = 1;
    if (at < std::ssize(shape)) {
      Extent& whole = shape[static_cast<size_t>(at)];
      for (int64_t n : {2, 3, 5}) {
        if (part == 1 && whole.number() > 0 && whole.number() % n == 0) part = n;
      }
      whole = Extent(whole.number() / part);
    }
    shape.insert(shape.begin() + at, Extent(part));
  }
  keep(op::reshape(b_, x, shape));
}

void Grower::broadcasted() {
  Var x = some();
  Shape shape = type(x).shape();
  Ints axes;
  int64_t room = bounds_.elements / std::max<int64_t>(type(x).count(), 1);
  for (int64_t i = chance_.from(1, 2); i > 0 && shape.size() < 6 && room > 0; --i) {
    int64_t n = chance_.from(chance_.once_in(20) ? 0 : 1, std::min<int64_t>(room, 5));
    shape.emplace_back(n);
    axes.push_back(0);
    room /= std::max<int64_t>(n, 1);
  }
  // The new axes stand anywhere.
  Shape out;
  size_t fresh = 0, old = 0, news = axes.size();
  size_t rank = shape.size() - news;
  axes.clear();
  while (fresh < news || old < rank) {
    bool takes = fresh < news && (old == rank || chance_.once_in(2));
    if (takes) axes.push_back(std::ssize(out));
    out.push_back(takes ? shape[rank + fresh++] : shape[old++]);
  }
  keep(op::broadcast(b_, x, out, axes));
}

void Grower::sliced() {
  Var x = some();
  Ints start, step;
  Shape size;
  for (int64_t axis = 0; axis < type(x).rank(); ++axis) {
    int64_t n = extent(x, axis), first = chance_.from(0, n), by = chance_.from(1, 3);
    int64_t most = first < n ? (n - first + by - 1) / by : 0;
    start.push_back(chance_.once_in(2) ? 0 : first);
    if (start.back() == 0) most = n == 0 ? 0 : (n + by - 1) / by;
    step.push_back(by);
    size.emplace_back(chance_.once_in(8) ? chance_.from(0, most) : most);
  }
  keep(op::slice(b_, x, start, size, step));
}

void Grower::reversed() {
  Var x = some();
  keep(op::reverse(b_, x, some_axes(x)));
}

// Places around and between elements, or elements cut off.
void Grower::padded() {
  Var x = some();
  Ints low, high, interior;
  int64_t count = 1;
  for (int64_t axis = 0; axis < type(x).rank(); ++axis) {
    interior.push_back(chance_.once_in(3) ? chance_.from(1, 2) : 0);
    int64_t n = extent(x, axis), all = n > 0 ? n + (n - 1) * interior.back() : 0;
    low.push_back(chance_.from(-1, 2));
    high.push_back(chance_.from(-1, 2));
    if (all + low.back() + high.back() < 0) low.back() = high.back() = 0;
    count *= all + low.back() + high.back();
  }
  if (count > 2 * bounds_.elements) return;
  keep(op::pad(b_, x, made({type(x).dtype(), Shape{}}), low, high, interior));
}

void Grower::joined() {
  Var x = some();
  if (type(x).rank() == 0) return;
  int64_t axis = axis_of(x);
  Vars xs{x};
  for (int64_t i = chance_.below(3); i > 0; --i) {
    Shape shape = type(x).shape();
    shape[static_cast<size_t>(axis)] = Extent(chance_.from(chance_.once_in(10) ? 0 : 1, 4));
    xs.push_back(chance_.once_in(3) ? x : made(type(x).with(shape)));
  }
  if (type(x).count() * std::ssize(xs) > 2 * bounds_.elements) return;
  keep(op::concatenate(b_, xs, axis));
}

// Whatever takes a list of axes and nothing else.
void Grower::reduced() {
  constexpr const Op* ops[] = {&sum_op,        &sum_op,        &prod_op,     &reduce_max_op,
                               &reduce_min_op, &reduce_and_op, &reduce_or_op};
  const Op& op = *chance_.one_of(ops);
  Var x = some(is_any);
  Attrs attrs{{"axes", some_axes(x)}};
  for (int i = 0; i < 4 && !accepts(op, {type(x)}, attrs); ++i) {
    x = some(is_any);
    attrs = {{"axes", some_axes(x)}};
  }
  if (accepts(op, {type(x)}, attrs)) keep(b_.emit(op, {x}, attrs));
}

void Grower::placed() {
  Var x = some(is_ordered);
  if (type(x).rank() == 0) return;
  int64_t axis = axis_of(x);
  const Op& op = chance_.once_in(2) ? argmax_op : argmin_op;
  if (accepts(op, {type(x)}, {{"axis", axis}})) keep(b_.emit(op, {x}, {{"axis", axis}}));
}

void Grower::scanned() {
  constexpr const Op* ops[] = {&cumsum_op, &cumprod_op, &cummax_op, &cummin_op};
  Var x = some(is_any);
  if (type(x).rank() == 0) return;
  const Op& op = *chance_.one_of(ops);
  Attrs attrs{{"axis", axis_of(x)}, {"reverse", chance_.once_in(2)}};
  if (accepts(op, {type(x)}, attrs)) keep(b_.emit(op, {x}, attrs));
}

// Of x's axes some are batched, some contracted; y has these and some of its own, in any order.
void Grower::product() {
  Var x = some(is_some_number);
  Contraction axes;
  Shape other;
  int64_t left = 1;
  for (int64_t axis = 0; axis < type(x).rank(); ++axis) {
    int64_t kind = chance_.below(3);
    if (kind == 2) left *= extent(x, axis);
    if (kind == 2) continue;
    (kind == 0 ? axes.left_batch : axes.left_contracted).push_back(axis);
  }
  int64_t room = std::max<int64_t>(1, bounds_.elements / std::max<int64_t>(type(x).count(), 1));
  for (int64_t i = chance_.below(3); i > 0; --i) {
    other.emplace_back(chance_.from(1, std::min<int64_t>(room, 6)));
    room = std::max<int64_t>(1, room / other.back().number());
  }
  if (left * type(x).count() > 40 * bounds_.elements) return;
  for (bool batch : {true, false}) {
    for (int64_t axis : batch ? axes.left_batch : axes.left_contracted) {
      auto at = chance_.below(std::ssize(other) + 1);
      for (Ints* list : {&axes.right_batch, &axes.right_contracted}) {
        for (int64_t& place : *list) place += place >= at;
      }
      (batch ? axes.right_batch : axes.right_contracted).push_back(at);
      other.insert(other.begin() + at, type(x).extent(static_cast<int>(axis)));
    }
  }
  if (other.size() > 6) return;
  Var y = made(type(x).with(other));
  Dtype to = type(x).dtype();
  if (!bounds_.wide && chance_.once_in(8) && is_float(to)) to = Dtype::f32;
  keep(op::dot_general(b_, x, y, axes, to));
}

void Grower::convolved() {
  int64_t axes = chance_.from(0, 2), in = chance_.from(1, 3), out = chance_.from(1, 3);
  Dtype of = type(some(is_some_number)).dtype();
  ConvGroups groups;
  if (chance_.once_in(4)) {
    groups.features = 2;
  } else if (chance_.once_in(4)) {
    groups.batch = 2;
  }
  Shape xs{chance_.from(1, 3) * groups.batch}, ws;
  WindowDims slide;
  for (int64_t i = 0; i < axes; ++i) {
    xs.emplace_back(chance_.from(chance_.once_in(10) ? 0 : 1, 6));
    ws.emplace_back(chance_.from(1, 3));
    slide.strides.push_back(chance_.from(1, 2));
    slide.low.push_back(chance_.from(-1, 2));
    slide.high.push_back(chance_.from(-1, 2));
    slide.base_dilation.push_back(chance_.once_in(3) ? 2 : 1);
    slide.window_dilation.push_back(chance_.once_in(3) ? 2 : 1);
  }
  xs.emplace_back(in * groups.features);
  ws.emplace_back(in);
  ws.emplace_back(out * groups.features * groups.batch);
  Attrs attrs = attrs_of(
      slide, {{"feature_groups", groups.features}, {"batch_groups", groups.batch}, {"dtype", of}});
  Types types{Type(of, xs), Type(of, ws)};
  if (accepts(conv_op, types, attrs))
    keep(b_.emit(conv_op, {made(types[0]), made(types[1])}, attrs));
}

void Grower::gathered() {
  Var x = some();
  Ints axes = some_axes(x);
  Shape rows = shape(6);
  int64_t most = 100;
  for (int64_t axis : axes) most = std::min(most, extent(x, axis));
  if (most == 0 || rows.size() > 2) return;
  rows.emplace_back(std::ssize(axes));
  keep(op::gather(b_, x, index_like(rows, most), axes));
}

void Grower::scattered() {
  constexpr const char* modes[] = {"set", "add", "mul", "min", "max"};
  Var x = some();
  Ints axes = some_axes(x);
  Shape rows = shape(6);
  int64_t most = 100;
  for (int64_t axis : axes) most = std::min(most, extent(x, axis));
  if (most == 0 || rows.size() > 2) return;
  Shape news = rows;
  for (int64_t axis = 0; axis < type(x).rank(); ++axis) {
    if (std::ranges::find(axes, axis) == axes.end()) news.emplace_back(extent(x, axis));
  }
  rows.emplace_back(std::ssize(axes));
  Attrs attrs{{"axes", axes}, {"mode", std::string(chance_.one_of(modes))}};
  Types types{type(x), Type(Dtype::i32, rows), type(x).with(news)};
  if (news.size() > 6 || !accepts(scatter_op, types, attrs)) return;
  keep(b_.emit(scatter_op, {x, index_like(rows, most), made(types[2])}, attrs));
}

void Grower::dynamic() {
  Var x = some();
  Shape size;
  Vars starts;
  for (int64_t axis = 0; axis < type(x).rank(); ++axis) {
    size.emplace_back(chance_.from(0, extent(x, axis)));
    Var start = index_like({}, extent(x, axis));
    if (!starts.empty()) start = op::convert(b_, start, type(starts[0]).dtype());
    starts.push_back(start);
  }
  if (chance_.once_in(2)) return keep(op::dynamic_slice(b_, x, starts, size));
  keep(op::dynamic_update_slice(b_, x, made(type(x).with(size)), starts));
}

void Grower::sorted() {
  Var x = some(is_ordered);
  if (type(x).rank() == 0) return;
  if (chance_.once_in(3))
    return keep(op::top_k(b_, x, chance_.from(0, extent(x, type(x).rank() - 1))));
  Vars xs{x};
  for (int64_t i = chance_.below(3); i > 0; --i) {
    xs.push_back(made(type(x).with(type(some()).dtype())));
  }
  int64_t keys = 1;
  while (keys < std::ssize(xs) && is_ordered(type(xs[static_cast<size_t>(keys)]).dtype()) &&
         chance_.once_in(2)) {
    ++keys;
  }
  keep(op::sort(b_, xs, axis_of(x), keys));
}

void Grower::chosen() {
  Var x = some();
  Var c = made(type(x).with(Dtype::boolean));
  keep(op::select(b_, c, x, like(x)));
}

void Grower::windowed() {
  constexpr const Op* ops[] = {&window_sum_op, &window_max_op, &window_min_op};
  Var x = some(is_some_number);
  const Op& op = *chance_.one_of(ops);
  WindowDims slide;
  for (int64_t axis = 0; axis < type(x).rank(); ++axis) {
    slide.size.push_back(chance_.from(1, 3));
    slide.strides.push_back(chance_.from(1, 3));
    slide.low.push_back(chance_.from(-1, 1));
    slide.high.push_back(chance_.from(-1, 1));
    slide.base_dilation.push_back(chance_.once_in(4) ? 2 : 1);
    slide.window_dilation.push_back(chance_.once_in(4) ? 2 : 1);
  }
  Attrs attrs = attrs_of(slide);
  if (type(x).rank() > 4 || !accepts(op, {type(x)}, attrs)) return;
  if (op.type({{type(x)}, attrs, {}, {}})[0].count() > bounds_.elements) return;
  keep(b_.emit(op, {x}, attrs));
}

void Grower::step() {
  using Step = void (Grower::*)();
  constexpr Step flat[] = {
      &Grower::pointwise, &Grower::pointwise, &Grower::pointwise,   &Grower::pointwise,
      &Grower::pointwise, &Grower::sampled,   &Grower::sampled,     &Grower::converts,
      &Grower::permuted,  &Grower::reshaped,  &Grower::broadcasted, &Grower::sliced,
      &Grower::reversed,  &Grower::padded,    &Grower::joined,      &Grower::reduced,
      &Grower::reduced,   &Grower::placed,    &Grower::scanned,     &Grower::product,
      &Grower::product,   &Grower::convolved, &Grower::gathered,    &Grower::scattered,
      &Grower::dynamic,   &Grower::sorted,    &Grower::chosen,      &Grower::windowed};
  constexpr Step deep[] = {&Grower::branches, &Grower::scans, &Grower::loops, &Grower::wraps};
  bool goes_deep = bounds_.depth > 0 && chance_.once_in(6);
  Step next = goes_deep ? chance_.one_of(deep) : chance_.one_of(flat);
  (this->*next)();
}

}  // namespace rille::diff
