// Drawn schedules, as a tuner may choose them.
#include "tests/diff/schedules.h"

#include <algorithm>
#include <numeric>

#include "jit/schedule/product.h"

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

// The tiles and tasks of a nest that is one product of known sizes, with other operands in panels.
class TilesDraw {
 public:
  TilesDraw(const Nest& nest, const Schedule& own, Chance& chance)
      : stage_(nest.stages[0]),
        schedule_(own),
        own_(std::get<TilesSchedule>(schedule_.stages[0].form)),
        chance_(chance),
        rows_(stage_.loops[across()].number),
        columns_(stage_.loops[across() + 1].number) {}

  Schedule draw() {
    int& lanes = schedule_.stages[0].lanes;
    TilesSchedule out{.group = own_.group, .checks_stop = chance_.once_in(2)};
    if (out.group == 1) lanes = 1 << chance_.from(1, 4);
    out.tile_rows = chance_.from(1, std::min<int64_t>(rows_, 6));
    out.tile_columns = lanes * chance_.from(1, 3);
    int64_t unit = out.group;
    for (const Stage& operand : stage_.operands) unit = std::lcm(unit, iterations_inside(operand));
    if (chance_.once_in(2)) out.chunk = unit * chance_.from(1, 1 + stage_.k_size() / unit);
    schedule_.scratch = 0;
    draw_tasks(out.tile_columns);
    draw_operand(out, 0, lanes);
    draw_operand(out, 1, lanes);
    bool may_gap = out.right.reading == Reading::transposed && out.chunk == 0;
    if (may_gap && out.tile_columns == lanes) out.column_gap = chance_.from(1, 4);
    if (out.chunk > 0) {
      out.sums_at = schedule_.scratch;
      const Tasks& tasks = *schedule_.tasks;
      schedule_.scratch += round_up(tasks.rows, out.tile_rows) * panels(out, 1) * out.tile_columns *
                           partial_sums(stage_.k_size()) * width();
    }
    own_ = out;
    return schedule_;
  }

 private:
  size_t across() const { return static_cast<size_t>(stage_.kept) - 2; }
  int64_t width() const { return static_cast<int64_t>(bytes(stage_.sum_dtype)); }
  int64_t panels(const TilesSchedule& s, size_t side) const {
    if (side == 0) return s.left.tiles;
    return ceil_div(std::min(schedule_.tasks->columns, columns_), s.tile_columns);
  }

  void draw_tasks(int64_t tile_columns) {
    Tasks& tasks = *schedule_.tasks;
    int64_t items = schedule_.iterations / (tasks.row_tasks * tasks.column_tasks);
    tasks = {.rows = chance_.from(1, rows_),
             .columns = tile_columns * chance_.from(1, ceil_div(columns_, tile_columns))};
    tasks.block = tasks.rows;
    tasks.row_tasks = ceil_div(rows_, tasks.rows);
    tasks.column_tasks = ceil_div(columns_, tasks.columns);
    schedule_.iterations = items * tasks.row_tasks * tasks.column_tasks;
  }

  void draw_operand(TilesSchedule& out, size_t side, int64_t lanes) {
    OperandSchedule& s = side == 0 ? out.left : out.right;
    const Stage& operand = stage_.operands[side];
    const Access* access = plain_access(operand, across());
    bool is_plain = access != nullptr && out.group == 1;
    s.prefetch = side == 1 && chance_.once_in(4);
    if (is_plain && (side == 0 || access->strides[across()].is(1)) && chance_.once_in(2)) return;
    if (is_plain && side == 1 && access->strides.back().is(1) && chance_.once_in(2)) {
      s.reading = Reading::transposed;
      return;
    }
    bool is_across = operand.kept == stage_.kept - 1 && chance_.once_in(2);
    s.reading = is_across ? Reading::packed_across : Reading::packed_deep;
    if (side == 0) s.prefetch = !is_across && access != nullptr && chance_.once_in(2);
    if (is_across) s.tiles = chance_.from(1, 4);
    int64_t deep = out.chunk > 0 ? out.chunk : stage_.k_size();
    deep = std::max(packed_depth(operand, deep, lanes), round_up(deep, out.group));
    bool is_by_rows = side == 0 && !is_across;
    int64_t row = side == 0 ? round_up(out.tile_rows, lanes) : out.tile_columns;
    s.stride = is_by_rows ? deep : row;
    s.panel = s.stride * (is_by_rows ? out.tile_rows : deep);
    s.at = schedule_.scratch;
    schedule_.scratch += round_up(panels(out, side) * s.panel * width(), 64);
  }

  const Stage& stage_;
  Schedule schedule_;
  TilesSchedule& own_;  // of the schedule
  Chance& chance_;
  int64_t rows_, columns_;
};

bool is_one_product(const Nest& nest, const Schedule& own) {
  const auto& operands = nest.stages[0].operands;
  bool is_known = std::ranges::all_of(operands, [](const Stage& operand) {
    return std::ranges::all_of(operand.loops, &Size::known);
  });
  return nest.stages.size() == 1 && is_known && own.iterations > 0;
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
  if (has_product(nest)) {
    return is_one_product(nest, out) ? TilesDraw(nest, out, chance).draw() : out;
  }
  Schedule own{.stages = out.stages};
  for (size_t i = 0; i < nest.stages.size(); ++i) {
    own.stages[i] = StageDraw(nest, i, chance).draw(own.stages[i]);
  }
  divide(nest, own, chance);
  share(nest, own, chance);
  return own;
}

bool sums_pairs(const ScheduledNest& kernel) {
  for (size_t i = 0; i < kernel.nest.stages.size(); ++i) {
    bool is_fast = kernel.nest.stages[i].precision == Precision::fast;
    const auto* tiles = std::get_if<TilesSchedule>(&kernel.schedule.stages[i].form);
    if (is_fast && tiles != nullptr && tiles->group > 1) return true;
  }
  return false;
}

}  // namespace rille::diff
