// call: runs a region under a name that a device may know.
#include <algorithm>

#include "jit/ops/regions.h"
#include "vm/error.h"

namespace rille {
namespace {

const OpDoc call_doc = {
    .brief =
        "Runs its region. The name identifies the computation to devices with a faster "
        "implementation.",
    .shapes = "operands... -> results of the region",
    .errors = "error[trace] if the region does not take the operands",
    .example = "nn.softmax([0.0, 0.0])  #> [0.5, 0.5]",
    .source = "stablehlo.composite",
};

Types call_type(const OpCall& call) {
  check_params(call, call.regions[0], call.in);
  return result_types(call.regions[0]);
}

// The derivative is that of the region: the name applies to the value only.
Vars call_jvp(Builder& b, const Node& node, const Vars& dx) {
  Duals y = jvp_into(b, *node.regions[0], node.in, dx);
  Vars out = y.primal;
  append(out, y.tangent);
  return out;
}

Vars call_transpose(Builder& b, const Node& node, const Types&, const Vars& cts) {
  return region_transpose(b, node, cts, 0);
}

Flags call_flow(const Node& node, const Flags& in, TypePredicate carries) {
  return region_flow(node, in, carries, 0);
}

std::vector<BatchedVar> call_batch(Builder& b, const Node& node, const Batch& batch) {
  return region_batch(b, node, batch, 0);
}

void call_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  std::ranges::copy(evaluate(*node.regions[0], in), out.begin());
}

std::vector<Sample> named_samples() {
  std::vector<Sample> out = call_samples();
  for (Sample& sample : out) sample.attrs = Attrs{{"name", std::string("sample")}};
  return out;
}

}  // namespace

extern const Op call_op = {
    .name = "call",
    .doc = call_doc,
    .type = call_type,
    .jvp = call_jvp,
    .transpose = call_transpose,
    .batch = call_batch,
    .factors = MissingRule{"the regions have factors of their own"},
    .lower = MissingRule{"the Plan lowers the regions, not the operation that holds them"},
    .reference = call_reference,
    .samples = named_samples,
    .flow = call_flow,
    .control = RegionControl::call,
};

Vars op::call(Builder& b, std::string name, Vars operands, Region body) {
  return b.emit(call_op, std::move(operands), {{"name", std::move(name)}}, {std::move(body)});
}

}  // namespace rille
