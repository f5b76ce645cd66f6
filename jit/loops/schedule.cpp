// A scheduled nest becomes a loop program.
#include <optional>

#include "jit/loops.h"
#include "jit/loops/needed.h"
#include "jit/loops/record.h"
#include "jit/loops/tasks.h"
#include "jit/loops/transform.h"

namespace rille {
namespace {

constexpr int64_t tile_rows = 16;           // rows that share the cache lines of a transpose
constexpr int64_t worth_a_reciprocal = 64;  // quotients by one number
constexpr int64_t max_unrolled = 1500;      // steps of terms that are written one by one

// Applies the schedule of one stage to its loops.
class StageScheduler {
 public:
  StageScheduler(LoopProgram& program, const ScheduledNest& kernel, size_t stage,
                 const std::vector<Register>& counters, const Target& target)
      : program_(program),
        nest_(kernel.nest),
        stage_(kernel.nest.stages[stage]),
        own_(kernel.schedule.stages[stage]),
        counters_(counters),
        target_(target),
        schedule_(kernel.schedule) {}

  // Where `product` drops its elements the rows of this stage have one number: one vector of them
  // is computed, and stored several times.
  void repeat_where_dropped(const Stage& product) {
    const auto* own = std::get_if<ElementwiseSchedule>(&own_.form);
    bool is_nested = own == nullptr || own->order == LoopOrder::nested;
    bool are_columns = own_.vector + 1 == std::ssize(stage_.loops) && own_.lanes > 1;
    if (are_columns && is_nested) needed_.emplace(product);
  }

  void run() {
    std::visit([&](const auto& form) { run(form); }, own_.form);
  }

 private:
  void run(const ElementwiseSchedule& own) {
    if (own.order == LoopOrder::outside && own_.vector > nest_.shared) {
      move_outside(program_, counter(own_.vector), counter(nest_.shared));
    }
    if (stage_.form == StageForm::fold && is_few()) unroll_terms(program_, folded());
    if (own.order == LoopOrder::tiled) {
      tile(program_, counter(own_.vector - 1), counter(own_.vector), tile_rows);
    }
    if (own_.lanes > 1) elementwise(options(own.prefetch));
  }

  void run(const RowsSchedule& own) {
    if (own_.lanes > 1) vectorize_terms(program_, folded(), options(own.prefetch));
  }

  void run(const ColumnsSchedule& own) {
    strip_columns(program_, counter(own_.vector), folded()[0],
                  {.vectors = options(), .columns = own.strip});
  }

  void run(const PiecesSchedule& own) { share_terms(program_, folded(), own.count, options()); }

  void run(const TilesSchedule&) {}  // task_program() has applied it

  Register counter(int loop) const { return counters_[static_cast<size_t>(loop)]; }
  Size along() const { return stage_.loops[static_cast<size_t>(own_.vector)]; }
  std::vector<Register> folded() const {
    return {counters_.begin() + stage_.kept, counters_.end()};
  }

  // Whether each term has a lane of the sum for itself, and code of its own.
  bool is_few() const {
    int64_t terms = stage_.terms();
    return in_order(stage_) && terms > 0 && terms <= SumOrder::lanes_of(terms) &&
           terms * std::ssize(stage_.code) <= max_unrolled;
  }

  VectorOptions options(bool prefetches = false) const {
    bool is_long = !along().known() || along().number >= worth_a_reciprocal;
    VectorOptions out{.lanes = own_.lanes, .shares_divisors = target_.units.fma && is_long};
    if (prefetches) out.prefetch_along = counter(nest_.shared - 1);
    if (needed_) {
      out.needed = [this](LoopBuilder& b, Register first, Register last) {
        NeededElements::Ranges ranges;
        for (int i = 0; i < own_.vector; ++i) ranges.push_back({counter(i), counter(i)});
        ranges.push_back({first, last});
        return needed_->somewhere(b, ranges);
      };
    }
    return out;
  }

  // Whether each range of the kernel has whole vectors only.
  bool has_whole_vectors() const {
    bool is_shared = schedule_.loop == own_.vector && own_.vector >= 0;
    if (is_shared && schedule_.align % own_.lanes != 0) return false;
    return along().known() && along().number % own_.lanes == 0;
  }

  void elementwise(VectorOptions options) {
    std::vector<Register> loops = {counter(own_.vector)};
    options.is_whole = has_whole_vectors();
    if (along().known() && stage_.form == StageForm::pointwise) {
      loops = split_at_comparisons(program_, loops[0], along().number, own_.lanes);
      options.is_whole = options.is_whole && loops.size() == 1;
    }
    for (Register loop : loops) {
      auto inside = vectorize(program_, loop, options);
      bool is_row_scan = stage_.form == StageForm::scan && folded().size() == 1;
      if (!is_row_scan) continue;
      if (auto found = inside.find(folded()[0]); found != inside.end()) {
        transpose_squares(program_, found->second);
      }
    }
  }

  LoopProgram& program_;
  const Nest& nest_;
  const Stage& stage_;
  const StageSchedule& own_;
  const std::vector<Register>& counters_;
  const Target& target_;
  const Schedule& schedule_;
  std::optional<NeededElements> needed_ = {};
};

}  // namespace

LoopProgram loop_program(const ScheduledNest& kernel, const Target& target) {
  verify(kernel);
  record(kernel);
  const Schedule& schedule = kernel.schedule;
  bool has_tasks = schedule.tasks.has_value();
  LoweredNest lowered = has_tasks ? task_program(kernel, target) : lower(kernel.nest);
  LoopProgram& program = lowered.program;
  // Stages share the loop that threads share, unless there is only one stage.
  const std::vector<std::vector<Register>>& parts = lowered.stages[0].counters;
  for (size_t i = 0; schedule.loop >= 0 && i < parts.size(); ++i) {
    auto loop = static_cast<size_t>(schedule.loop);
    take_range(program, parts[i][loop], kernel.nest.stages[0].loops[loop],
               schedule.parts > 1 ? static_cast<int>(i) : -1, schedule.align);
  }
  std::vector<int> uniform = uniform_stages(kernel.nest);
  for (size_t stage = 0; stage < lowered.stages.size(); ++stage) {
    for (const std::vector<Register>& counters : lowered.stages[stage].counters) {
      StageScheduler scheduler(program, kernel, stage, counters, target);
      if (uniform[stage] >= 0) {
        scheduler.repeat_where_dropped(kernel.nest.stages[static_cast<size_t>(uniform[stage])]);
      }
      scheduler.run();
    }
  }
  lower_folds(program);
  if (!has_tasks) insert_stop_checks(program);  // tasks have their own
  for (size_t stage = 0; stage < kernel.nest.stages.size(); ++stage) {
    const auto* own = std::get_if<ElementwiseSchedule>(&schedule.stages[stage].form);
    bool streams = own != nullptr && own->streams > 0;
    if (streams) stream_stores(program, kernel.nest.stages[stage], own->streams);
  }
  clean(program);
  return std::move(lowered.program);
}

}  // namespace rille
