// The order of steps: what may fail comes early.
#include <functional>
#include <queue>

#include "jit/bounds.h"
#include "jit/plan/planner.h"

namespace rille {
namespace {

bool has_effect(const Plan& plan, const PlanStep& step) {
  if (step.kind == PlanStep::Kind::nest) {
    return plan.nests[static_cast<size_t>(step.nest)].nest.checks();
  }
  return step.kind != PlanStep::Kind::copy &&
         plan.graph.nodes[static_cast<size_t>(step.node)].effects != Effect::none;
}

// What steps wait for: those that make what they touch, and of two effects the earlier one.
struct Waits {
  std::vector<std::vector<int>> before, behind;  // per step
  std::vector<size_t> made;                      // bytes, per step

  explicit Waits(const Plan& plan)
      : before(plan.steps.size()), behind(plan.steps.size()), made(plan.steps.size()) {
    std::vector<int> maker(plan.slots.size(), -1);
    int last_effect = -1;
    for (int i = 0; i < std::ssize(plan.steps); ++i) {
      const PlanStep& step = plan.steps[static_cast<size_t>(i)];
      for (const auto* list : {&step.buffers, &step.in, &step.out}) {
        for (int slot : *list) touch(plan, slot, i, maker[static_cast<size_t>(slot)]);
      }
      if (!has_effect(plan, step)) continue;
      if (last_effect >= 0) wait(i, last_effect);
      last_effect = i;
    }
  }

  // A slot's first step in the order of the graph is the one that writes it.
  void touch(const Plan& plan, int number, int step, int& maker) {
    const Slot& slot = plan.slots[static_cast<size_t>(number)];
    if (slot.home == Slot::Home::param || maker == step) return;
    if (maker >= 0) return wait(step, maker);
    maker = step;
    made[static_cast<size_t>(step)] += slot.bytes;
  }

  void wait(int step, int earlier) {
    before[static_cast<size_t>(step)].push_back(earlier);
    behind[static_cast<size_t>(earlier)].push_back(step);
  }
};

// Effects, and the steps with small results that they wait for.
std::vector<bool> urgent_steps(const Plan& plan, const Waits& waits) {
  std::vector<bool> out(plan.steps.size());
  for (size_t i = plan.steps.size(); i-- > 0;) {
    if (has_effect(plan, plan.steps[i])) out[i] = true;
    if (!out[i]) continue;
    for (int earlier : waits.before[i]) {
      auto at = static_cast<size_t>(earlier);
      if (waits.made[at] <= bound::small_bytes) out[at] = true;
    }
  }
  return out;
}

}  // namespace

// Effects keep their order, and all other steps theirs.
void order_steps(Plan& plan) {
  Waits waits(plan);
  std::vector<bool> urgent = urgent_steps(plan, waits);
  std::vector<size_t> open;
  for (const auto& list : waits.before) open.push_back(list.size());
  std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
  std::vector<PlanStep> steps;
  auto take = [&](size_t i) {
    steps.push_back(std::move(plan.steps[i]));
    for (int later : waits.behind[i]) {
      auto at = static_cast<size_t>(later);
      if (--open[at] == 0 && urgent[at]) ready.push(at);
    }
  };
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    if (urgent[i] && open[i] == 0) ready.push(i);
  }
  for (size_t next = 0; next < plan.steps.size() || !ready.empty();) {
    if (!ready.empty()) {
      size_t i = ready.top();
      ready.pop();
      take(i);
    } else {
      if (!urgent[next]) take(next);
      ++next;
    }
  }
  plan.steps = std::move(steps);
}

}  // namespace rille
