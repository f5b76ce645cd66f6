// custom_jvp: a function with a custom forward derivative.
#include <algorithm>

#include "jit/ops/regions.h"
#include "vm/error.h"

namespace rille {
namespace {

const OpDoc custom_jvp_doc = {
    .brief = "Runs its first region; the second region is its forward derivative.",
    .shapes =
        "x... -> y..., by a rule (x..., dx...) -> (y..., dy...); with the attribute "
        "`of_result` (x..., y..., dx...) -> (dy...)",
    .errors =
        "error[trace] if the types of the rule's parameters or results do not match the function",
    .example = "grad(custom_jvp(x => x * x, (x, dx) => (x * x, 3 * dx)))(1.0)  #> 3",
    .source = "jax.custom_jvp",
};

// Whether the rule takes the results. Derivatives of higher order then differentiate the function
// and its rule again.
bool is_of_result(const Attrs& attrs) { return attrs.find("of_result") != nullptr; }

Types tangents_of(const Types& types) {
  Types out;
  std::ranges::copy_if(types, std::back_inserter(out), has_tangent);
  return out;
}
Types joined(Types types, const Types& more) {
  types.append(more.begin(), more.end());
  return types;
}

Types custom_jvp_type(const OpCall& call) {
  Types out = result_types(call.regions[0]), moved = tangents_of(out);
  bool of_result = is_of_result(call.attrs);
  Types seen = of_result ? joined(call.in, out) : call.in;
  check_params(call, call.regions[0], call.in);
  check_params(call, call.regions[1], joined(seen, tangents_of(call.in)));
  check_results(call, result_types(call.regions[1]), of_result ? moved : joined(out, moved),
                "the rule");
  return out;
}

// The rule replaces the function, or runs in addition to it. An input without a tangent has a zero
// tangent in the rule.
Vars custom_jvp_jvp(Builder& b, const Node& node, const Vars& dx) {
  Vars in = node.in, both;
  if (is_of_result(node.attrs)) {
    both = b.emit(*node.op, node.in, node.attrs, node.regions);
    in.append(both);
  }
  for (size_t i = 0; i < dx.size(); ++i) {
    Type type = b.type(node.in[i]);
    if (has_tangent(type)) in.push_back(built(b, dx[i], type));
  }
  both.append(inline_graph(b, *node.regions[1], in));
  size_t count = node.regions[0]->results.size();
  Flags live;
  for (size_t i = 0; i < count; ++i) live.push_back(has_tangent(b.type(both[i])));
  return dual_results(both, live);
}

std::vector<BatchedVar> custom_jvp_batch(Builder& b, const Node& node, const Batch& batch) {
  Flags in = batched_flags(batch.axes), moving_in = in;
  if (is_of_result(node.attrs)) moving_in.resize(in.size() + node.regions[0]->results.size(), true);
  for (size_t i = 0; i < in.size(); ++i) {
    const Graph& region = *node.regions[0];
    if (has_tangent(region.type(region.params[i]))) moving_in.push_back(in[i]);
  }
  Regions many;
  for (const Region& region : node.regions) {
    Flags all(region->results.size(), true);
    many.push_back(vmap_region(region, batch.size, many.empty() ? in : moving_in, all));
  }
  std::vector<BatchedVar> out;
  for (Var v : b.copy(node, node.in, node.attrs, many)) out.push_back({v, 0});
  return out;
}

void custom_jvp_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  std::ranges::copy(evaluate(*node.regions[0], in), out.begin());
}

// The derivative of a region as a rule that takes the results of the region and does not use them.
Region rule_of_result(const Graph& region) {
  Graph derived = jvp(region);
  Types in = region.types_of(region.params), out = region.types_of(region.results);
  Types params = joined(joined(in, out), tangents_of(in));
  return make_region(region, params, [&](Builder& b, const Vars& given) {
    Vars args = slice(given, 0, in.size());
    append(args, slice(given, in.size() + out.size(), tangents_of(in).size()));
    Vars both = inline_graph(b, derived, args);
    return slice(both, out.size(), both.size() - out.size());
  });
}

// Each region of call_samples() with its own derivative, in both forms.
std::vector<Sample> custom_jvp_samples() {
  std::vector<Sample> out = call_samples();
  std::vector<Sample> of_result = out;
  for (Sample& sample : out) {
    Graph rule = jvp(*sample.regions[0]);
    sample.regions.push_back(std::make_shared<const Graph>(std::move(rule)));
  }
  for (Sample& sample : of_result) {
    sample.attrs = sample.attrs.with("of_result", true);
    sample.regions.push_back(rule_of_result(*sample.regions[0]));
    out.push_back(sample);
  }
  return out;
}

}  // namespace

extern const Op custom_jvp_op = {
    .name = "custom_jvp",
    .doc = custom_jvp_doc,
    .type = custom_jvp_type,
    .jvp = custom_jvp_jvp,
    .transpose = MissingRule{"a function with a custom derivative is not linear"},
    .batch = custom_jvp_batch,
    .factors = MissingRule{"the regions have factors of their own"},
    .lower = MissingRule{"the Plan lowers the regions, not the operation that holds them"},
    .reference = custom_jvp_reference,
    .samples = custom_jvp_samples,
    .control = RegionControl::custom,
};

Vars op::custom_jvp(Builder& b, Vars operands, Region primal, Region rule) {
  return b.emit(custom_jvp_op, std::move(operands), {}, {std::move(primal), std::move(rule)});
}

}  // namespace rille
