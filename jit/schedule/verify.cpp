// Whether a schedule fits its nest.
#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <span>
#include <string_view>

#include "jit/loop_program.h"
#include "jit/nest/independent_parts.h"
#include "jit/schedule/product.h"
#include "vm/error.h"

namespace rille {
namespace {

// Memory that a schedule assigns in the scratch memory of a thread.
struct Region {
  int64_t from, bytes;
  bool is_local;
};

class ScheduleVerifier {
 public:
  explicit ScheduleVerifier(const ScheduledNest& kernel)
      : nest_(kernel.nest), schedule_(kernel.schedule) {}

  void run() {
    expect(schedule_.stages.size() == nest_.stages.size(), "stages", schedule_.stages.size(),
           nest_.stages.size());
    expect(schedule_.tasks.has_value() == has_product(nest_), "tasks", schedule_.tasks.has_value(),
           has_product(nest_));
    if (schedule_.tasks) tasks(*schedule_.tasks);
    for (size_t i = 0; i < nest_.stages.size(); ++i) {
      number_ = static_cast<int>(i);
      const StageSchedule& own = schedule_.stages[i];
      vectors(nest_.stages[i], own);
      std::visit([&](const auto& form) { check(nest_.stages[i], own, form); }, own.form);
    }
    number_ = -1;
    ranges();
    scratch();
  }

 private:
  template <class T, class U>
  void expect(bool holds, std::string_view member, const T& value, const U& wanted) const {
    std::string where = number_ < 0 ? "schedule" : str("schedule of stage ", number_);
    RILLE_CHECK(holds, where, ": ", member, " is ", value, ", expected ", wanted, " in\n",
                text(ScheduledNest{nest_, schedule_}));
  }
  void expect_min(std::string_view member, int64_t value, int64_t min) const {
    expect(value >= min, member, value, str("at least ", min));
  }

  void vectors(const Stage& stage, const StageSchedule& own) const {
    constexpr std::array forms = {"elementwise", "rows", "columns", "pieces", "tiles"};
    static_assert(forms.size() == std::variant_size_v<decltype(own.form)>);
    bool is_fold = stage.form == StageForm::fold, has_tiles = own.form.index() + 1 == forms.size();
    bool fits = has_tiles == is_product(stage) && (is_fold || has_tiles || own.form.index() == 0);
    expect(fits, "form", forms[own.form.index()], "a form of stages of this kind");
    auto loops = static_cast<int>(stage.loops.size());
    bool is_own = own.vector == -1 || (own.vector >= nest_.shared && own.vector < loops);
    expect(is_own, "vector", own.vector, str("a loop from ", nest_.shared, " to ", loops - 1));
    bool is_power = own.lanes > 0 && std::has_single_bit(static_cast<unsigned>(own.lanes));
    expect(is_power && own.lanes <= SumOrder::lanes, "lanes", own.lanes,
           str("a power of two up to ", SumOrder::lanes));
    expect(own.vector >= 0 || own.lanes == 1, "lanes", own.lanes, "1 without a vectorized loop");
  }

  void check(const Stage& stage, const StageSchedule& own, const ElementwiseSchedule& form) const {
    bool is_pointwise = stage.form == StageForm::pointwise;
    expect(own.vector < stage.kept, "vector", own.vector, "a loop of the results");
    expect(!form.prefetch || nest_.shared > 0, "prefetch", true, "shared loops");
    expect(form.streams == 0 || (is_pointwise && form.streams > 0), "streams", form.streams,
           is_pointwise ? "at least 0" : "0 of a reduction or scan");
    bool may_move = stage.form != StageForm::scan && nest_.shared == 0 && own.vector >= 0;
    expect(form.order != LoopOrder::outside || may_move, "order", "outside",
           "a vectorized loop of a stage without shared loops that is not a scan");
    bool has_rows = own.vector > nest_.shared && own.vector + 1 == stage.kept;
    expect(form.order != LoopOrder::tiled || (is_pointwise && has_rows), "order", "tiled",
           "a pointwise stage with its last loop vectorized, in another one");
  }

  void check(const Stage& stage, const StageSchedule& own, const RowsSchedule& form) const {
    terms(stage, own);
    expect(!form.prefetch || nest_.shared > 0, "prefetch", true, "shared loops");
  }

  void check(const Stage& stage, const StageSchedule& own, const PiecesSchedule& form) const {
    terms(stage, own);
    expect(stage.kept == 0 && nest_.stages.size() == 1, "form", "pieces", "a single reduction");
    expect(own.lanes > 1, "lanes", own.lanes, "at least 2");
    expect_min("count", form.count, 1);
    expect_min("shared", schedule_.shared, shared_bytes(form));
  }

  // Lanes that are terms. The order of summation determines their number.
  void terms(const Stage& stage, const StageSchedule& own) const {
    auto last = static_cast<int>(stage.loops.size()) - 1;
    expect(own.vector == last && last >= stage.kept, "vector", own.vector,
           "the last loop of terms");
    int64_t lanes = in_order(stage) ? SumOrder::lanes_of(stage.terms()) : own.lanes;
    expect(own.lanes == lanes, "lanes", own.lanes, lanes);
  }

  void check(const Stage& stage, const StageSchedule& own, const ColumnsSchedule& form) const {
    bool is_matrix = stage.kept + 1 == std::ssize(stage.loops) && nest_.stages.size() == 1;
    expect(is_matrix && !gives_place(stage.combiner), "form", "columns",
           "a single reduction of one loop to values");
    expect(own.vector + 1 == stage.kept, "vector", own.vector, stage.kept - 1);
    expect(own.lanes > 1, "lanes", own.lanes, "at least 2");
    expect(form.strip > 0 && form.strip % own.lanes == 0, "strip", form.strip,
           str("a multiple of ", own.lanes));
    expect_min("scratch", schedule_.scratch, scratch_bytes(form, stage));
  }

  void check(const Stage& stage, const StageSchedule& own, const TilesSchedule& form) {
    auto across = static_cast<size_t>(stage.kept) - 2;
    expect(own.vector + 1 == stage.kept, "vector", own.vector, stage.kept - 1);
    int64_t rows = stage.loops[across].number;
    bool are_rows = form.tile_rows > 0 && (form.tile_rows <= rows || form.in_tile_registers);
    expect(are_rows, "tile_rows", form.tile_rows, str("1 to ", rows));
    expect(form.tile_columns > 0 && form.tile_columns % own.lanes == 0, "tile_columns",
           form.tile_columns, str("a multiple of ", own.lanes));
    bool is_group = form.group == 1 || form.group == 2 || form.group == 4;
    bool are_packed = form.left.is_packed() && form.right.is_packed();
    int64_t most = std::min<int64_t>(max_group(stage), own.lanes);
    expect(is_group && form.group <= most, "group", form.group, str("1, 2, or 4, up to ", most));
    expect(form.group == 1 || are_packed, "group", form.group, "1 without panels");
    bool may_gap = form.right.reading == Reading::transposed && form.chunk == 0 &&
                   form.tile_columns == own.lanes;
    expect(form.column_gap == 1 || (may_gap && form.column_gap > 1), "column_gap", form.column_gap,
           "1 unless single vectors of columns are transposed without chunks");
    const Tasks& tasks = *schedule_.tasks;
    int64_t unit = form.group;
    if (form.in_tile_registers) unit *= tile_registers(stage, own, form);
    for (const Stage& operand : stage.operands) unit = std::lcm(unit, iterations_inside(operand));
    expect(tasks.column_tasks == 1 || tasks.columns % form.tile_columns == 0, "tile_columns",
           form.tile_columns, "a divisor of the columns of a task");
    bool is_chunk = form.chunk >= 0 && form.chunk % unit == 0;
    if (stage.sums_outer_products) is_chunk = form.chunk == tasks.block;
    expect(is_chunk, "chunk", form.chunk, str("a multiple of ", unit, ", or the block of tasks"));
    operand(stage, 0, own, form);
    operand(stage, 1, own, form);
    if (form.chunk == 0) return;
    int64_t sums =
        saturating_product({round_up(stage.sums_outer_products ? rows : tasks.rows, form.tile_rows),
                            columns_of(stage, form), partial_sums(stage.k_size()), width(stage)});
    regions_.push_back({form.sums_at, sums, false});
  }

  // Two by two tile registers have the sums at most. The words of a row.
  int64_t tile_registers(const Stage& stage, const StageSchedule& own,
                         const TilesSchedule& form) const {
    constexpr int64_t words = TileRegister::row_words, rows = TileRegister::rows;
    expect(own.lanes == words && width(stage) == 4, "lanes", own.lanes, words);
    auto are_registers = [](int64_t size, int64_t each) {
      return size == each || size == 2 * each;
    };
    expect(are_registers(form.tile_rows, rows), "tile_rows", form.tile_rows, "16 or 32");
    expect(are_registers(form.tile_columns, words), "tile_columns", form.tile_columns, "16 or 32");
    int64_t group = max_group(stage);
    expect(group > 1 && form.group == group && !stage.sums_outer_products, "group", form.group,
           group);
    int64_t deep = form.chunk > 0 ? form.chunk : stage.k_size(), half = words * form.tile_rows;
    if (form.left.reading == Reading::packed_across) {
      int64_t min = 2 * half * ceil_div(ceil_div(deep, group), words);
      expect(form.left.panel >= min && form.left.panel % (2 * half) == 0, "left.panel",
             form.left.panel, str("a multiple of ", 2 * half, " from ", min, " on"));
    }
    return words;
  }

  static int64_t width(const Stage& stage) { return static_cast<int64_t>(bytes(stage.sum_dtype)); }

  // The columns of the tiles of a task.
  int64_t columns_of(const Stage& stage, const TilesSchedule& form) const {
    int64_t all = stage.loops[static_cast<size_t>(stage.kept) - 1].number;
    return round_up(std::min(schedule_.tasks->columns, all), form.tile_columns);
  }

  void operand(const Stage& stage, size_t side, const StageSchedule& own,
               const TilesSchedule& form) {
    bool is_left = side == 0;
    std::string name = is_left ? "left." : "right.";
    const OperandSchedule& s = is_left ? form.left : form.right;
    auto across = static_cast<size_t>(stage.kept) - 2;
    const Access* access = plain_access(stage.operands[side], across);
    expect(s.tiles == 1 || (s.tiles > 1 && s.reading == Reading::packed_across), name + "tiles",
           s.tiles, "1 unless the operand is packed across");
    expect(!s.prefetch || !is_left || (s.reading == Reading::packed_deep && access != nullptr),
           name + "prefetch", true, "panels of adjacent elements along k");
    if (!s.is_packed()) {
      expect(access != nullptr, name + "reading", "in place", "panels of a computed operand");
      bool is_transposed = s.reading == Reading::transposed;
      expect(!is_transposed || !is_left, name + "reading", "transposed", "in place or panels");
      size_t along = is_transposed ? access->strides.size() - 1 : across;
      expect(is_left || access->strides[along].is(1), name + "reading",
             is_transposed ? "transposed" : "in place", "an operand that is contiguous");
      return;
    }
    bool is_across = s.reading == Reading::packed_across;
    expect(!is_across || stage.operands[side].kept == stage.kept - 1, name + "reading",
           "packed across", "packed deep for rows of several loops");
    int64_t deep = form.chunk > 0 ? form.chunk : stage.k_size();
    int64_t k = packed_depth(stage.operands[side], deep, own.lanes);
    int64_t row = is_left ? round_up(form.tile_rows, own.lanes) : form.tile_columns;
    bool is_by_rows = is_left && s.reading == Reading::packed_deep;
    expect_min(name + "stride", s.stride, is_by_rows ? k : row);
    int64_t lines = is_by_rows ? form.tile_rows : is_across ? round_up(deep, form.group) : k;
    expect_min(name + "panel", s.panel, lines * s.stride);
    int64_t panels = is_left ? s.tiles : columns_of(stage, form) / form.tile_columns;
    regions_.push_back({s.at, saturating_product({panels, s.panel, width(stage)}), false});
  }

  // The divided loop and the number of iterations.
  void ranges() const {
    const Stage& first = nest_.stages[0];
    const StageSchedule& lead = schedule_.stages[0];
    const auto* pieces = std::get_if<PiecesSchedule>(&lead.form);
    const auto* own = std::get_if<ElementwiseSchedule>(&lead.form);
    bool is_only = nest_.stages.size() == 1;
    int loops = schedule_.tasks || pieces != nullptr ? 0 : is_only ? first.kept : nest_.shared;
    int loop = schedule_.loop;
    expect(loop >= -1 && loop < loops, "loop", loop, str("-1 to ", loops - 1));
    // Each range would compute all vectors of a loop around its own.
    bool is_inside = lead.lanes > 1 && loop > lead.vector;
    bool is_around = own == nullptr || own->order != LoopOrder::outside || loop == lead.vector;
    expect(loop < 0 || (!is_inside && is_around), "loop", loop, "a loop around the vectorized one");
    expect_min("align", schedule_.align, 1);
    int parts = 1;
    if (is_only && loop >= 0) {
      parts = std::max(independent_parts(first, nest_.buffers.size()).count, 1);
    }
    expect(schedule_.parts == 1 || schedule_.parts == parts, "parts", schedule_.parts,
           str("1 or ", parts));
    int64_t iterations = pieces != nullptr ? pieces->count : 1;
    if (schedule_.tasks) iterations = task_iterations(*schedule_.tasks);
    if (loop >= 0) {
      Size extent = first.loops[static_cast<size_t>(loop)];
      iterations = extent.known() ? iterations_of(schedule_, extent.number) : 0;
    }
    expect(schedule_.iterations == iterations, "iterations", schedule_.iterations, iterations);
    expect(pieces != nullptr || schedule_.shared == 0, "shared", schedule_.shared, 0);
  }

  int64_t task_iterations(const Tasks& tasks) const {
    const Stage& product = *std::ranges::find_if(nest_.stages, is_product);
    const Stage& first = nest_.stages[0];
    auto kept = std::span(first.loops).first(static_cast<size_t>(first.kept));
    if (!std::ranges::all_of(kept, &Size::known)) return 0;
    int64_t out = tasks.row_tasks * tasks.column_tasks;
    for (int i = 0; i + 2 < product.kept; ++i) out *= product.loops[static_cast<size_t>(i)].number;
    return out;
  }

  void tasks(const Tasks& tasks) {
    expect_min("tasks.rows", tasks.rows, 1);
    expect_min("tasks.columns", tasks.columns, 1);
    expect_min("tasks.block", tasks.block, 1);
    expect_min("tasks.inner_rows", tasks.inner_rows, 1);
    int64_t block = tasks.block;
    for (size_t i = 0; i < nest_.stages.size(); ++i) {
      const Stage& stage = nest_.stages[i];
      const auto* own = std::get_if<TilesSchedule>(&schedule_.stages[i].form);
      if (own != nullptr && own->tile_rows > 0) {
        block = std::max(block, round_up(tasks.block, own->tile_rows));
      }
      if (!is_product(stage)) continue;
      auto across = static_cast<size_t>(stage.kept) - 2;
      int64_t rows = stage.loops[across].number, columns = stage.loops[across + 1].number;
      expect_min("tasks.column_tasks", tasks.column_tasks, ceil_div(columns, tasks.columns));
      if (stage.sums_outer_products) continue;
      expect_min("tasks.row_tasks", tasks.row_tasks, ceil_div(rows, tasks.rows));
    }
    expect(tasks.locals.size() == nest_.locals.size(), "tasks.locals", tasks.locals.size(),
           nest_.locals.size());
    for (size_t i = 0; i < nest_.locals.size(); ++i) {
      const Local& local = nest_.locals[i];
      int64_t row = local.elements * static_cast<int64_t>(bytes(local.dtype));
      regions_.push_back({tasks.locals[i], saturating_product({block, row}), true});
    }
  }

  // Locals whose lifetimes do not overlap may share memory.
  void scratch() const {
    for (const Region& a : regions_) {
      bool is_inside = a.from >= 0 && a.bytes <= schedule_.scratch - a.from;
      expect(is_inside, "scratch", schedule_.scratch, str(a.bytes, " bytes from ", a.from, " on"));
      for (const Region& b : regions_) {
        bool are_apart = &a == &b || (a.is_local && b.is_local) || a.from + a.bytes <= b.from ||
                         b.from + b.bytes <= a.from;
        expect(are_apart, "scratch", str("overlapping at ", std::max(a.from, b.from)),
               "panels, sums, and locals apart");
      }
    }
  }

  const Nest& nest_;
  const Schedule& schedule_;
  int number_ = -1;  // of the stage
  std::vector<Region> regions_ = {};
};

}  // namespace

void verify(const ScheduledNest& kernel) { ScheduleVerifier(kernel).run(); }

}  // namespace rille
