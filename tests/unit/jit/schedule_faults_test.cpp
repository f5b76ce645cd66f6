// Planted faults of schedules are found.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>

#include "jit/isa.h"
#include "jit/loops.h"
#include "tests/unit/jit/loop_kernels.h"
#include "tests/unit/jit/worked.h"
#include "vm/error.h"

namespace rille {
namespace {

// A change of the schedule of a worked graph, and how it is refused.
struct Planted {
  const char* worked;
  std::string refusal;
  std::function<void(Schedule&)> change;
};

ScheduledNest kernel_of(const char* name) { return worked(name).plan("avx2").nests[0]; }

template <class Form>
Form& form(Schedule& s, size_t stage = 0) {
  return std::get<Form>(s.stages[stage].form);
}

TilesSchedule& tiles(Schedule& s) { return form<TilesSchedule>(s); }

std::vector<Planted> faults_of_kernels() {
  return {
      {"softmax", "schedule: stages is 3, expected 4", [](auto& s) { s.stages.pop_back(); }},
      {"softmax", "schedule: tasks is true", [](auto& s) { s.tasks = Tasks{}; }},
      {"product", "schedule: tasks is false", [](auto& s) { s.tasks.reset(); }},
      {"softmax", "schedule: loop is 1, expected -1 to 0", [](auto& s) { s.loop = 1; }},
      {"softmax", "schedule: iterations is 63, expected 64", [](auto& s) { --s.iterations; }},
      {"softmax", "schedule: align is 0", [](auto& s) { s.align = 0; }},
      {"softmax", "schedule: parts is 2", [](auto& s) { s.parts = 2; }},
      {"softmax", "schedule: shared is 64", [](auto& s) { s.shared = 64; }},
      {"product", "schedule: loop is 0", [](auto& s) { s.loop = 0; }},
      {"product", "schedule: tasks.rows is 0", [](auto& s) { s.tasks->rows = 0; }},
      {"product", "schedule: tasks.row_tasks is 1, expected at least 2",
       [](auto& s) { s.tasks->rows = 32; }},
      {"product", "schedule: tasks.column_tasks is 1, expected at least 2",
       [](auto& s) { s.tasks->columns = 48; }},
      {"product", "schedule: iterations is 1, expected 2", [](auto& s) { s.tasks->row_tasks = 2; }},
      {"product", "stage 0: lanes is 8, expected 16",
       [](auto& s) { tiles(s).in_tile_registers = true; }},
      {"attention", "schedule: tasks.block is 0", [](auto& s) { s.tasks->block = 0; }},
      {"attention", "schedule: tasks.locals is 4", [](auto& s) { s.tasks->locals.pop_back(); }},
      {"attention", "schedule: scratch is", [](auto& s) { s.tasks->locals[0] = s.scratch; }},
      {"attention", "schedule: scratch is overlapping at 64",
       [](auto& s) { s.tasks->locals[0] = 64; }},
  };
}

std::vector<Planted> faults_of_loops() {
  return {
      {"columns", "stage 0: lanes is 3, expected a power", [](auto& s) { s.stages[0].lanes = 3; }},
      {"columns", "stage 0: lanes is 128", [](auto& s) { s.stages[0].lanes = 128; }},
      {"columns", "stage 0: lanes is 32, expected 1", [](auto& s) { s.stages[0].vector = -1; }},
      {"columns", "stage 0: vector is 2", [](auto& s) { s.stages[0].vector = 2; }},
      {"columns", "stage 0: vector is 1", [](auto& s) { s.stages[0].vector = 1; }},
      {"columns", "stage 0: vector is 0", [](auto& s) { s.stages[0].form = RowsSchedule{}; }},
      {"columns", "stage 0: form is tiles", [](auto& s) { s.stages[0].form = TilesSchedule{}; }},
      {"columns", "stage 0: form is pieces",
       [](auto& s) {
         s.stages[0].form = PiecesSchedule{};
         s.stages[0].vector = 1;
         s.stages[0].lanes = 64;
       }},
      {"columns", "stage 0: streams is 1",
       [](auto& s) { form<ElementwiseSchedule>(s).streams = 1; }},
      {"columns", "stage 0: prefetch is true",
       [](auto& s) { form<ElementwiseSchedule>(s).prefetch = true; }},
      {"columns", "stage 0: order is tiled",
       [](auto& s) { form<ElementwiseSchedule>(s).order = LoopOrder::tiled; }},
      {"columns", "stage 0: strip is 48, expected a multiple of 32",
       [](auto& s) { s.stages[0].form = ColumnsSchedule{48}; }},
      {"columns", "stage 0: scratch is 0, expected at least",
       [](auto& s) { s.stages[0].form = ColumnsSchedule{64}; }},
      {"softmax", "stage 1: vector is 0", [](auto& s) { s.stages[1].vector = 0; }},
      {"softmax", "stage 2: lanes is 32, expected 64", [](auto& s) { s.stages[2].lanes = 32; }},
      {"softmax", "stage 3: form is rows", [](auto& s) { s.stages[3].form = RowsSchedule{}; }},
      {"softmax", "stage 2: form is columns",
       [](auto& s) { s.stages[2].form = ColumnsSchedule{64}; }},
      {"softmax", "stage 3: order is outside",
       [](auto& s) { form<ElementwiseSchedule>(s, 3).order = LoopOrder::outside; }},
      {"prefix_sums", "stage 0: order is outside",
       [](auto& s) { form<ElementwiseSchedule>(s).order = LoopOrder::outside; }},
      {"transposed", "schedule: loop is 0, expected a loop around",
       [](auto& s) { form<ElementwiseSchedule>(s).order = LoopOrder::outside; }},
      {"transposed", "stage 0: order is tiled", [](auto& s) { s.stages[0].vector = 0; }},
      {"long_fold", "stage 0: count is 0", [](auto& s) { form<PiecesSchedule>(s).count = 0; }},
      {"long_fold", "stage 0: lanes is 32", [](auto& s) { s.stages[0].lanes = 32; }},
      {"long_fold", "stage 0: shared is", [](auto& s) { --s.shared; }},
      {"long_fold", "schedule: iterations is 32, expected 16",
       [](auto& s) { form<PiecesSchedule>(s).count = 16; }},
  };
}

std::vector<Planted> faults_of_tiles() {
  return {
      {"product", "stage 0: form is elementwise",
       [](auto& s) { s.stages[0].form = ElementwiseSchedule{}; }},
      {"product", "stage 0: vector is 0", [](auto& s) { s.stages[0].vector = 0; }},
      {"product", "stage 0: tile_rows is 0", [](auto& s) { tiles(s).tile_rows = 0; }},
      {"product", "stage 0: tile_rows is 65", [](auto& s) { tiles(s).tile_rows = 65; }},
      {"product", "stage 0: tile_columns is 12, expected a multiple of 8",
       [](auto& s) { tiles(s).tile_columns = 12; }},
      {"product", "stage 0: tile_columns is 32, expected a divisor",
       [](auto& s) {
         tiles(s).tile_columns = 32;
         s.tasks->columns = 40;
         s.tasks->column_tasks = s.iterations = 2;
       }},
      {"product", "stage 0: group is 2", [](auto& s) { tiles(s).group = 2; }},
      {"product", "stage 0: column_gap is 2", [](auto& s) { tiles(s).column_gap = 2; }},
      {"product", "stage 0: chunk is -1", [](auto& s) { tiles(s).chunk = -1; }},
      {"product", "stage 0: left.reading is transposed",
       [](auto& s) { tiles(s).left.reading = Reading::transposed; }},
      {"product", "stage 0: right.reading is transposed",
       [](auto& s) { tiles(s).right.reading = Reading::transposed; }},
      {"product", "stage 0: left.prefetch is true", [](auto& s) { tiles(s).left.prefetch = true; }},
      {"product", "stage 0: right.tiles is 2", [](auto& s) { tiles(s).right.tiles = 2; }},
      {"product", "stage 0: right.stride is 0",
       [](auto& s) { tiles(s).right.reading = Reading::packed_across; }},
      {"product_of_code", "stage 0: left.reading is in place",
       [](auto& s) { tiles(s).left.reading = Reading::in_place; }},
      {"product_right_transposed", "stage 0: right.reading is in place",
       [](auto& s) { tiles(s).right.reading = Reading::in_place; }},
      {"product_of_bytes", "stage 0: group is 8", [](auto& s) { tiles(s).group = 8; }},
      {"product_of_bytes", "stage 0: group is 2, expected 1 without panels",
       [](auto& s) { tiles(s).right = {}; }},
      {"product_deep", "stage 0: right.panel is", [](auto& s) { tiles(s).right.panel = 5471; }},
      {"product_deep", "stage 0: left.stride is 343", [](auto& s) { tiles(s).left.stride = 343; }},
      {"product_deep", "schedule: scratch is", [](auto& s) { --s.scratch; }},
      {"product_deep", "schedule: scratch is overlapping", [](auto& s) { tiles(s).sums_at -= 64; }},
      {"product_deep", "schedule: scratch is", [](auto& s) { tiles(s).right.at = -64; }},
  };
}

std::string refusal_of(const ScheduledNest& kernel) {
  try {
    loop_program(kernel, target_of(Isa::avx2));
  } catch (const Bug& bug) {
    return bug.what();
  }
  return "";
}

TEST(ScheduleFaults, are_refused_with_their_stage_and_member) {
  std::vector<Planted> all = faults_of_kernels();
  for (auto* more : {faults_of_loops, faults_of_tiles})
    std::ranges::move(more(), std::back_inserter(all));
  for (const Planted& it : all) {
    ScheduledNest kernel = kernel_of(it.worked);
    EXPECT_EQ(refusal_of(kernel), "") << it.worked;
    it.change(kernel.schedule);
    EXPECT_NE(refusal_of(kernel).find(it.refusal), std::string::npos)
        << it.worked << ": " << it.refusal << ", got\n"
        << refusal_of(kernel) << text(kernel.schedule);
  }
}

// The product of f32[21, 50] and f32[50, 40].
Graph product() {
  Builder b;
  Var x = b.param({Dtype::f32, {21, 50}}), w = b.param({Dtype::f32, {50, 40}});
  Contraction axes{.left_contracted = {1}, .right_contracted = {0}};
  return std::move(b).finish({op::dot_general(b, x, w, axes, Dtype::f32)});
}

TEST(Schedules, of_a_tuner_give_the_same_bits) {
  Target target = target_of(Isa::avx2);
  Kernel kernel = kernels_of(product(), target)[0];
  std::vector<Array> expected = run(kernel, lower(kernel.nest.nest).program);
  for (int64_t rows : {1, 2, 3, 5, 7, 21}) {
    for (int lanes : {4, 8, 16}) {
      StageSchedule& stage = kernel.nest.schedule.stages[0];
      stage.lanes = lanes;
      auto& tiles = std::get<TilesSchedule>(stage.form);
      tiles.tile_rows = rows;
      tiles.tile_columns = 2 * lanes;
      EXPECT_TRUE(same_bits(run(kernel, loop_program(kernel.nest, target)), expected))
          << rows << ", " << lanes;
    }
  }
}

// Three tiles of rows, two of which are packed together.
TEST(Schedules, pack_no_rows_after_the_last_one) {
  Target target = target_of(Isa::baseline);
  Builder b;
  Var x = b.param({Dtype::f32, {1000, 36}}), w = b.param({Dtype::f32, {1000, 4}});
  Contraction axes{.left_contracted = {0}, .right_contracted = {0}};
  Var out = op::dot_general(b, op::neg(b, x), w, axes, Dtype::f32);
  Kernel kernel = kernels_of(std::move(b).finish({out}), target)[0];
  const auto& tiles = std::get<TilesSchedule>(kernel.nest.schedule.stages[0].form);
  ASSERT_EQ(tiles.left.reading, Reading::packed_across);
  ASSERT_NE(36 % (tiles.tile_rows * tiles.left.tiles), 0);
  std::vector<Array> expected = run(kernel, lower(kernel.nest.nest).program);
  EXPECT_TRUE(same_bits(run(kernel, loop_program(kernel.nest, target)), expected));
}

}  // namespace
}  // namespace rille
