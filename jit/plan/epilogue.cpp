// Epilogues: pointwise readers of reductions and contractions.
#include <algorithm>
#include <ranges>

#include "jit/plan/fuse.h"

namespace rille {
namespace {

class EpilogueFuser {
 public:
  EpilogueFuser(const LoweredGraph& lowered, FusedOps& fused)
      : lowered_(lowered), graph_(lowered.graph), fused_(fused) {}

  // From the last node to the first: if two of them could take the same reader, the later one does.
  void run() {
    for (const Node& node : std::views::reverse(graph_.nodes)) {
      if (node.out.size() != 1 || !is_core(node.out[0])) continue;
      commit(node.out[0], proposal(node.out[0]));
    }
  }

 private:
  bool is_core(Var v) const {
    auto* reduce = lowered_.as<Reduce>(v);
    return reduce != nullptr ? !reduce->scan : lowered_.as<Contraction>(v) != nullptr;
  }

  // The root of the longest chain of readers, up to a value that is materialized or has several
  // readers; the core itself if there is none.
  Var proposal(Var core) const {
    Var root = core;
    for (Var next = reader_of(root); !next.none(); next = reader_of(root)) {
      root = next;
      if (fused_.is_materialized(root)) break;
    }
    return root != core && can_compute(core, root) ? root : core;
  }

  // The value of the only reader of v, if the reader is pointwise, has the shape of v, and belongs
  // to no other epilogue.
  Var reader_of(Var v) const {
    const ValueFacts& facts = fused_.values[v];
    if (facts.is_result || facts.uses != 1 || facts.last_reader < 0) return {};
    const Node& reader = graph_.nodes[static_cast<size_t>(facts.last_reader)];
    if (reader.out.size() != 1 || lowered_.as<Pointwise>(reader.out[0]) == nullptr) return {};
    Var out = reader.out[0];
    if (graph_.type(out).shape() != graph_.type(v).shape()) return {};
    if (!fused_.values[out].core.none()) return {};
    bool is_ready = std::ranges::all_of(reader.in, [&](Var in) { return in == v || is_known(in); });
    return is_ready ? out : Var{};
  }

  // Whether v is computed from materialized values alone, without another core.
  bool is_known(Var v) const {
    if (fused_.is_materialized(v)) return true;
    if (lowered_.as<Pointwise>(v) == nullptr && lowered_.as<View>(v) == nullptr) return false;
    return std::ranges::all_of(lowered_.node_of(v).in, [&](Var in) { return is_known(in); });
  }

  // Whether the root reads the core only at its own index.
  bool can_compute(Var core, Var root) const {
    if (graph_.type(root).count() == 0) return false;
    Ints loops = kept_loops(lowered_, op_of(lowered_, fused_, core, root));
    StageBuilder builder(lowered_, fused_.memory, loops, static_cast<int>(loops.size()));
    builder.own(root);
    builder.made(core, builder.index.constant(0));
    builder.value(root, builder.identity());
    return !builder.failed();
  }

  void commit(Var core, Var root) {
    if (root != core) fused_.memory.slot[static_cast<size_t>(core.id)] = -1;
    fused_.materialize(root);
    fused_.values[root].core = core;
  }

  const LoweredGraph& lowered_;
  const Graph& graph_;
  FusedOps& fused_;
};

}  // namespace

void fuse_epilogues(const LoweredGraph& lowered, FusedOps& fused) {
  EpilogueFuser(lowered, fused).run();
}

}  // namespace rille
