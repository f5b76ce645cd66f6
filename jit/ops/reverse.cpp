// reverse: the elements in reverse order along axes.
#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/movement.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc reverse_doc = {
    .brief = "Reverses the order of the elements along the given axes.",
    .shapes = "x: t[...], axes: ints -> t[...]",
    .errors = "error[shape] if an axis is out of range",
    .example = "flip([1, 2, 3])  #> [3, 2, 1]",
    .source = "jax.lax.rev",
};

Types reverse_type(const OpCall& call) {
  check_axes(call, call.in[0], call.attrs.ints("axes"));
  return {call.in[0]};
}

Vars reverse_transpose(Builder& b, const Node& node, const Types&, const Vars& ct) {
  return {op::reverse(b, ct[0], node.attrs.ints("axes"))};
}

std::vector<BatchedVar> reverse_batch(Builder& b, const Node& node, const Batch&) {
  return {{op::reverse(b, node.in[0], shifted(node.attrs.ints("axes"))), 0}};
}

// A view counts down from the last index, which must be static. Otherwise, the index is computed.
Lowering reverse_lower(const OpCall& call) {
  const Ints& axes = call.attrs.ints("axes");
  View view;
  Pointwise loaded;
  Scalars& code = loaded.code;
  std::vector<int> at;
  for (int axis = 0; axis < call.in[0].rank(); ++axis) {
    Extent extent = call.in[0].extent(axis);
    bool turned = contains(axes, axis);
    view.axes.push_back({.output_axis = axis,
                         .step = turned ? -1 : 1,
                         .offset = turned && extent.known() ? extent.number() - 1 : 0});
    at.push_back(code.index(axis));
    if (!turned) continue;
    int last = code.call(Scalar::sub, Dtype::i64,
                         {code.extent(axis), code.constant(int64_t{1}, Dtype::i64)});
    at.back() = code.call(Scalar::sub, Dtype::i64, {last, at.back()});
  }
  if (call.in[0].known()) return view;
  code.load(0, call.in[0].dtype(), at);
  return loaded;
}

void reverse_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  Ints shape = out[0].type().ints();
  StridedLayout read = row_major(shape);
  for (int64_t axis : node.attrs.ints("axes")) {
    auto at = static_cast<size_t>(axis);
    read.start += (shape[at] - 1) * read.steps[at];
    read.steps[at] *= -1;
  }
  copy_walk(shape, in[0], read, out[0], row_major(shape));
}

std::vector<Sample> reverse_samples() {
  std::vector<Sample> out;
  auto add = [&](Type x, const Ints& axes) { out.push_back({{x}, {{"axes", axes}}}); };
  add(f64({3}), {0});
  add(f64({3}), {});
  add(f64({}), {});
  add(f64({0}), {0});
  add(f64({1}), {0});
  add(f64({2, 3}), {0});
  add(f64({2, 3}), {1});
  add(f64({2, 3, 4}), {0, 2});
  add(f64({2, 1, 3, 2}), {3, 1, 2});
  for (Dtype dtype : sample_dtypes()) add({dtype, {2, 3}}, {1});
  return out;
}

}  // namespace

extern const Op reverse_op = {
    .name = "reverse",
    .doc = reverse_doc,
    .type = reverse_type,
    .jvp = linear_jvp,
    .transpose = reverse_transpose,
    .batch = reverse_batch,
    .factors = reverse_factors,
    .lower = reverse_lower,
    .reference = reverse_reference,
    .samples = reverse_samples,
    .parts = in_each_part,
};

Var op::reverse(Builder& b, Var x, Ints axes) {
  return b.emit(reverse_op, {x}, {{"axes", std::move(axes)}})[0];
}

}  // namespace rille
