// Planner: turns fused operations into steps over slots.
#pragma once

#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "jit/plan.h"
#include "jit/plan/contraction.h"
#include "jit/plan/group.h"

namespace rille {

class Planner {
 public:
  Planner(Plan& plan, const Target& target);
  void run();

 private:
  void make_slots();
  int new_slot(Type type, Slot::Home home, int number = 0, Var value = {});
  int temporary(Dtype dtype, int64_t elements);
  int slot(Var v) const { return memory_.slot[static_cast<size_t>(v.id)]; }
  void build(const FusedOp& op);
  void in_loops(const FusedOp& op);
  void rows(const FusedKernel& kernel);
  void fill(const FusedOp& op, AttrValue identity);
  void reduce(const FusedOp& op, const Reduce& reduce);
  void product_as_reduction(const FusedOp& op, const Contraction& contract, const Extents& extents);
  void contract(const FusedOp& op, const Contraction& contract);
  size_t checks(std::span<const FusedOp> ops);
  void check(StageBuilder& builder, PlanStep& step, const Node& node);
  void node(const FusedOp& op);
  size_t carry_bytes(const Node& node, const PlanStep& step) const;
  void copies();

  void store_roots(StageBuilder& builder, const FusedOp& op, const std::vector<int>& made,
                   const Rows* rows = nullptr);
  void add(StageBuilder& builder, const FusedOp& op);
  void add(Nest nest, std::vector<int> slots, int node, Vars roots);
  int unique(Nest nest);

  Plan& plan_;
  const Target& target_;
  LoweredGraph lowered_;
  FusedOps fused_;
  InMemory memory_;
  std::unordered_map<uint64_t, std::vector<int>> nests_;  // by structure
  std::vector<std::set<Origin>> origins_;                 // per nest of the plan
};

// The graph with the regions of calls in their places.
Graph flatten(const Graph& graph);

// Steps that may raise go before those that write what the caller may have given away: each check
// as soon as what it reads is there. Before place_slots: each slot is written once.
void order_steps(Plan& plan);

// Each step reads what the caller gives or an earlier step has written: a Bug otherwise.
void verify(const Plan& plan);

// Gives each slot of the arena its place: slots share memory when their lives do not meet.
void place_slots(Plan& plan);

// Which results may take over a param's memory.
void find_donors(Plan& plan);
void find_donors(Plan& body, const LoopShape& shape);  // of a loop

}  // namespace rille
