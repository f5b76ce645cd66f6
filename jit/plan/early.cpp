// Moves fused operations to the earliest position.
#include <algorithm>
#include <numeric>

#include "jit/bounds.h"
#include "jit/plan/fuse.h"

namespace rille {
namespace {

class EarlyPlacement {
 public:
  EarlyPlacement(const LoweredGraph& lowered, FusedOps& fused)
      : graph_(lowered.graph),
        fused_(fused),
        readers_(graph_.types.size()),
        position_(fused.ops.size()) {
    for (size_t i = 0; i < fused.ops.size(); ++i) {
      for (Var v : fused.ops[i].reads) readers_[static_cast<size_t>(v.id)].push_back(i);
    }
    std::iota(position_.begin(), position_.end(), 0);
  }

  void run() {
    for (size_t i = 0; i < fused_.ops.size(); ++i) {
      const FusedOp& op = fused_.ops[i];
      bool has_epilogue = !op.core.none() && op.roots[0] != op.core;
      if (has_epilogue) position_[i] = std::min(position_[i], earliest(i));
      if (is_small(op) && earliest(i) < 0) position_[i] = first;
    }
    sort();
  }

 private:
  static constexpr int64_t first = -1;

  void sort() {
    std::vector<size_t> order(fused_.ops.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](size_t i) { return position_[i]; });
    std::vector<int64_t> moved_to(order.size());
    std::vector<FusedOp> sorted;
    for (size_t i : order) {
      moved_to[i] = std::ssize(sorted);
      for (Var v : fused_.ops[i].roots) fused_.values[v].op = moved_to[i];
      sorted.push_back(std::move(fused_.ops[i]));
    }
    for (FusedOp& op : sorted) {
      if (op.ops_before > 0) {
        op.ops_before = moved_to[static_cast<size_t>(op.ops_before) - 1] + 1;
      }
    }
    fused_.ops = std::move(sorted);
  }

  // A learning rate or a step count, for example.
  bool is_small(const FusedOp& op) const {
    return op.kind == FusedOp::Kind::pointwise && std::ranges::all_of(op.roots, [&](Var root) {
             const Type& type = graph_.type(root);
             return type.count() <= static_cast<int64_t>(bound::small_bytes / bytes(type.dtype()));
           });
  }

  // The position after all operations that must run before operation i.
  int64_t earliest(size_t i) const {
    int64_t last = fused_.ops[i].ops_before - 1;
    for (Var v : fused_.ops[i].reads) {
      int64_t writer = fused_.values[v].op;
      if (writer >= 0) last = std::max(last, position_[static_cast<size_t>(writer)]);
      if (!may_overwrite(fused_.ops[i], v)) continue;
      for (size_t reader : readers_[static_cast<size_t>(v.id)]) {
        if (reader != i) last = std::max(last, position_[reader]);
      }
    }
    return last;
  }

  // A result may be written to the memory of a parameter that no later operation reads.
  bool may_overwrite(const FusedOp& op, Var v) const {
    return fused_.values[v].op < 0 && std::ranges::any_of(
                                          op.roots,
                                          [&](Var root) {
                                            return fused_.values[root].is_result &&
                                                   graph_.type(root) == graph_.type(v);
                                          });
  }

  const Graph& graph_;
  FusedOps& fused_;
  std::vector<std::vector<size_t>> readers_;  // per value: operations
  std::vector<int64_t> position_;  // per operation: its own number, or that of an earlier one
};

}  // namespace

void place_early(const LoweredGraph& lowered, FusedOps& fused) {
  // The first round moves operations for which earlier ones wait: a norm's weight is updated after
  // the gradient of the next product, which reads it.
  for (int round = 0; round < 2; ++round) EarlyPlacement(lowered, fused).run();
}

}  // namespace rille
