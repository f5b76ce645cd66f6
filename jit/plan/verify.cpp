// That each step finds what it reads.
#include <algorithm>

#include "jit/plan/planner.h"
#include "vm/error.h"

namespace rille {
namespace {

// Of no elements there is nothing to make.
bool is_made_here(const Slot& slot) {
  return slot.bytes > 0 && (slot.home == Slot::Home::arena || slot.home == Slot::Home::result);
}

}  // namespace

void verify(const Plan& plan) {
  std::vector<bool> made(plan.slots.size());
  for (size_t i = 0; i < made.size(); ++i) made[i] = !is_made_here(plan.slots[i]);
  auto reads = [&](int slot) { RILLE_CHECK(made[static_cast<size_t>(slot)], plan_text(plan)); };
  auto writes = [&](int slot) { made[static_cast<size_t>(slot)] = true; };
  for (const PlanStep& step : plan.steps) {
    std::ranges::for_each(step.in, reads);
    if (step.kind == PlanStep::Kind::nest) {
      for (const Stage& stage : plan.nests[static_cast<size_t>(step.nest)].nest.stages) {
        auto slot = [&](const Access& access) {
          return access.buffer < std::ssize(step.buffers)
                     ? step.buffers[static_cast<size_t>(access.buffer)]
                     : -1;  // a local
        };
        each_read(stage, [&](const Access& access) {
          if (int it = slot(access); it >= 0) reads(it);
        });
        for (const Store& store : stage.stores) {
          if (int it = slot(store.access); it >= 0) writes(it);
        }
      }
    } else {
      std::ranges::for_each(step.buffers, writes);
    }
    std::ranges::for_each(step.out, writes);
  }
}

}  // namespace rille
