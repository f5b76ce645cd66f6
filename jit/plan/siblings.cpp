// Fused operations, which may have several results.
#include <algorithm>

#include "jit/op.h"
#include "jit/plan/fuse.h"

namespace rille {
namespace {

constexpr int64_t max_candidates = 6;  // operations that are examined for a value: compile time

class SiblingFuser {
 public:
  SiblingFuser(const LoweredGraph& lowered, FusedOps& fused)
      : lowered_(lowered), graph_(lowered.graph), fused_(fused) {}

  void run() {
    for (size_t i = 0; i < graph_.nodes.size(); ++i) {
      const Node& node = graph_.nodes[i];
      if (can_inline(lowered_, node)) {
        place_value(node.out[0]);
      } else {
        place_node(node, static_cast<int>(i));
      }
    }
  }

 private:
  void place_value(Var v) {
    const ValueFacts& facts = fused_.values[v];
    if (!fused_.is_materialized(v) || !facts.alias.none()) return;
    if (!facts.core.none()) return add(op_of(lowered_, fused_, facts.core, v));
    int64_t op = proposal(v);
    if (op < 0) return add({.kind = FusedOp::Kind::pointwise, .roots = {v}});
    fused_.ops[static_cast<size_t>(op)].roots.push_back(v);
    fused_.values[v].op = op;
  }

  void place_node(const Node& node, int number) {
    bool is_core = node.out.size() == 1 && (lowered_.as<Reduce>(node.out[0]) != nullptr ||
                                            lowered_.as<Contraction>(node.out[0]) != nullptr);
    if (is_core) {
      Var core = node.out[0];
      fused_.values[core].ops_before = std::ssize(fused_.ops);
      if (fused_.is_materialized(core)) add(op_of(lowered_, fused_, core, core));
      return;
    }
    auto kind = node.op == &check_op ? FusedOp::Kind::check : FusedOp::Kind::node;
    add({.kind = kind, .node = number, .roots = {node.out.begin(), node.out.end()}});
  }

  void add(FusedOp op) {
    for (Var v : op.roots) fused_.values[v].op = std::ssize(fused_.ops);
    fused_.ops.push_back(std::move(op));
  }

  // The last operation that can also compute v; -1 if there is none.
  int64_t proposal(Var v) const {
    int64_t examined = 0;
    for (int64_t at = std::ssize(fused_.ops); at-- > 0 && examined < max_candidates;) {
      const FusedOp& op = fused_.ops[static_cast<size_t>(at)];
      bool is_product = op.kind == FusedOp::Kind::contraction;
      if (op.kind != FusedOp::Kind::pointwise && !is_product) continue;
      ++examined;
      if (graph_.type(op.roots[0]).shape() != graph_.type(v).shape()) continue;
      if (is_placed(lowered_, v) && !is_placed(lowered_, op.roots[0])) continue;
      if (is_product && !reads_from(v, op)) continue;
      if (can_compute(op, at, v)) return at;
    }
    return -1;
  }

  // Whether v depends on a value that the operation computes, through inlined values.
  bool reads_from(Var v, const FusedOp& op) const {
    return std::ranges::any_of(lowered_.node_of(v).in, [&](Var in) {
      if (in == op.core || std::ranges::find(op.roots, in) != op.roots.end()) return true;
      return !fused_.is_materialized(in) && reads_from(in, op);
    });
  }

  // Whether all other values that v reads are materialized when the operation, number `at`, starts,
  // and the cost is within the limits.
  bool can_compute(const FusedOp& op, int64_t at, Var v) const {
    if (graph_.type(v).count() == 0) return false;
    FusionCost cost{.stores = op.roots.size() + 1};
    if (!rejection(cost).empty()) return false;
    Ints loops = kept_loops(lowered_, op);
    StageBuilder builder(lowered_, fused_.memory, loops, static_cast<int>(loops.size()));
    for (Var root : op.roots) builder.own(root);
    builder.own(v);
    if (!op.core.none()) builder.made(op.core, builder.index.constant(0));
    builder.value(v, builder.identity());
    cost.code = builder.stage.code.size();
    if (builder.failed() || !rejection(cost).empty()) return false;
    return std::ranges::all_of(
        builder.slots, [&](int slot) { return fused_.values[fused_.owner(Var{slot})].op < at; });
  }

  const LoweredGraph& lowered_;
  const Graph& graph_;
  FusedOps& fused_;
};

}  // namespace

void fuse_siblings(const LoweredGraph& lowered, FusedOps& fused) {
  SiblingFuser(lowered, fused).run();
}

}  // namespace rille
