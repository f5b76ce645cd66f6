// stop_gradient: x with a zero derivative.
#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/passed.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc stop_gradient_doc = {
    .brief = "Returns x; derivatives treat it as a constant.",
    .shapes = "x: t[...] -> t[...]",
    .errors = "none",
    .example = "stop_gradient([1.0, 2.0])  #> [1, 2]",
    .source = "jax.lax.stop_gradient",
};

Types stop_gradient_type(const OpCall& call) { return {call.in[0]}; }

// Under vmap the op also occurs in linear graphs, where no cotangent passes through it.
Vars stop_gradient_transpose(Builder&, const Node&, const Types&, const Vars&) { return {Var{}}; }

}  // namespace

extern const Op stop_gradient_op = {
    .name = "stop_gradient",
    .doc = stop_gradient_doc,
    .type = stop_gradient_type,
    .jvp = no_tangent,
    .transpose = stop_gradient_transpose,
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = passed_lower,
    .reference = passed_reference,
    .samples = samples<1, is_any>,
    .parts = in_each_part,
};

Var op::stop_gradient(Builder& b, Var x) { return b.emit(stop_gradient_op, {x})[0]; }

}  // namespace rille
