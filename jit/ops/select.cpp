// select: elements of x or y, chosen by a condition.
#include <cstring>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/movement.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc select_doc = {
    .brief = "Selects elements of x where the condition is true, and of y elsewhere.",
    .shapes = "condition: bool[...], x: t[...], y: t[...] -> t[...]",
    .errors = "error[dtype] if condition is not a bool array; error[shape] if the shapes differ",
    .example = "where([true, false], [1.0, 2.0], [3.0, 4.0])  #> [1, 4]",
    .source = "jax.lax.select",
};

Types select_type(const OpCall& call) {
  Type condition = call.in[0], x = call.in[1], y = call.in[2];
  if (condition.dtype() != Dtype::boolean) {
    throw Error(Code::dtype, str("select: expected a bool condition, got ", condition),
                call.origin.span());
  }
  if (x != y || condition.shape() != x.shape()) {
    throw Error(x.dtype() == y.dtype() ? Code::shape : Code::dtype,
                str("select: the types differ: ", condition, ", ", x, " and ", y),
                call.origin.span());
  }
  return {x};
}

Vars select_jvp(Builder& b, const Node& node, const Vars& dx) {
  if (dx[1].none() && dx[2].none()) return {Var{}};
  Type type = b.type(node.out[0]);
  return {op::select(b, node.in[0], or_zeros(b, dx[1], type), or_zeros(b, dx[2], type))};
}

// Each operand gets the cotangent where it was selected.
Vars select_transpose(Builder& b, const Node& node, const Types&, const Vars& ct) {
  Var c = node.in[0], zero = filled_like(b, ct[0], 0);
  return {{},
          node.in[1].none() ? op::select(b, c, ct[0], zero) : Var{},
          node.in[2].none() ? op::select(b, c, zero, ct[0]) : Var{}};
}

void select_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  auto condition = in[0].as<bool>();
  size_t size = bytes(out[0].dtype());
  std::byte* y = out[0].edit_data();
  for (size_t i = 0; i < condition.size(); ++i) {
    std::memcpy(y + i * size, (condition[i] ? in[1] : in[2]).data() + i * size, size);
  }
}

std::vector<Sample> select_samples() {
  std::vector<Sample> out;
  for (const Sample& sample : samples_of(is_any, {2})) {
    Types in{sample.in[0].with(Dtype::boolean), sample.in[0], sample.in[1]};
    out.push_back({in});
  }
  return out;
}

}  // namespace

extern const Op select_op = {
    .name = "select",
    .doc = select_doc,
    .type = select_type,
    .jvp = select_jvp,
    .transpose = select_transpose,
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::select>,
    .reference = select_reference,
    .samples = select_samples,
    .parts = in_each_part,
};

Var op::select(Builder& b, Var condition, Var x, Var y) {
  return b.emit(select_op, {condition, x, y})[0];
}

}  // namespace rille
