// custom_jvp: a function that brings its forward derivative.
#include <algorithm>

#include "jit/ops/regions.h"
#include "vm/error.h"

namespace rille {
namespace {

const Doc doc = {
    .brief = "Runs its first region; its derivative is the second one.",
    .shapes = "x... -> y..., by a rule (x..., dx...) -> (y..., dy...)",
    .errors = "error[trace] where the rule does not take or give what the function does",
    .example = "grad(custom_jvp(x => x * x, (x, dx) => (x * x, 3 * dx)))(1.0)  #> 3",
    .source = "jax.custom_jvp",
};

Types with_tangents(Types types) {
  for (size_t i = 0, count = types.size(); i < count; ++i) {
    if (has_tangent(types[i])) types.push_back(Type(types[i]));
  }
  return types;
}

Types custom_jvp_type(const Call& call) {
  Types out = result_types(call.regions[0]);
  check_params(call, call.regions[0], call.in);
  check_params(call, call.regions[1], with_tangents(call.in));
  check_results(call, result_types(call.regions[1]), with_tangents(out), "the rule");
  return out;
}

// The rule in the place of the function. It sees a zero where an input does not move.
Vars custom_jvp_jvp(Builder& b, const Node& node, const Vars& dx) {
  Vars in = node.in;
  for (size_t i = 0; i < dx.size(); ++i) {
    Type type = b.type(node.in[i]);
    if (has_tangent(type)) in.push_back(built(b, dx[i], type));
  }
  Vars both = inline_graph(b, *node.regions[1], in);
  size_t count = node.regions[0]->results.size();
  Flags live;
  for (size_t i = 0; i < count; ++i) live.push_back(has_tangent(b.type(both[i])));
  return dual_results(both, live);
}

std::vector<Batched> custom_jvp_batch(Builder& b, const Node& node, const Batch& batch) {
  Flags in = batched_flags(batch.axes), moving_in = in;
  for (size_t i = 0; i < in.size(); ++i) {
    const Graph& region = *node.regions[0];
    if (has_tangent(region.type(region.params[i]))) moving_in.push_back(in[i]);
  }
  Regions many;
  for (const Region& region : node.regions) {
    Flags all(region->results.size(), true);
    many.push_back(vmap_region(region, batch.size, many.empty() ? in : moving_in, all));
  }
  std::vector<Batched> out;
  for (Var v : b.emit(*node.op, node.in, node.attrs, many)) out.push_back({v, 0});
  return out;
}

void custom_jvp_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  std::ranges::copy(evaluate(*node.regions[0], in), out.begin());
}

// Each region of call_samples() with its own derivative.
std::vector<Sample> custom_jvp_samples() {
  std::vector<Sample> out = call_samples();
  for (Sample& sample : out) {
    Graph rule = jvp(*sample.regions[0]);
    sample.regions.push_back(std::make_shared<const Graph>(std::move(rule)));
  }
  return out;
}

}  // namespace

extern const Op custom_jvp_op = {
    .name = "custom_jvp",
    .doc = doc,
    .type = custom_jvp_type,
    .jvp = custom_jvp_jvp,
    .transpose = NoRule{"a function with a rule of its own is not linear"},
    .batch = custom_jvp_batch,
    .factors = NoRule{"its regions have factors of their own"},
    .lower = NoRule{"the Plan lowers regions, not their op"},
    .reference = custom_jvp_reference,
    .samples = custom_jvp_samples,
    .control = Control::custom,
};

Vars op::custom_jvp(Builder& b, Vars operands, Region primal, Region rule) {
  return b.emit(custom_jvp_op, std::move(operands), {}, {std::move(primal), std::move(rule)});
}

}  // namespace rille
