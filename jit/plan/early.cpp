// Units that a reader made late go where they can run.
#include <algorithm>
#include <numeric>

#include "jit/bounds.h"
#include "jit/plan/fuse.h"

namespace rille {
namespace {

class Early {
 public:
  Early(const LoweredGraph& lowered, FusedUnits& fused)
      : graph_(lowered.graph),
        units_(fused.units),
        unit_of_(graph_.types.size(), -1),
        readers_(graph_.types.size()),
        result_(graph_.types.size(), false),
        behind_(units_.size()) {
    for (size_t i = 0; i < units_.size(); ++i) {
      for (Var v : units_[i].roots) unit_of_[at(v)] = static_cast<int64_t>(i);
      for (Var v : units_[i].reads) readers_[at(v)].push_back(i);
    }
    for (Var v : graph_.results) result_[at(v)] = true;
    std::iota(behind_.begin(), behind_.end(), 0);
  }

  void run() {
    for (size_t i = 0; i < units_.size(); ++i) {
      const Unit& unit = units_[i];
      bool is_taken_up = !unit.made.none() && unit.roots[0] != unit.made;
      if (is_taken_up) behind_[i] = std::min(behind_[i], earliest(i));
      if (is_small(unit) && earliest(i) < 0) behind_[i] = first;
    }
    std::vector<size_t> order(units_.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](size_t i) { return behind_[i]; });
    std::vector<int64_t> place(units_.size());
    std::vector<Unit> sorted;
    for (size_t i : order) {
      place[i] = std::ssize(sorted);
      sorted.push_back(std::move(units_[i]));
    }
    for (Unit& unit : sorted) {
      if (unit.since > 0) unit.since = place[static_cast<size_t>(unit.since) - 1] + 1;
    }
    units_ = std::move(sorted);
  }

 private:
  static constexpr int64_t first = -1;

  static size_t at(Var v) { return static_cast<size_t>(v.id); }

  // A rate, a step's number: made of params alone it can stand before all that reads it.
  bool is_small(const Unit& unit) const {
    return unit.kind == Unit::Kind::pointwise && std::ranges::all_of(unit.roots, [&](Var root) {
             const Type& type = graph_.type(root);
             return type.count() <= static_cast<int64_t>(bound::small_bytes / bytes(type.dtype()));
           });
  }

  int64_t earliest(size_t i) const {
    int64_t last = units_[i].since - 1;
    for (Var v : units_[i].reads) {
      int64_t maker = unit_of_[at(v)];
      if (maker >= 0) last = std::max(last, behind_[static_cast<size_t>(maker)]);
      if (!may_take_over(units_[i], v)) continue;
      for (size_t reader : readers_[at(v)]) {
        if (reader != i) last = std::max(last, behind_[reader]);
      }
    }
    return last;
  }

  // A result may be written over the param that it is the update of, once nobody else reads that.
  bool may_take_over(const Unit& unit, Var v) const {
    return unit_of_[at(v)] < 0 &&
           std::ranges::any_of(
               unit.roots,
               [&](Var root) { return result_[at(root)] && graph_.type(root) == graph_.type(v); });
  }

  const Graph& graph_;
  std::vector<Unit>& units_;
  std::vector<int64_t> unit_of_;  // per value: who writes it; -1: nobody, or a parameter
  std::vector<std::vector<size_t>> readers_;
  std::vector<bool> result_;
  std::vector<int64_t> behind_;  // per unit: behind which one it may stand; itself: it stays
};

}  // namespace

void place_early(const LoweredGraph& lowered, FusedUnits& fused) {
  // The first go moves what others wait for that stand before it: a norm's weight is updated once
  // the gradient of the product behind it is made, which reads it.
  for (int go = 0; go < 2; ++go) Early(lowered, fused).run();
}

}  // namespace rille
