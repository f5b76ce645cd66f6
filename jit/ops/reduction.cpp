// Rules that reductions share, and their lines.
#include "jit/ops/reduction.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace rille {

Types reduced_type(const OpCall& call, Types (*dtypes)(const OpCall&)) {
  Type x = dtypes(call)[0];
  check_axes(call, x, call.attrs.ints("axes"));
  return {x.with(without(x.shape(), call.attrs.ints("axes")))};
}

std::vector<BatchedVar> reduce_batch(Builder& b, const Node& node, const Batch&) {
  Attrs attrs = node.attrs.with("axes", shifted(node.attrs.ints("axes")));
  return {{b.emit(*node.op, {node.in[0]}, attrs)[0], 0}};
}

Var spread(Builder& b, Var v, const Type& like, const Ints& axes) {
  return op::broadcast(b, v, like.shape(), axes);
}

Vars reduce_extreme_jvp(Builder& b, const Node& node, const Vars& dx) {
  const Ints& axes = node.attrs.ints("axes");
  Type x = b.type(node.in[0]);
  bool empty = x.known() && x.count() == 0;
  if (!is_float(x.dtype()) || empty) return {Var{}};
  Var equal = op::eq(b, node.in[0], spread(b, node.out[0], x, axes));
  Var weight = op::convert(b, equal, x.dtype());
  Var sum = op::sum(b, op::mul(b, weight, dx[0]), axes);
  return {op::div(b, sum, op::sum(b, weight, axes))};
}

AttrValue number_value(Dtype dtype, int64_t number) {
  if (is_integer(dtype)) return number;
  return static_cast<double>(number);
}

// A u64 is represented by its bits. f8e4m3 has no infinity.
AttrValue greatest_value(Dtype dtype) {
  if (dtype == Dtype::boolean) return true;
  if (dtype == Dtype::f8e4m3) return 448.0;
  if (!is_integer(dtype)) return std::numeric_limits<double>::infinity();
  if (dtype == Dtype::u64) return int64_t{-1};
  int width = kind(dtype) == DtypeKind::integer ? bits(dtype) - 1 : bits(dtype);
  return static_cast<int64_t>((uint64_t{1} << width) - 1);
}

AttrValue lowest_value(Dtype dtype) {
  if (dtype == Dtype::boolean) return false;
  if (dtype == Dtype::f8e4m3) return -448.0;
  if (!is_integer(dtype)) return -std::numeric_limits<double>::infinity();
  if (kind(dtype) == DtypeKind::natural) return int64_t{0};
  return -static_cast<int64_t>((uint64_t{1} << (bits(dtype) - 1)) - 1) - 1;
}

namespace {

// The offsets of all indices along the chosen axes, in row-major order. If one of the axes is
// empty, there are none, however long the others are.
std::vector<size_t> offsets(const Ints& shape, const std::vector<size_t>& axes) {
  if (std::ranges::any_of(axes, [&](size_t axis) { return shape[axis] == 0; })) return {};
  Ints steps = steps_of(shape);
  std::vector<size_t> out{0};
  for (size_t axis : axes) {
    std::vector<size_t> longer;
    for (size_t start : out) {
      for (int64_t i = 0; i < shape[axis]; ++i) {
        longer.push_back(start + static_cast<size_t>(i * steps[axis]));
      }
    }
    out = std::move(longer);
  }
  return out;
}

}  // namespace

ReducedLines::ReducedLines(const Ints& shape, const Ints& axes) {
  std::vector<size_t> kept, folded;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    (contains(axes, static_cast<int64_t>(axis)) ? folded : kept).push_back(axis);
  }
  starts_ = offsets(shape, kept);
  if (!starts_.empty()) steps_ = offsets(shape, folded);
}

std::vector<Sample> reduce_samples_of(bool (*takes)(Dtype)) {
  std::vector<Sample> out;
  auto add = [&](Type x, const Ints& axes) { out.push_back({{x}, {{"axes", axes}}}); };
  for (Dtype dtype : sample_dtypes()) {
    if (!takes(dtype)) continue;
    if (!out.empty()) {
      add({dtype, {3}}, {0});
      add({dtype, {2, 3}}, {1});
      add({dtype, {2, 0}}, {1});  // an empty reduction: the initial value
      continue;
    }
    for (const Shape& shape : sample_shapes()) {
      Ints all(shape.size());
      std::iota(all.begin(), all.end(), 0);
      for (int64_t axis : all) add({dtype, shape}, {axis});
      add({dtype, shape}, all);
      add({dtype, shape}, {});
    }
    add({dtype, {2, 3, 4}}, {2, 0});
  }
  return out;
}

}  // namespace rille
