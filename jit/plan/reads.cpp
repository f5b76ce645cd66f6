// The materialized values that a fused operation reads.
#include "jit/plan/fuse.h"

namespace rille {
namespace {

// The materialized values below the roots of an operation and below its core.
class Reads {
 public:
  Reads(const LoweredGraph& lowered, const FusedOps& fused)
      : lowered_(lowered), fused_(fused), seen_(lowered.graph.types.size(), -1) {}

  Vars of(const FusedOp& op) {
    ++round_;
    Vars open, out;
    auto look = [&](Var v) {
      int64_t& seen = seen_[static_cast<size_t>(v.id)];
      if (seen != round_) open.push_back(v);
      seen = round_;
    };
    auto below = [&](const Node& node) {
      for (Var in : node.in) look(in);
    };
    for (Var root : op.roots) seen_[static_cast<size_t>(root.id)] = round_;
    for (Var root : op.roots) below(lowered_.node_of(root));
    if (op.node >= 0) below(lowered_.graph.nodes[static_cast<size_t>(op.node)]);
    while (!open.empty()) {
      Var v = open.back();
      open.pop_back();
      if (!fused_.is_materialized(v)) {
        below(lowered_.node_of(v));
        continue;
      }
      out.push_back(fused_.owner(v));
    }
    return out;
  }

 private:
  const LoweredGraph& lowered_;
  const FusedOps& fused_;
  std::vector<int64_t> seen_;
  int64_t round_ = 0;
};

}  // namespace

void find_reads(const LoweredGraph& lowered, FusedOps& fused) {
  Reads reads(lowered, fused);
  for (FusedOp& op : fused.ops) op.reads = reads.of(op);
}

}  // namespace rille
