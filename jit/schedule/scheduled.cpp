// ScheduledNest: a nest with the schedule decided for it.
#include <algorithm>

#include "jit/nest/same.h"
#include "jit/schedule.h"

namespace rille {

ScheduledNest scheduled(Nest nest, const Target& target) {
  Schedule schedule = schedule_of(nest, target);
  return {std::move(nest), std::move(schedule)};
}

// Schedules of one nest differ in few numbers, so these are enough.
uint64_t structural_hash(const ScheduledNest& kernel) {
  const Schedule& schedule = kernel.schedule;
  uint64_t hash = mix(structural_hash(kernel.nest), static_cast<uint64_t>(schedule.loop));
  for (const StageSchedule& stage : schedule.stages) {
    for (size_t word : {static_cast<size_t>(stage.vector), static_cast<size_t>(stage.lanes),
                        stage.form.index()}) {
      hash = mix(hash, word);
    }
    const auto* tiles = std::get_if<TilesSchedule>(&stage.form);
    if (tiles == nullptr) continue;
    for (int64_t word : {tiles->tile_rows, tiles->tile_columns, tiles->chunk}) {
      hash = mix(hash, static_cast<uint64_t>(word));
    }
  }
  return hash;
}

bool same_code(const ScheduledNest& a, const ScheduledNest& b) {
  return same_code(a.nest, b.nest) && a.schedule == b.schedule;
}

// Stages of few elements run without vectors: their values then stay in registers from one nest of
// the loop to the next, which lanes behind a mask do not.
Schedule on_one_thread(const ScheduledNest& kernel) {
  constexpr int64_t few_elements = 8;
  Schedule out = kernel.schedule;
  if (std::holds_alternative<PiecesSchedule>(out.stages[0].form)) {
    out.stages[0].form = RowsSchedule{};
    out.shared = 0, out.iterations = 1;
  }
  if (has_product(kernel.nest)) return out;
  for (size_t i = 0; i < kernel.nest.stages.size(); ++i) {
    const Stage& stage = kernel.nest.stages[i];
    int64_t elements = 1;
    for (Size loop : stage.loops) elements = std::min(elements * loop.number, few_elements + 1);
    if (stage.form == StageForm::pointwise && elements <= few_elements) out.stages[i] = {};
  }
  return out;
}

}  // namespace rille
