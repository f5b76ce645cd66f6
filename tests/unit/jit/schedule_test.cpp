// Tests schedule/: the text of schedules on three targets.
#include "jit/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "jit/isa.h"
#include "tests/unit/jit/worked.h"

namespace rille {
namespace {

constexpr const char* isas[] = {"baseline", "avx2", "avx512"};

class ScheduleOf : public testing::TestWithParam<std::string> {};

// The nests of the plan, including those of loop bodies.
void collect(const Plan& plan, std::vector<ScheduledNest>& out) {
  out.insert(out.end(), plan.nests.begin(), plan.nests.end());
  for (const PlanStep& step : plan.steps) {
    for (const auto& part : step.parts) collect(*part, out);
  }
}

std::vector<ScheduledNest> nests_of(const Worked& it, const std::string& isa) {
  std::vector<ScheduledNest> out;
  collect(it.plan(isa), out);
  return out;
}

TEST_P(ScheduleOf, is_what_its_file_says) {
  Worked it = worked(GetParam());
  for (const std::string& isa : parts_of(it, "schedule")) {
    std::string now;
    for (const ScheduledNest& kernel : nests_of(it, isa)) now += text(kernel.schedule);
    expect_part(it, "schedule " + isa, now);
  }
}

// Ranges divide the iterations of a loop; tasks divide rows and columns.
void expect_cover(const Nest& nest, const Schedule& s) {
  if (!s.tasks) {
    const Stage& first = nest.stages[0];
    int64_t extent = s.loop < 0 ? 1 : first.loops[static_cast<size_t>(s.loop)].number;
    int64_t padded = s.parts > 1 ? (extent + s.align - 1) / s.align * s.align : extent;
    const auto* pieces = std::get_if<PiecesSchedule>(&s.stages[0].form);
    EXPECT_EQ(s.iterations, pieces != nullptr ? pieces->count : padded * s.parts)
        << text(nest) << text(s);
    EXPECT_TRUE(s.loop < 0 || s.loop < first.kept) << text(nest) << text(s);
    return;
  }
  auto is_product = [](const Stage& it) {
    return it.form == StageForm::contract && !it.sums_outer_products;
  };
  auto product = std::ranges::find_if(nest.stages, is_product);
  ASSERT_NE(product, nest.stages.end());
  auto across = static_cast<size_t>(product->kept) - 2;
  int64_t rows = product->loops[across].number, batch = 1;
  for (size_t i = 0; i < across; ++i) batch *= product->loops[i].number;
  EXPECT_GE(s.tasks->row_tasks * s.tasks->rows, rows) << text(nest) << text(s);
  EXPECT_LT((s.tasks->row_tasks - 1) * s.tasks->rows, rows) << text(nest) << text(s);
  EXPECT_EQ(s.iterations, batch * s.tasks->row_tasks * s.tasks->column_tasks) << text(s);
}

TEST_P(ScheduleOf, has_turns_that_cover_the_work_once) {
  for (const char* isa : isas) {
    for (const ScheduledNest& kernel : nests_of(worked(GetParam()), isa)) {
      expect_cover(kernel.nest, kernel.schedule);
    }
  }
}

TEST_P(ScheduleOf, puts_vectors_along_a_loop_and_tiles_into_registers) {
  for (const char* isa : isas) {
    Target target = target_of(*isa_named(isa));
    for (const auto& [nest, s] : nests_of(worked(GetParam()), isa)) {
      ASSERT_EQ(s.stages.size(), nest.stages.size());
      for (size_t i = 0; i < s.stages.size(); ++i) {
        const StageSchedule& it = s.stages[i];
        EXPECT_TRUE(std::has_single_bit(static_cast<unsigned>(it.lanes))) << text(s);
        EXPECT_LT(it.vector, std::ssize(nest.stages[i].loops)) << text(s);
        int64_t width = static_cast<int64_t>(bytes(nest.stages[i].sum_dtype));
        const auto* tiles = std::get_if<TilesSchedule>(&it.form);
        if (tiles == nullptr) continue;
        int64_t sums = tiles->tile_rows * tiles->tile_columns * width / target.vector.bytes;
        EXPECT_LT(sums, target.vector.registers) << isa << "\n" << text(s);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Worked, ScheduleOf, testing::ValuesIn(worked_names()),
                         [](const auto& it) { return it.param; });

}  // namespace
}  // namespace rille
