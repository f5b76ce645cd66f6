// Which loop threads share, and which becomes vectors.
#include "jit/schedule.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "jit/nest/pull.h"
#include "vm/text.h"

namespace rille {
namespace {

constexpr int64_t fold_lanes = SumOrder::lanes;
constexpr int64_t short_row = 16;  // what pays to be cut in lanes, where rows do not join

int64_t up_to(int64_t extent, int64_t most) {
  return std::min(most, static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(extent))));
}

// Loads and stores that run along the loop, less those that jump.
int score(const Nest& nest, int loop) {
  int score = 0;
  auto count = [&](const Access& access) {
    Size stride = access.strides[static_cast<size_t>(loop)];
    if (stride.is(1)) ++score;
    if (!stride.is(1) && !stride.is(0)) --score;
  };
  for (const NestStep& step : nest.code) {
    if (step.name == "load") count(step.access);
  }
  return score;
}

// A folded row is cut into lanes; folded columns run beside one another.
int vector_of_fold(const Nest& nest) {
  int last = static_cast<int>(nest.loops.size()) - 1;
  if (nest.form == NestForm::scan) return nest.kept - 1;
  if (nest.kept == 0) return last;
  int column = nest.kept - 1;
  return score(nest, column) > score(nest, last) ? column : last;
}

// Rows of a sum run lane by lane; short ones that do not join term by term.
int vector_of_sum(const Nest& nest) {
  int last = static_cast<int>(nest.loops.size()) - 1;
  Size row = nest.loops.back();
  bool short_rows = last > nest.kept && row.known() && row.number < short_row;
  return short_rows ? nest.kept - 1 : vector_of_fold(nest);
}

// Something is read along the loop outside the vectors and across them: a transpose. Blocks let
// each line of memory serve all its rows while it is near.
bool crosses(const Nest& nest, int vector) {
  if (vector < 1) return false;
  return std::ranges::any_of(nest.code, [&](const NestStep& step) {
    if (step.name != "load" || step.access.computed >= 0) return false;
    const auto& strides = step.access.strides;
    Size across = strides[static_cast<size_t>(vector)];
    return strides[static_cast<size_t>(vector) - 1].is(1) && !across.is(0) && !across.is(1);
  });
}

// The outermost loop that has enough turns to share.
int shared_loop(const Nest& nest) {
  int best = -1;
  for (int i = 0; i < nest.kept; ++i) {
    Size turns = nest.loops[static_cast<size_t>(i)];
    if (!turns.known() || turns.number >= 16) return i;
    if (best < 0 || turns.number > nest.loops[static_cast<size_t>(best)].number) best = i;
  }
  return best;
}

// Tiles. RILLE_TEST_SCHEDULE sets another number: a test changes a schedule under a warm cache.
int64_t most_columns_a_task() {
  static const int64_t most = [] {
    const char* asked = std::getenv("RILLE_TEST_SCHEDULE");
    return asked != nullptr ? std::clamp<int64_t>(std::atoll(asked), 1, 1024) : 16;
  }();
  return most;
}

Schedule contract_schedule(const Nest& nest, const Machine& machine) {
  Schedule out;
  auto loops = static_cast<size_t>(nest.kept);
  int64_t rows = nest.loops[loops - 2].number, columns = nest.loops[loops - 1].number;
  out.lanes = machine.vector_bytes / static_cast<int>(bytes(nest.sum_dtype));
  out.row_tiles = (rows + nest.tile_rows - 1) / nest.tile_rows;
  out.column_tiles = (columns + nest.tile_columns - 1) / nest.tile_columns;
  // One task's left panels stay in the near caches while its columns pass by.
  int64_t line = nest.tile_rows * static_cast<int64_t>(bytes(nest.sum_dtype));
  out.rows_a_task = std::clamp<int64_t>(machine.l2_bytes / 4 / line / nest.deep, 1, 16);
  out.rows_a_task = std::min(out.rows_a_task, out.row_tiles);
  out.columns_a_task = std::min<int64_t>(out.column_tiles, most_columns_a_task());
  int64_t batch = 1;
  for (size_t i = 0; i + 2 < loops; ++i) batch *= nest.loops[i].number;
  auto tasks = [&] {
    return batch * ((out.row_tiles + out.rows_a_task - 1) / out.rows_a_task) *
           ((out.column_tiles + out.columns_a_task - 1) / out.columns_a_task);
  };
  while (tasks() < 8 && (out.rows_a_task > 1 || out.columns_a_task > 1)) {
    int64_t& larger = out.columns_a_task >= out.rows_a_task ? out.columns_a_task : out.rows_a_task;
    larger = (larger + 1) / 2;
  }
  out.turns = tasks();
  return out;
}

}  // namespace

std::string text(const Schedule& s) {
  return str("  schedule loop ", s.loop, " vector ", s.vector, " lanes ", s.lanes, " tiled ",
             s.tiled, " turns ", s.turns, " align ", s.align, " tiles ", s.row_tiles, "x",
             s.column_tiles, " a task ", s.rows_a_task, "x", s.columns_a_task, "\n");
}

Schedule schedule_of(const Nest& nest, const Machine& machine) {
  if (nest.form == NestForm::contract) return contract_schedule(nest, machine);
  Schedule out;
  int64_t most = std::max(machine.vector_bytes / 4, 4);
  out.loop = shared_loop(nest);
  if (nest.form == NestForm::pointwise) out.vector = nest.kept - 1;
  if (nest.form == NestForm::fold || nest.form == NestForm::scan) out.vector = vector_of_fold(nest);
  if (nest.form == NestForm::fold && out.vector >= nest.kept) most = fold_lanes;
  if (in_order(nest)) {
    out.vector = vector_of_sum(nest);
    // Columns: a few registers side by side, whose sums stay in the near cache.
    most = std::min(fold_lanes,
                    4 * machine.vector_bytes / std::max<int64_t>(bytes(nest.sum_dtype), 4));
  }
  if (in_order(nest) && out.vector >= nest.kept) {
    out.lanes = static_cast<int>(SumOrder::lanes_of(nest.terms()));
  } else if (out.vector >= 0) {
    Size turns = nest.loops[static_cast<size_t>(out.vector)];
    out.lanes = static_cast<int>(turns.known() ? up_to(turns.number, most) : most);
  }
  out.tiled = nest.form == NestForm::pointwise && out.lanes > 1 && crosses(nest, out.vector);
  if (out.loop < 0) return out;
  Size turns = nest.loops[static_cast<size_t>(out.loop)];
  out.turns = turns.known() ? turns.number : 0;
  if (out.loop == out.vector) out.align = fold_lanes;
  return out;
}

}  // namespace rille
