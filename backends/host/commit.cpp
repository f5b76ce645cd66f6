// commit_from: the steps that cannot fail.
#include "backends/host/commit.h"

#include <algorithm>
#include <climits>
#include <numeric>

#include "jit/op.h"
#include "jit/regions.h"

namespace rille {
namespace {

constexpr int64_t endless = INT64_MAX;  // may fail, or has no bound on its duration

int64_t sum(int64_t a, int64_t b) {
  int64_t out = 0;
  return __builtin_add_overflow(a, b, &out) ? endless : out;
}

int64_t product(int64_t a, int64_t b) {
  int64_t out = 0;
  return __builtin_mul_overflow(a, b, &out) ? endless : out;
}

bool is_tape(const Slot& slot) { return slot.type.form() == TypeForm::tape; }

bool makes_tapes(const Plan& plan) { return std::ranges::any_of(plan.slots, is_tape); }

int64_t work_of(const Plan& plan);

// Whether the first result of a step shares memory with the first input, in a region whose caller
// donates its inputs.
bool is_one_place(const Plan& plan, const PlanStep& step) {
  if (step.in[0] == step.out[0]) return true;
  auto place = std::ranges::find(plan.results, step.out[0]);
  if (place == plan.results.end()) return false;
  int donor = plan.donor[static_cast<size_t>(place - plan.results.begin())];
  return donor >= 0 && plan.params[static_cast<size_t>(donor)] == step.in[0];
}

// Data movement cannot fail. All other device code may allocate memory.
int64_t structured_work(const Plan& plan, const PlanStep& step) {
  DataMovement moves = plan.graph.nodes[static_cast<size_t>(step.node)].op->moves;
  if (moves == DataMovement::no) return endless;
  auto count = [&](int64_t all, int slot) {
    return sum(all, plan.slots[static_cast<size_t>(slot)].type.count());
  };
  auto from =
      step.in.begin() + (moves == DataMovement::updates && is_one_place(plan, step) ? 1 : 0);
  return std::accumulate(from, step.in.end(), int64_t{1}, count);
}

int64_t region_work(const Plan& plan, const PlanStep& step) {
  const Node& node = plan.graph.nodes[static_cast<size_t>(step.node)];
  int64_t out = 1;
  for (const auto& part : step.parts) out = std::max(out, work_of(*part));
  if (node.op->control == RegionControl::branch) return out;
  if (node.op->control != RegionControl::scan) return endless;
  LoopShape shape = loop_shape(node);
  return shape.dynamic ? endless : product(out, shape.length.number());
}

int64_t work_of(const Plan& plan, const PlanStep& step) {
  switch (step.kind) {
    case PlanStep::Kind::copy:
      if (is_one_place(plan, step)) return 1;
      return plan.slots[static_cast<size_t>(step.in[0])].type.count();
    case PlanStep::Kind::structured: return structured_work(plan, step);
    case PlanStep::Kind::region: return region_work(plan, step);
    case PlanStep::Kind::nest: break;
  }
  const Nest& nest = plan.nests[static_cast<size_t>(step.nest)].nest;
  return nest.checks() ? endless : nest.work();
}

int64_t work_of(const Plan& plan) {
  if (makes_tapes(plan)) return endless;
  int64_t out = 1;
  for (const PlanStep& step : plan.steps) out = sum(out, work_of(plan, step));
  return out;
}

bool can_fail(const Plan& plan, const PlanStep& step) {
  bool is_loop = step.kind == PlanStep::Kind::region;
  return work_of(plan, step) > (is_loop ? max_unstopped_loop : max_unstopped_kernel);
}

}  // namespace

// A result that is a tape is converted to an array at the end, which allocates memory.
int commit_from(const Plan& plan) {
  for (int result : plan.results) {
    if (is_tape(plan.slots[static_cast<size_t>(result)])) return INT_MAX;
  }
  size_t from = plan.steps.size();
  while (from > 0 && !can_fail(plan, plan.steps[from - 1])) --from;
  return static_cast<int>(from);
}

}  // namespace rille
