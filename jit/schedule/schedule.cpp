// Which loop threads share, and which becomes vectors.
#include "jit/schedule.h"

#include <algorithm>
#include <bit>

#include "jit/nest/pull.h"

namespace rille {
namespace {

constexpr int64_t fold_lanes = 64;  // logical lanes of a folded row (architecture.md 17)

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
  if (nest.kept == 0 || nest.form == NestForm::scan)
    return nest.form == NestForm::scan ? nest.kept - 1 : last;
  int column = nest.kept - 1;
  return score(nest, column) > score(nest, last) ? column : last;
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

Schedule contract_schedule(const Nest& nest, const Machine& machine) {
  Schedule out;
  auto loops = static_cast<size_t>(nest.kept);
  int64_t rows = nest.loops[loops - 2].number, columns = nest.loops[loops - 1].number;
  out.lanes = machine.vector_bytes / static_cast<int>(bytes(nest.sum_dtype));
  out.row_tiles = (rows + nest.tile_rows - 1) / nest.tile_rows;
  out.column_tiles = (columns + nest.tile_columns - 1) / nest.tile_columns;
  // One task's left panels stay in the near caches while its columns pass by.
  int64_t panel = nest.deep * nest.tile_rows * static_cast<int64_t>(bytes(nest.sum_dtype));
  out.rows_a_task = std::clamp<int64_t>(machine.l2_bytes / 4 / std::max<int64_t>(panel, 1), 1, 16);
  out.rows_a_task = std::min(out.rows_a_task, out.row_tiles);
  out.columns_a_task = std::min<int64_t>(out.column_tiles, 16);
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

Schedule schedule_of(const Nest& nest, const Machine& machine) {
  if (nest.form == NestForm::contract) return contract_schedule(nest, machine);
  Schedule out;
  int64_t most = std::max(machine.vector_bytes / 4, 4);
  out.loop = shared_loop(nest);
  if (nest.form == NestForm::pointwise) out.vector = nest.kept - 1;
  if (nest.form == NestForm::fold || nest.form == NestForm::scan) out.vector = vector_of_fold(nest);
  if (nest.form == NestForm::fold && out.vector >= nest.kept) most = fold_lanes;
  if (out.vector >= 0) {
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
