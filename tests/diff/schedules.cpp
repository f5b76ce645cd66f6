// Drawn schedules, as a tuner may choose them.
#include "tests/diff/schedules.h"

#include <algorithm>

namespace rille::diff {
namespace {

// One stage of a kernel without products. What is drawn keeps to the rules of jit/schedule.h.
class StageDraw {
 public:
  StageDraw(const Nest& nest, size_t number, Chance& chance)
      : nest_(nest), stage_(nest.stages[number]), chance_(chance) {}

  StageSchedule draw(StageSchedule own) {
    int first = nest_.shared, last = static_cast<int>(stage_.loops.size()) - 1;
    if (stage_.form != StageForm::fold) last = stage_.kept - 1;
    if (last < first) return own;
    own = {};
    ElementwiseSchedule form;
    own.vector = static_cast<int>(chance_.from(first, last));
    if (stage_.form == StageForm::fold && own.vector >= stage_.kept) {
      own.vector = last;  // the terms of a vector follow each other
      own.lanes = lanes_of_terms();
      own.form = RowsSchedule{};
      return own;
    }
    own.lanes = 1 << chance_.from(0, 5);
    if (own.lanes == 1) return own;
    bool may_go_outside = first == 0 && own.vector > 0 && stage_.form != StageForm::scan;
    bool may_have_tiles =
        stage_.form == StageForm::pointwise && own.vector > first && own.vector == stage_.kept - 1;
    if (may_go_outside && chance_.once_in(4)) {
      form.order = LoopOrder::outside;
    } else if (may_have_tiles && chance_.once_in(4)) {
      form.order = LoopOrder::tiled;
    }
    if (stage_.form == StageForm::pointwise && chance_.once_in(4)) form.streams = 1;
    own.form = form;
    return own;
  }

 private:
  // In the order of SumOrder the terms decide; else any power of two will do.
  int lanes_of_terms() {
    if (in_order(stage_)) return static_cast<int>(SumOrder::lanes_of(stage_.terms()));
    return 1 << chance_.from(0, 5);
  }

  const Nest& nest_;
  const Stage& stage_;
  Chance& chance_;
};

LoopOrder order_of(const StageSchedule& stage) {
  const auto* own = std::get_if<ElementwiseSchedule>(&stage.form);
  return own != nullptr ? own->order : LoopOrder::nested;
}

// All terms in pieces, or columns in strips.
void divide(const Nest& nest, Schedule& schedule, Chance& chance) {
  StageSchedule& own = schedule.stages[0];
  const Stage& stage = nest.stages[0];
  bool is_fold = nest.stages.size() == 1 && stage.form == StageForm::fold && own.lanes > 1;
  if (!is_fold || chance.once_in(3)) return;
  if (stage.kept == 0) {
    PiecesSchedule pieces{.count = 1 + chance.below(6)};
    own.form = pieces;
    schedule.iterations = pieces.count;
    schedule.shared = shared_bytes(pieces);
    return;
  }
  bool has_rows = stage.kept + 1 == std::ssize(stage.loops) && own.vector == stage.kept - 1;
  if (!has_rows || order_of(own) != LoopOrder::nested || gives_place(stage.combiner)) return;
  ColumnsSchedule columns{.strip = own.lanes * (1 + chance.below(3))};
  own.form = columns;
  schedule.scratch = scratch_bytes(columns, stage);
}

// The loop that threads share, and where ranges may begin.
void share(const Nest& nest, Schedule& schedule, Chance& chance) {
  const Stage& first = nest.stages[0];
  const StageSchedule& lead = schedule.stages[0];
  int last = (nest.stages.size() == 1 ? first.kept : nest.shared) - 1;
  if (std::holds_alternative<PiecesSchedule>(lead.form) || last < 0) return;
  bool is_outside = order_of(lead) == LoopOrder::outside;
  schedule.loop = is_outside ? lead.vector : static_cast<int>(chance.from(0, last));
  // Ranges of a loop inside of a vector loop would have each vector again.
  bool is_inside = lead.vector >= 0 && lead.lanes > 1 && schedule.loop > lead.vector;
  if (is_inside || order_of(lead) == LoopOrder::tiled)
    schedule.loop = std::min(schedule.loop, lead.vector - 1);
  if (schedule.loop < 0) return;
  if (schedule.loop == lead.vector) {
    const auto* columns = std::get_if<ColumnsSchedule>(&lead.form);
    schedule.align = columns != nullptr ? columns->strip : lead.lanes;
  }
  const Size& extent = first.loops[static_cast<size_t>(schedule.loop)];
  schedule.iterations = extent.known() ? extent.number : 0;
}

}  // namespace

Target drawn_target(Chance& chance) {
  Target out = host_target();
  out.vector.bytes = 16 << chance.from(0, 2);
  out.vector.registers = chance.once_in(2) ? 16 : 32;
  out.caches.l1 = int64_t{1} << chance.from(10, 16);
  out.caches.l2 = out.caches.l1 << chance.from(0, 5);
  out.caches.l3 = out.caches.l2 << chance.from(0, 6);
  out.cores = static_cast<int>(chance.from(1, 9));
  return out;
}

Schedule drawn_schedule(const Nest& nest, const Target& target, Chance& chance) {
  Schedule out = scheduled(nest, target).schedule;
  if (chance.once_in(3)) return out;
  Schedule own{.stages = out.stages};
  for (size_t i = 0; i < nest.stages.size(); ++i) {
    own.stages[i] = StageDraw(nest, i, chance).draw(own.stages[i]);
  }
  divide(nest, own, chance);
  share(nest, own, chance);
  return own;
}

}  // namespace rille::diff
