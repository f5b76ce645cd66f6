// checkpoint_name: x, with a name for remat.
#include "jit/ops/axes.h"
#include "jit/ops/complex_parts.h"
#include "jit/ops/passed.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc checkpoint_name_doc = {
    .brief = "Returns x under a name by which remat policies select it.",
    .shapes = "x: t[...], name: str -> t[...]",
    .errors = "none",
    .example = "checkpoint_name([1.0, 2.0], \"hidden\")  #> [1, 2]",
    .source = "jax.ad_checkpoint.checkpoint_name",
};

Types checkpoint_name_type(const OpCall& call) { return {call.in[0]}; }

// Only the value has the name: the tangent and the cotangent pass through unchanged.
Vars checkpoint_name_jvp(Builder&, const Node&, const Vars& dx) { return {dx[0]}; }
Vars checkpoint_name_transpose(Builder&, const Node&, const Types&, const Vars& ct) {
  return {ct[0]};
}

std::vector<Sample> checkpoint_name_samples() {
  std::vector<Sample> out = samples<1, is_any>();
  for (Sample& sample : out) sample.attrs = {{"name", std::string("hidden")}};
  return out;
}

}  // namespace

extern const Op checkpoint_name_op = {
    .name = "checkpoint_name",
    .doc = checkpoint_name_doc,
    .type = checkpoint_name_type,
    .jvp = checkpoint_name_jvp,
    .transpose = checkpoint_name_transpose,
    .batch = elementwise_batch,
    .factors = elementwise_factors,
    .lower = passed_lower,
    .reference = passed_reference,
    .samples = checkpoint_name_samples,
    .parts = in_each_part,
};

Var op::checkpoint_name(Builder& b, Var x, std::string name) {
  return b.emit(checkpoint_name_op, {x}, {{"name", std::move(name)}})[0];
}

}  // namespace rille
