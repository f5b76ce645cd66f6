// What a unit reads from memory.
#include "jit/plan/fuse.h"

namespace rille {
namespace {

// The values in memory below the roots of a unit and below its own fold or product.
class Reads {
 public:
  Reads(const LoweredGraph& lowered, const FusedUnits& fused)
      : lowered_(lowered), fused_(fused), seen_(lowered.graph.types.size(), -1) {}

  Vars of(const Unit& unit) {
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
    for (Var root : unit.roots) seen_[static_cast<size_t>(root.id)] = round_;
    for (Var root : unit.roots) below(lowered_.node_of(root));
    if (unit.node >= 0) below(lowered_.graph.nodes[static_cast<size_t>(unit.node)]);
    while (!open.empty()) {
      Var v = open.back();
      open.pop_back();
      if (fused_.memory.slot[static_cast<size_t>(v.id)] < 0) {
        below(lowered_.node_of(v));
        continue;
      }
      out.push_back(fused_.owner(v));
    }
    return out;
  }

 private:
  const LoweredGraph& lowered_;
  const FusedUnits& fused_;
  std::vector<int64_t> seen_;
  int64_t round_ = 0;
};

}  // namespace

void find_reads(const LoweredGraph& lowered, FusedUnits& fused) {
  Reads reads(lowered, fused);
  for (Unit& unit : fused.units) unit.reads = reads.of(unit);
}

}  // namespace rille
