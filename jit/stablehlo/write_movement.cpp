// Writes array creation and data movement as StableHLO.
#include "jit/op.h"
#include "jit/ops/sliding.h"
#include "jit/ops/window.h"
#include "jit/stablehlo/words.h"
#include "jit/stablehlo/write.h"

namespace rille {

Ints with_words(const HloNode& n, Ints list, int64_t last) {
  if (n.of_keys()) list.push_back(last);
  return list;
}

namespace {

Ints ints_of(const Shape& shape) {
  Ints out;
  for (Extent extent : shape) out.push_back(extent.number());
  return out;
}

HloValues fill(HloWriter& w, const HloNode& n) {
  return {w.number(hlo_type(n.result()), n.attrs().at("value"))};
}

HloValues iota(HloWriter& w, const HloNode& n) {
  Type type = n.result();
  int64_t axis = n.attrs().integer("axis");
  if (!is_complex(type.dtype())) return {w.counted(type, axis)};
  Type part = type.with(part_of(type.dtype()));
  HloValue real = w.counted(part, axis);
  return {w.made("stablehlo.complex $0, $1", {real, w.number(part, int64_t{0})}, type)};
}

// The attribute lists new axes; StableHLO lists the existing ones.
HloValues broadcast(HloWriter& w, const HloNode& n) {
  const Ints& fresh = n.attrs().ints("axes");
  if (fresh.empty()) return n.in;
  Ints dims;
  Type out = hlo_type(n.result());
  for (int64_t axis = 0; axis < out.rank(); ++axis) {
    if (!contains(fresh, axis)) dims.push_back(axis);
  }
  return {w.made(str("stablehlo.broadcast_in_dim $0, dims = ", hlo_ints(dims)), n.in, out)};
}

HloValues reshape(HloWriter& w, const HloNode& n) {
  return {w.made("stablehlo.reshape $0", n.in, hlo_type(n.result()))};
}

HloValues permute(HloWriter& w, const HloNode& n) {
  Ints axes = with_words(n, n.attrs().ints("axes"), n.given(0).rank());
  return {
      w.made(str("stablehlo.transpose $0, dims = ", hlo_ints(axes)), n.in, hlo_type(n.result()))};
}

HloValues reverse(HloWriter& w, const HloNode& n) {
  return {w.same("stablehlo.reverse", n.in, str(", dims = ", hlo_ints(n.attrs().ints("axes"))))};
}

HloValues slice(HloWriter& w, const HloNode& n) {
  Ints start = with_words(n, n.attrs().ints("start"), 0), step = n.attrs().ints("step");
  Ints size = with_words(n, ints_of(n.attrs().shape("size")), 2);
  step = with_words(n, step, 1);
  std::string ranges;
  for (size_t i = 0; i < start.size(); ++i) {
    int64_t end = size[i] == 0 ? start[i] : start[i] + (size[i] - 1) * step[i] + 1;
    ranges += str(i == 0 ? "" : ", ", start[i], ":", end, step[i] == 1 ? "" : str(":", step[i]));
  }
  return {w.made(str("stablehlo.slice $0 [", ranges, "]"), n.in, hlo_type(n.result()))};
}

// Pads each word separately.
Vars padded_keys(Builder& b, const Node& node) {
  auto words = key_words(b, node.in[0]), values = key_words(b, node.in[1]);
  for (size_t i = 0; i < 2; ++i) {
    words[i] = op::pad(b, words[i], values[i], node.attrs.ints("low"), node.attrs.ints("high"),
                       node.attrs.ints("interior"));
  }
  return {key_of(b, words)};
}

HloValues pad(HloWriter& w, const HloNode& n) {
  if (n.of_keys()) return w.by_parts(n, padded_keys);
  std::string what = "stablehlo.pad $0, $1";
  for (std::string_view name : {"low", "high", "interior"}) {
    what += str(", ", name, " = ", hlo_ints(n.attrs().ints(name)));
  }
  return {w.made(what, n.in, n.result())};
}

HloValues concatenate(HloWriter& w, const HloNode& n) {
  return {w.made(str("stablehlo.concatenate ", hlo_operands(n.in.size()),
                     ", dim = ", n.attrs().integer("axis")),
                 n.in, hlo_type(n.result()))};
}

// The operands with start indices of one type, and a start for the axis of key words.
HloValues with_starts(HloWriter& w, const HloNode& n, size_t first) {
  HloValues out = n.in;
  bool differ = false;
  for (size_t i = first; i < out.size(); ++i) differ = differ || out[i].type != out[first].type;
  Type whole(Dtype::i64, Shape{});
  for (size_t i = first; i < out.size(); ++i) {
    if (differ && out[i].type != whole) out[i] = w.made("stablehlo.convert $0", {out[i]}, whole);
  }
  if (n.of_keys())
    out.push_back(w.number(out.size() > first ? out[first].type : whole, int64_t{0}));
  return out;
}

HloValues dynamic_slice(HloWriter& w, const HloNode& n) {
  HloValues in = with_starts(w, n, 1);
  if (in.size() == 1) return in;
  Ints size = with_words(n, ints_of(n.attrs().shape("size")), 2);
  std::string what = str("stablehlo.dynamic_slice ", hlo_operands(in.size()), ", sizes = ");
  return {w.made(str(what, hlo_ints(size)), in, hlo_type(n.result()))};
}

HloValues dynamic_update_slice(HloWriter& w, const HloNode& n) {
  HloValues in = with_starts(w, n, 2);
  if (in.size() == 2) return {in[1]};
  return {w.made(str("stablehlo.dynamic_update_slice ", hlo_operands(in.size())), in,
                 hlo_type(n.result()))};
}

// Contiguous windows along an axis are a reshape; others are gathered.
Var windows_along(Builder& b, Var x, int64_t axis, const WindowDims& of) {
  Type type = b.type(x);
  int64_t size = of.size[0], stride = of.strides[0], dilation = of.window_dilation[0];
  int64_t extent = type.extent(static_cast<int>(axis)).number(), count = counts_of(of, {extent})[0];
  Shape split = type.shape();
  auto at = static_cast<size_t>(axis);
  Ints order = counted_from(0, split.size() + 1);
  if (size == stride && dilation == 1 && count > 0) {
    split[at] = Extent(count * size);
    Ints none(split.size(), 0), ones(split.size(), 1);
    Var rows = count * size == extent ? x : op::slice(b, x, none, split, ones);
    split[at] = Extent(count);
    split.insert(split.begin() + axis + 1, Extent(size));
    order.erase(order.begin() + axis + 1);
    order.push_back(axis + 1);
    return op::permute(b, op::reshape(b, rows, split), order);
  }
  Shape grid{Extent(count), Extent(size)};
  Type numbers(Dtype::i64, grid);
  auto times = [&](int64_t along, int64_t by) {
    return op::mul(b, counted(b, grid, along), op::fill(b, numbers, by));
  };
  Var places = joined_columns(b, {op::add(b, times(0, stride), times(1, dilation))});
  Var rows = op::gather(b, x, places, {axis});  // [count, size, other axes]
  order.clear();
  for (int64_t other = 0; other < type.rank(); ++other) {
    order.push_back(other < axis ? other + 2 : other == axis ? 0 : other + 1);
  }
  order.push_back(1);
  return op::permute(b, rows, order);
}

Vars windows_parts(Builder& b, const Node& node) {
  const Ints& axes = node.attrs.ints("axes");
  Var out = node.in[0];
  for (size_t i = 0; i < axes.size(); ++i) {
    WindowDims one{.size = {node.attrs.ints("size")[i]},
                   .strides = {node.attrs.ints("strides")[i]},
                   .low = {0},
                   .high = {0},
                   .base_dilation = {1},
                   .window_dilation = {node.attrs.ints("dilation")[i]}};
    out = windows_along(b, out, axes[i], one);
  }
  return {out};
}

HloValues windows(HloWriter& w, const HloNode& n) {
  if (n.result().count() == 0) return {w.number(hlo_type(n.result()), int64_t{0})};
  return w.by_parts(n, windows_parts);
}

constexpr HloWriteRule movement_written[] = {
    {"broadcast", broadcast},
    {"concatenate", concatenate},
    {"dynamic_slice", dynamic_slice},
    {"dynamic_update_slice", dynamic_update_slice},
    {"fill", fill},
    {"iota", iota},
    {"pad", pad},
    {"permute", permute},
    {"reshape", reshape},
    {"reverse", reverse},
    {"slice", slice},
    {"windows", windows},
};

}  // namespace

std::span<const HloWriteRule> written_movement() { return movement_written; }

}  // namespace rille
