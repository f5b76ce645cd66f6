// remat: a region that is run again for its derivative.
#include <algorithm>

#include "jit/ops/regions.h"
#include "jit/pass.h"
#include "vm/error.h"

namespace rille {
namespace {

const Doc doc = {
    .brief =
        "Runs its region; reverse mode keeps its inputs alone and runs it again on the way "
        "back. No pass may inline it before equal nodes were merged.",
    .shapes = "operands... -> what the region gives",
    .errors = "error[trace] where the region does not take the operands, or prints",
    .example = "grad(remat(x => x * x))(3.0)  #> 6",
    .source = "jax.checkpoint",
};

Types remat_type(const Call& call) {
  check_params(call, call.regions[0], call.in);
  for (const Node& node : call.regions[0]->nodes) {
    if (node.effects != Effect::ordered) continue;
    throw Error(Code::trace, "remat of a function that prints: it would print twice",
                node.origin.span());
  }
  return result_types(call.regions[0]);
}

Vars remat_jvp(Builder& b, const Node& node, const Vars& dx) { return region_jvp(b, node, dx, 0); }

Vars remat_transpose(Builder& b, const Node& node, const Types&, const Vars& cts) {
  return region_transpose(b, node, cts, 0);
}

Flags remat_flow(const Node& node, const Flags& in, Carries carries) {
  return region_flow(node, in, carries, 0);
}

std::vector<Batched> remat_batch(Builder& b, const Node& node, const Batch& batch) {
  return region_batch(b, node, batch, 0);
}

// The region for the linear graph: all inputs, linear results; what it checks was checked.
Region linear_region(const Graph& region, const Flags& linear) {
  Graph out = region;
  out.results = pick(region.results, 0, linear);
  std::erase_if(out.nodes, [](const Node& node) { return node.out.empty(); });
  return std::make_shared<const Graph>(drop_dead(out));
}

void remat_split(Splitter& s, const Node& node) {
  Flags known = s.known_flags(node.in), unknown;
  for (bool one : known) unknown.push_back(!one);
  const Graph& region = *node.regions[0];
  Flags linear = flow(region, unknown, carries_all);
  Graph first = split(region, known, linear).known;
  std::vector<size_t> results = where(linear, false);
  first.results = slice(first.results, 0, results.size());
  auto kept = std::make_shared<const Graph>(drop_dead(first));
  Vars y = s.known_builder().emit(*node.op, s.known(pick(node.in, 0, known)), {}, {kept});
  for (size_t i = 0; i < results.size(); ++i) s.put_known(node.out[results[i]], y[i]);
  Vars dy =
      s.linear_builder().emit(*node.op, s.linear(node.in), {}, {linear_region(region, linear)});
  results = where(linear);
  for (size_t i = 0; i < results.size(); ++i) s.put_linear(node.out[results[i]], dy[i]);
}

void remat_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  std::ranges::copy(evaluate(*node.regions[0], in), out.begin());
}

}  // namespace

extern const Op remat_op = {
    .name = "remat",
    .doc = doc,
    .type = remat_type,
    .jvp = remat_jvp,
    .transpose = remat_transpose,
    .batch = remat_batch,
    .factors = NoRule{"its regions have factors of their own"},
    .lower = NoRule{"the Plan lowers regions, not their op"},
    .reference = remat_reference,
    .samples = call_samples,
    .flow = remat_flow,
    .split = remat_split,
    .control = Control::call,
};

Vars op::remat(Builder& b, Vars operands, Region body) {
  return b.emit(remat_op, std::move(operands), {}, {std::move(body)});
}

}  // namespace rille
