// The printed form of schedules.
#include "vm/text.h"

#include <array>
#include <string_view>

#include "jit/schedule.h"

namespace rille {
namespace {

std::string text(const OperandSchedule& s) {
  constexpr std::array<std::string_view, 4> readings = {"in place", "packed across", "packed deep",
                                                        "transposed"};
  std::string out(readings[static_cast<size_t>(s.reading)]);
  if (s.is_packed()) {
    out += str(" at ", s.at, " of ", s.panel, " every ", s.stride, " tiles ", s.tiles);
  }
  return out + (s.prefetch ? " ahead" : "");
}

std::string text(const ElementwiseSchedule& s) {
  constexpr std::array<std::string_view, 3> orders = {"", " outside", " tiled"};
  return str("elementwise", orders[static_cast<size_t>(s.order)], s.prefetch ? " ahead" : "",
             s.streams > 0 ? str(" streams ", s.streams) : "");
}

std::string text(const RowsSchedule& s) { return s.prefetch ? "rows ahead" : "rows"; }
std::string text(const ColumnsSchedule& s) { return str("columns strip ", s.strip); }
std::string text(const PiecesSchedule& s) { return str("pieces ", s.count); }

std::string text(const TilesSchedule& s) {
  return str("tiles ", s.tile_rows, "x", s.tile_columns, " group ", s.group,
             s.in_tile_registers ? " in tile registers" : "", " gap ", s.column_gap, " chunk ",
             s.chunk, " sums at ", s.sums_at, s.checks_stop ? " stops" : "", "\n      left ",
             text(s.left), "\n      right ", text(s.right));
}

}  // namespace

std::string text(const Schedule& s) {
  std::string out = str("  schedule loop ", s.loop, " iterations ", s.iterations, " align ",
                        s.align, s.parts > 1 ? str(" parts ", s.parts) : "", " shared ", s.shared,
                        " scratch ", s.scratch, "\n");
  for (const StageSchedule& stage : s.stages) {
    out += str("    vector ", stage.vector, " lanes ", stage.lanes, " ",
               std::visit([](const auto& form) { return text(form); }, stage.form), "\n");
  }
  if (!s.tasks) return out;
  const Tasks& tasks = *s.tasks;
  return out + str("    tasks ", tasks.row_tasks, "x", tasks.column_tasks, " of ", tasks.rows, "x",
                   tasks.columns, " in blocks of ", tasks.block, ",", tasks.inner_rows, " locals (",
                   join(tasks.locals), ")\n");
}

std::string text(const ScheduledNest& kernel) { return text(kernel.nest) + text(kernel.schedule); }

}  // namespace rille
