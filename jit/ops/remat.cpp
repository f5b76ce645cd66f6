// remat: a region that is recomputed for its derivative.
#include <algorithm>

#include "jit/ops/regions.h"
#include "jit/pass.h"
#include "vm/error.h"

namespace rille {
namespace {

const OpDoc remat_doc = {
    .brief =
        "Runs its region. Reverse mode saves only the inputs and recomputes the region in the "
        "backward pass. With the attribute `save` = \"dots\", the products of the region are "
        "saved, too; with a list of names, each followed by a newline, the values that "
        "checkpoint_name gave these names. No pass may inline the region before common "
        "subexpressions were merged.",
    .shapes = "operands... -> results of the region",
    .errors = "error[trace] if the region does not take the operands, or has side effects",
    .example = "grad(remat(x => x * x))(3.0)  #> 6",
    .source = "jax.checkpoint",
};

Types remat_type(const OpCall& call) {
  check_params(call, call.regions[0], call.in);
  for (const Node& node : call.regions[0]->nodes) {
    if (node.effects != Effect::ordered) continue;
    throw Error(Code::trace, "cannot remat a function that prints, because it would print twice",
                node.origin.span());
  }
  return result_types(call.regions[0]);
}

Vars remat_jvp(Builder& b, const Node& node, const Vars& dx) { return region_jvp(b, node, dx, 0); }

Vars remat_transpose(Builder& b, const Node& node, const Types&, const Vars& cts) {
  return region_transpose(b, node, cts, 0);
}

Flags remat_flow(const Node& node, const Flags& in, TypePredicate carries) {
  return region_flow(node, in, carries, 0);
}

std::vector<BatchedVar> remat_batch(Builder& b, const Node& node, const Batch& batch) {
  return region_batch(b, node, batch, 0);
}

// Whether the result of this node is saved for the backward pass, by the attribute `save`.
bool is_saved(const Node& node, const std::string& save) {
  if (save == "dots") return node.op == &dot_general_op || node.op == &conv_op;
  bool is_named = node.op == &checkpoint_name_op;
  return is_named &&
         ("\n" + save).find("\n" + node.attrs.string("name") + "\n") != std::string::npos;
}

// The saved values among the known values of the region.
Vars saved_in(const Node& node, const Flags& known) {
  const AttrValue* save = node.attrs.find("save");
  if (save == nullptr) return {};
  const Graph& region = *node.regions[0];
  VarMap<bool> is_known(region);
  for (size_t i = 0; i < known.size(); ++i) is_known[region.params[i]] = known[i];
  Vars out;
  for (const Node& inner : region.nodes) {
    bool all = std::ranges::all_of(inner.in, [&](Var v) { return is_known[v]; });
    for (Var v : inner.out) is_known[v] = all;
    if (all && is_saved(inner, std::get<std::string>(*save))) out.append(inner.out);
  }
  return out;
}

// The region for the linear graph: from all inputs and the saved values to the linear results. Its
// checks are dropped, because they have been made.
Region linear_region(const Graph& region, const Flags& linear, const Vars& saved) {
  Graph out = region;
  out.params.append(saved);
  out.results = pick(region.results, 0, linear);
  VarMap<bool> is_saved(region);
  for (Var v : saved) is_saved[v] = true;
  std::erase_if(out.nodes,
                [&](const Node& node) { return node.out.empty() || is_saved[node.out[0]]; });
  return std::make_shared<const Graph>(drop_dead(out));
}

void remat_split(Splitter& s, const Node& node) {
  Flags known = s.known_flags(node.in), unknown;
  for (bool one : known) unknown.push_back(!one);
  const Graph& region = *node.regions[0];
  Flags linear = flow(region, unknown, carries_all), all = linear;
  Vars saved = saved_in(node, known);
  Graph with_saved = region;
  with_saved.results.append(saved);
  all.resize(with_saved.results.size(), false);
  Graph first = split(with_saved, known, all).known;
  std::vector<size_t> results = where(linear, false);
  first.results = slice(first.results, 0, results.size() + saved.size());
  auto kept = std::make_shared<const Graph>(drop_dead(first));
  Vars y = s.known_builder().emit(*node.op, s.known(pick(node.in, 0, known)), {}, {kept});
  for (size_t i = 0; i < results.size(); ++i) s.put_known(node.out[results[i]], y[i]);
  Vars in = s.linear(node.in);
  for (size_t i = results.size(); i < y.size(); ++i) in.push_back(s.residual(y[i]));
  Vars dy = s.linear_builder().emit(*node.op, in, {}, {linear_region(region, linear, saved)});
  results = where(linear);
  for (size_t i = 0; i < results.size(); ++i) s.put_linear(node.out[results[i]], dy[i]);
}

void remat_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  std::ranges::copy(evaluate(*node.regions[0], in), out.begin());
}

}  // namespace

extern const Op remat_op = {
    .name = "remat",
    .doc = remat_doc,
    .type = remat_type,
    .jvp = remat_jvp,
    .transpose = remat_transpose,
    .batch = remat_batch,
    .factors = MissingRule{"the regions have factors of their own"},
    .lower = MissingRule{"the Plan lowers the regions, not the operation that holds them"},
    .reference = remat_reference,
    .samples = call_samples,
    .flow = remat_flow,
    .split = remat_split,
    .control = RegionControl::call,
};

Vars op::remat(Builder& b, Vars operands, Region body) {
  return b.emit(remat_op, std::move(operands), {}, {std::move(body)});
}

}  // namespace rille
