// sub: the elementwise difference of two arrays.
#include <functional>

#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc sub_doc = {
    .brief = "Subtracts y from x elementwise.",
    .shapes = "x: n[...], y: n[...] -> n[...]",
    .errors = "error[shape] if the types differ; error[dtype] if the arrays are bool",
    .example = "[1.0, 2.0] - [3.0, 1.0]  #> [-2, 1]",
    .source = "jax.lax.sub",
};

Vars sub_jvp(Builder& b, const Node&, const Vars& dx) {
  if (dx[1].none()) return {dx[0]};
  return {dx[0].none() ? op::neg(b, dx[1]) : op::sub(b, dx[0], dx[1])};
}

Vars sub_transpose(Builder& b, const Node& node, const Types&, const Vars& ct) {
  return {node.in[0].none() ? ct[0] : Var{}, node.in[1].none() ? op::neg(b, ct[0]) : Var{}};
}

}  // namespace

extern const Op sub_op = {
    .name = "sub",
    .doc = sub_doc,
    .type = same_number_type,
    .jvp = sub_jvp,
    .transpose = sub_transpose,
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = lower_to<Scalar::sub>,
    .reference = map_numbers<[](auto x, auto y) { return wrapping(std::minus<>{}, x, y); }>,
    .samples = samples<2, is_number>,
    .parts = in_each_part,
};

Var op::sub(Builder& b, Var x, Var y) { return b.emit(sub_op, {x, y})[0]; }

}  // namespace rille
