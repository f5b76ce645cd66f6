// hoist: loop-invariant code motion.
#include <algorithm>

#include "jit/cost.h"
#include "jit/lowering.h"
#include "jit/op.h"
#include "jit/ops/invariant.h"
#include "jit/passes/rewrite.h"
#include "jit/regions.h"

namespace rille {
namespace {

bool is_array(const Type& type) { return type.form() == TypeForm::array && type.known(); }

// A result that is larger than its operands costs more to read than to recompute.
bool grows(const Graph& graph, const Node& node) {
  int64_t in = 0, out = 0;
  for (Var v : node.in) in = std::max(in, is_array(graph.type(v)) ? graph.type(v).count() : 0);
  for (Var v : node.out)
    out = std::max(out, is_array(graph.type(v)) ? graph.type(v).count() : in + 1);
  return out > in;
}

// Functions, sums, products, and similar operations, but no operation that is fused into its reader
// at almost no cost.
bool is_dear(const Graph& graph, const Node& node) {
  if (!node.op->lower || node.in.empty() || grows(graph, node)) return false;
  Lowering lowering =
      node.op->lower.fn({graph.types_of(node.in), node.attrs, node.regions, node.origin});
  if (std::holds_alternative<View>(lowering)) return false;
  auto* point = std::get_if<Pointwise>(&lowering);
  return point == nullptr ||
         std::ranges::any_of(point->code.steps, [](const Scalars::ScalarStep& step) {
           return facts_of(step.name).cost > 1;
         });
}

// The hoisted values: the last expensive loop-invariant ones before values that vary between
// iterations.
Vars leaving(const Graph& body, size_t captured) {
  Flags same = same_each_turn(body, captured);
  VarMap<bool> read(body);
  for (Var v : body.results) read[v] = true;
  Vars out;
  for (auto node = body.nodes.rbegin(); node != body.nodes.rend(); ++node) {
    bool stays = node->out.empty() || !same[static_cast<size_t>(node->out[0].id)];
    bool is_read = std::ranges::any_of(node->out, [&](Var v) { return read[v]; });
    if (!stays && !is_read) continue;
    if (!stays && is_dear(body, *node)) {
      std::ranges::copy_if(node->out, std::back_inserter(out), [&](Var v) { return read[v]; });
    } else {
      for (Var v : node->in) read[v] = true;
    }
  }
  return out;
}

// The region with params for the hoisted values after its first `captured` params. The condition of
// a loop does not read them.
Region widened(const Graph& region, size_t captured, const Types& types, const Vars& left) {
  Builder b(region.origin);
  VarMap<Var> value(region);
  auto take = [&](size_t from, size_t to) {
    for (size_t i = from; i < to; ++i)
      value[region.params[i]] = b.param(region.type(region.params[i]));
  };
  take(0, captured);
  for (size_t i = 0; i < types.size(); ++i) {
    Var param = b.param(types[i]);
    if (i < left.size()) value[left[i]] = param;
  }
  take(captured, region.params.size());
  for (const Node& node : region.nodes) {
    bool gone =
        !node.out.empty() && std::ranges::all_of(node.out, [&](Var v) { return !value[v].none(); });
    if (gone) continue;
    b.at(node.origin);
    Vars out = b.copy(node, value(node.in));
    for (size_t i = 0; i < out.size(); ++i) {
      if (value[node.out[i]].none()) value[node.out[i]] = out[i];
    }
  }
  Vars results = value(region.results);
  return std::make_shared<const Graph>(std::move(b).finish(results));
}

Vars hoist_rule(Rewriter& r, const Node& node) {
  if (!is_loop(node)) return {};
  LoopShape shape = loop_shape(node);
  const Graph& body = *node.regions.back();
  Vars left = leaving(body, shape.consts);
  if (left.empty()) return {};
  Vars in(node.in.begin(), node.in.begin() + static_cast<std::ptrdiff_t>(shape.consts));
  in.append(made_before(r.b(), body, in, left));
  in.append(node.in.begin() + static_cast<std::ptrdiff_t>(shape.consts), node.in.end());
  Types types = body.types_of(left);
  Regions regions = {widened(body, shape.consts, types, left)};
  if (node.regions.size() == 2) {
    regions.insert(regions.begin(), widened(*node.regions[0], shape.consts, types, {}));
  }
  auto consts = static_cast<int64_t>(shape.consts + left.size());
  return r.b().copy(node, in, node.attrs.with("consts", consts), regions);
}

}  // namespace

Graph hoist(const Graph& graph) { return Rewriter(graph, hoist, hoist_rule).run(); }

}  // namespace rille
