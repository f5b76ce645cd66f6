// reshape: the same elements in another shape.
#include "jit/ops/families.h"
#include "jit/ops/movement.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const Doc doc = {
    .brief = "The same elements, row by row, in another shape.",
    .shapes = "x: t[...], shape: ints -> t[shape]",
    .errors = "error[shape] where the counts of elements differ",
    .example = "reshape([1, 2, 3, 4], (2, 2))  #> [[1, 2],  [3, 4]]",
    .source = "jax.lax.reshape",
};

Extent count_of(const Shape& shape) {
  Extent count = 1;
  for (Extent extent : shape) count = count * extent;
  return count;
}

Types reshape_type(const Call& call) {
  const Shape& shape = call.attrs.shape("shape");
  if (count_of(shape) != count_of(call.in[0].shape())) {
    throw Error(Code::shape, str(call.in[0], " does not fit in shape ", text(shape)),
                call.origin.span());
  }
  return {call.in[0].with(shape)};
}

Vars reshape_transpose(Builder& b, const Node&, const Types& in, const Vars& ct) {
  return {op::reshape(b, ct[0], in[0].shape())};
}

std::vector<Batched> reshape_batch(Builder& b, const Node& node, const Batch& batch) {
  return {{op::reshape(b, node.in[0], with_batch(batch.size, node.attrs.shape("shape"))), 0}};
}

Lowering reshape_lower(const Call&) { return View{.axes = {}, .guarded = false, .reshape = true}; }

void reshape_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  copy_all(in[0], out[0]);
}

std::vector<Sample> reshape_samples() {
  std::vector<Sample> out;
  auto add = [&](Type x, const Shape& shape) { out.push_back({{x}, {{"shape", shape}}}); };
  add(f64({6}), {2, 3});
  add(f64({2, 3}), {6});
  add(f64({2, 3}), {3, 2});
  add(f64({}), {1});
  add(f64({1, 1}), {});
  add(f64({2, 3, 1, 2}), {4, 3});
  add(f64({0, 3}), {2, 0});
  add(f64({4}), {1, 2, 1, 2});
  for (Dtype dtype : sample_dtypes()) add({dtype, {2, 3}}, {3, 1, 2});
  return out;
}

}  // namespace

extern const Op reshape_op = {
    .name = "reshape",
    .doc = doc,
    .type = reshape_type,
    .jvp = linear_jvp,
    .transpose = reshape_transpose,
    .batch = reshape_batch,
    .lower = reshape_lower,
    .reference = reshape_reference,
    .samples = reshape_samples,
};

Var op::reshape(Builder& b, Var x, Shape shape) {
  return b.emit(reshape_op, {x}, {{"shape", std::move(shape)}})[0];
}

}  // namespace rille
