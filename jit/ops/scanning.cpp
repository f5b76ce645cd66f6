// Scans along one axis: types, lowering, tangents, samples.
#include "jit/ops/scanning.h"

#include "jit/ops/axes.h"
#include "jit/ops/window.h"

namespace rille {

std::vector<BatchedVar> axis_batch(Builder& b, const Node& node, const Batch&) {
  Attrs attrs = node.attrs.with("axis", node.attrs.integer("axis") + 1);
  return {{b.emit(*node.op, {node.in[0]}, attrs)[0], 0}};
}

Types scanned_type(const OpCall& call, Types (*dtypes)(const OpCall&)) {
  Types out = dtypes(call);
  check_axis(call, out[0], call.attrs.integer("axis"));
  return out;
}

Lowering scan_lower(const OpCall& call, Scalar combiner, AttrValue identity) {
  return Reduce{.combiner = combiner,
                .identity = std::move(identity),
                .axes = {call.attrs.integer("axis")},
                .scan = true,
                .reverse = call.attrs.flag("reverse")};
}

// A new extreme (or a tie) is where x equals the result, or is NaN. The index of the last one so
// far is the cumulative maximum of these indices, or from the end the cumulative minimum.
Vars cumulative_extreme_jvp(Builder& b, const Node& node, const Vars& dx) {
  auto axis = static_cast<int>(node.attrs.integer("axis"));
  bool reverse = node.attrs.flag("reverse");
  const Type type = b.type(node.in[0]);
  Var places = counted(b, type.shape(), axis);
  int64_t none = reverse ? type.extent(axis).number() - 1 : 0;
  Var x = node.in[0];
  Var fresh = op::bit_or(b, op::eq(b, x, node.out[0]), op::ne(b, x, x));
  places = op::select(b, fresh, places, op::fill(b, type.with(Dtype::i64), none));
  Var from = reverse ? op::cummin(b, places, axis, true) : op::cummax(b, places, axis, false);
  return {take_along(b, dx[0], from, axis)};
}

Types arg_type(const OpCall& call) {
  Type x = same_ordered_type(call)[0];
  int64_t axis = call.attrs.integer("axis");
  check_axis(call, x, axis);
  if (x.extent(static_cast<int>(axis)) == Extent(0)) {
    throw Error(Code::shape, str("axis ", axis, " of ", x, " has no elements"), call.origin.span());
  }
  if (x.extent(static_cast<int>(axis)).if_known().value_or(0) > int64_t{1} << 31) {
    throw Error(Code::limit,
                str("indices are i32: axis ", axis, " of ", x, " has more than 2^31 elements"),
                call.origin.span());
  }
  return {Type(Dtype::i32, without(x.shape(), {axis}))};
}

Factors arg_factors(const OpCall& call, const Types&) {
  auto axis = static_cast<size_t>(call.attrs.integer("axis"));
  Factors made;
  AxisFactors all = add_axes(made, call.in[0].shape()), kept = all;
  made.factors[axis].role = Factor::Role::special;
  kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(axis));
  made.in = {all};
  made.out = {kept};
  return made;
}

Lowering arg_lower(const OpCall& call, Scalar combiner) {
  return Reduce{.combiner = combiner, .identity = int64_t{0}, .axes = {call.attrs.integer("axis")}};
}

std::vector<Sample> scan_samples_of(bool (*takes)(Dtype)) {
  std::vector<Sample> out;
  auto add = [&](Type x, int64_t axis, bool reverse) {
    out.push_back({{x}, {{"axis", axis}, {"reverse", reverse}}});
  };
  for (Dtype dtype : sample_dtypes()) {
    if (!takes(dtype)) continue;
    bool first = out.empty();
    if (!first) add({dtype, {2, 5}}, 1, true);
    add({dtype, {6}}, 0, false);
    for (const Shape& shape : first ? sample_shapes() : sample_shapes().first(0)) {
      for (int64_t axis = 0; axis < std::ssize(shape); ++axis) {
        add({dtype, shape}, axis, false);
        add({dtype, shape}, axis, true);
      }
    }
  }
  return out;
}

std::vector<Sample> arg_samples() {
  std::vector<Sample> out;
  for (Dtype dtype : sample_dtypes()) {
    if (!is_ordered(dtype)) continue;
    bool first = out.empty();
    out.push_back({{Type(dtype, {6})}, {{"axis", int64_t{0}}}});
    for (const Shape& shape : first ? sample_shapes() : sample_shapes().first(0)) {
      for (int64_t axis = 0; axis < std::ssize(shape); ++axis) {
        if (shape[static_cast<size_t>(axis)] == Extent(0)) continue;
        out.push_back({{Type(dtype, shape)}, {{"axis", axis}}});
      }
    }
  }
  return out;
}

}  // namespace rille
