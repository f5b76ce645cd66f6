// The shared rules of reductions, and their lines.
#include "jit/ops/reduction.h"

#include <numeric>

namespace rille {

Types reduced_type(const Call& call, Types (*dtypes)(const Call&)) {
  Type x = dtypes(call)[0];
  check_axes(call, x, call.attrs.ints("axes"));
  return {x.with(without(x.shape(), call.attrs.ints("axes")))};
}

std::vector<Batched> reduce_batch(Builder& b, const Node& node, const Batch&) {
  Attrs attrs = node.attrs.with("axes", shifted(node.attrs.ints("axes")));
  return {{b.emit(*node.op, {node.in[0]}, attrs)[0], 0}};
}

Var spread(Builder& b, Var v, const Type& like, const Ints& axes) {
  return op::broadcast(b, v, like.shape(), axes);
}

namespace {

// Offsets of all indices over the chosen axes, row-major.
std::vector<size_t> offsets(const Ints& shape, const std::vector<size_t>& axes) {
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

Lines::Lines(const Ints& shape, const Ints& axes) {
  std::vector<size_t> kept, folded;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    (contains(axes, static_cast<int64_t>(axis)) ? folded : kept).push_back(axis);
  }
  starts_ = offsets(shape, kept);
  steps_ = offsets(shape, folded);
}

std::vector<Sample> reduce_samples_of(bool (*takes)(Dtype)) {
  std::vector<Sample> out;
  auto add = [&](Type x, const Ints& axes) { out.push_back({{x}, {{"axes", axes}}}); };
  for (Dtype dtype : sample_dtypes()) {
    if (!takes(dtype)) continue;
    if (!out.empty()) {
      add({dtype, {3}}, {0});
      add({dtype, {2, 3}}, {1});
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
