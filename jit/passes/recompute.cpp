// recompute: rematerializes values that are cheap to compute.
#include <algorithm>
#include <set>

#include "jit/bounds.h"
#include "jit/cost.h"
#include "jit/lowering.h"
#include "jit/op.h"
#include "jit/passes/rewrite.h"

namespace rille {
namespace {

constexpr int max_steps = 12;  // nodes of one expression, including views

class RecomputePass {
 public:
  explicit RecomputePass(const Graph& graph)
      : graph_(graph),
        b_(graph.origin),
        value_(graph),
        recomputed_(graph),
        made_(graph),
        uses_(graph),
        producer_(graph) {
    for (const Node& node : graph.nodes) {
      for (Var v : node.in) ++uses_[v];
    }
    for (Var v : graph.results) kept_.insert(v.id);
  }

  Graph run() && {
    for (Var v : graph_.params) value_[v] = b_.param(graph_.type(v));
    for (const Node& node : graph_.nodes) {
      b_.at(node.origin);
      Vars in;
      for (Var v : node.in) in.push_back(is_far(v) ? near(v) : value_[v]);
      Vars out = b_.copy(node, in, node.attrs, regions_(node.regions));
      bool is_stored = !lowered(node);
      for (size_t k = 0; k < out.size(); ++k) {
        value_[node.out[k]] = out[k];
        if (is_stored) so_far_ += size_of(node.out[k]);
      }
      for (Var v : node.out) made_[v] = so_far_;
    }
    Vars results = value_(graph_.results);
    return std::move(b_).finish(results);
  }

 private:
  int64_t size_of(Var v) const { return array_bytes(graph_.type(v)); }

  // Whether much is computed between the definition of v and the current node.
  bool is_far(Var v) const {
    int64_t size = size_of(v);
    return size >= bound::worth_making_again && so_far_ - made_[v] >= bound::far_away * size;
  }

  // The cost per element of a pointwise operation or a view, which is computed where it is read.
  std::optional<int> lowered(const Node& node) const {
    bool may = node.op->lower && node.out.size() == 1 && node.regions.empty() &&
               node.op->effects == Effect::none;
    if (!may) return {};
    auto lowering =
        node.op->lower.fn({graph_.types_of(node.in), node.attrs, node.regions, node.origin});
    if (auto* view = std::get_if<View>(&lowering)) {
      if (view->guarded) return {};
      return 0;
    }
    auto* point = std::get_if<Pointwise>(&lowering);
    if (point == nullptr) return {};
    bool loads = std::ranges::any_of(point->code.steps, [](const Scalars::ScalarStep& step) {
      return step.name == Scalar::load;
    });
    if (loads) return {};
    return cost_of(point->code);
  }

  // The remaining budget of an expression, and the saved values that it depends on.
  struct RecomputeBudget {
    int cost = bound::cheap_again, steps = max_steps;
    std::set<int> leaves = {};
  };

  // Whether the remaining budget is enough to recompute v.
  bool make(Var v, int64_t size, RecomputeBudget& way) const {
    auto own = producer_(v) == nullptr ? std::nullopt : lowered(*producer_(v));
    if (!own || *own > way.cost || way.steps == 0) return false;
    way.cost -= *own;
    --way.steps;
    return std::ranges::all_of(producer_(v)->in, [&](Var in) {
      if (is_near(in, size)) return true;
      RecomputeBudget further = way;
      if (make(in, size, further)) {
        way = std::move(further);
        return true;
      }
      way.leaves.insert(in.id);
      return can_stay(in);
    });
  }

  bool is_near(Var v, int64_t size) const {
    return producer_.number(v) < 0 || size_of(v) * bound::small_part <= size;
  }

  // A value with one reader may be fused into it and never be materialized in a buffer.
  bool can_stay(Var v) const { return uses_[v] > 1; }

  Var near(Var v) {
    if (!recomputed_[v].none()) return recomputed_[v];
    RecomputeBudget way;
    if (can_stay(v) && !kept_.contains(v.id) && make(v, size_of(v), way)) {
      int64_t added = 0;
      for (int leaf : way.leaves) added += kept_.contains(leaf) ? 0 : size_of(Var{leaf});
      if (added <= size_of(v)) {
        kept_.insert(way.leaves.begin(), way.leaves.end());
        return copy(v, way.leaves, size_of(v));
      }
    }
    kept_.insert(v.id);
    return recomputed_[v] = value_[v];
  }

  Var copy(Var v, const std::set<int>& leaves, int64_t size) {
    if (leaves.contains(v.id) || is_near(v, size)) return value_[v];
    if (!recomputed_[v].none()) return recomputed_[v];
    const Node& node = *producer_(v);
    Vars in;
    for (Var from : node.in) in.push_back(copy(from, leaves, size));
    recomputed_[v] = b_.emit(*node.op, in, node.attrs, {}, Placement::near_reader)[0];
    return recomputed_[v];
  }

  const Graph& graph_;
  RegionPass regions_{recompute};
  Builder b_;
  VarMap<Var> value_;
  VarMap<Var> recomputed_;  // what late readers read, once one of them exists
  VarMap<int64_t> made_;    // bytes stored up to this definition
  VarMap<int> uses_;
  ProducerIndex producer_;
  std::set<int> kept_;  // large values that late readers keep in memory
  int64_t so_far_ = 0;
};

}  // namespace

// The residuals of a forward pass determine the peak memory of a gradient. A residual is recomputed
// where it is read, if a few operations compute it from values that are kept anyway, or from one
// value kept instead of it: for example, a normalized row from its input and the statistics.
Graph recompute(const Graph& graph) {
  int64_t all = 0;
  for (const Type& type : graph.types) all += array_bytes(type);
  return all < bound::far_away * bound::worth_making_again ? graph : RecomputePass(graph).run();
}

}  // namespace rille
