// Tests nest/: the text of loops and code of kernels.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/jit/worked.h"

namespace rille {
namespace {

class NestOf : public testing::TestWithParam<std::string> {};

TEST_P(NestOf, is_what_its_file_says) {
  Worked it = worked(GetParam());
  Plan plan = it.plan("avx2");
  for (const std::string& number : parts_of(it, "nest")) {
    size_t at = number.empty() ? 0 : static_cast<size_t>(std::stoul(number));
    ASSERT_LT(at, plan.nests.size());
    expect_part(it, number.empty() ? "nest" : "nest " + number, text(plan.nests[at].nest));
  }
}

// The smallest and the largest element that an access addresses.
std::pair<int64_t, int64_t> range_of(const Stage& stage, const Access& access) {
  int64_t low = access.offset, high = access.offset;
  for (size_t i = 0; i < stage.loops.size(); ++i) {
    int64_t most = access.strides[i].number * (stage.loops[i].number - 1);
    (most < 0 ? low : high) += most;
  }
  return {low, high};
}

void expect_inside(const Stage& stage, const std::vector<int64_t>& sizes, const Nest& nest) {
  for (const NestStep& step : stage.code) {
    bool is_open = step.name != Scalar::load || step.access.computed >= 0 || step.access.guard >= 0;
    if (is_open) continue;
    auto [low, high] = range_of(stage, step.access);
    EXPECT_GE(low, 0) << text(nest);
    EXPECT_LT(high, sizes[static_cast<size_t>(step.access.buffer)]) << text(nest);
  }
  for (const Stage& operand : stage.operands) expect_inside(operand, sizes, nest);
}

TEST_P(NestOf, reads_inside_of_its_buffers) {
  Plan plan = worked(GetParam()).plan("avx2");
  for (const PlanStep& step : plan.steps) {
    if (step.kind != PlanStep::Kind::nest) continue;
    const Nest& nest = plan.nests[static_cast<size_t>(step.nest)].nest;
    std::vector<int64_t> sizes;
    for (int slot : step.buffers) {
      sizes.push_back(plan.slots[static_cast<size_t>(slot)].type.count());
    }
    bool gathers =
        std::ranges::any_of(nest.stages, [](const Stage& it) { return it.sums_outer_products; });
    // Under a gathered product, locals hold a block of rows.
    for (const Local& local : nest.locals) sizes.push_back(gathers ? INT64_MAX : local.elements);
    for (const Stage& stage : nest.stages) expect_inside(stage, sizes, nest);
  }
}

TEST_P(NestOf, reads_of_a_turn_only_what_an_earlier_stage_of_it_made) {
  for (const ScheduledNest& kernel : worked(GetParam()).plan("avx2").nests) {
    const Nest& nest = kernel.nest;
    std::vector<bool> made(nest.buffers.size());
    for (const Stage& stage : nest.stages) {
      each_read(stage, [&](const Access& access) {
        bool is_made = !nest.is_local(access.buffer) || made[static_cast<size_t>(access.buffer)];
        EXPECT_TRUE(is_made) << "b" << access.buffer << " of\n" << text(nest);
      });
      for (const Store& store : stage.stores) made[static_cast<size_t>(store.access.buffer)] = true;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Worked, NestOf, testing::ValuesIn(worked_names()),
                         [](const auto& it) { return it.param; });

}  // namespace
}  // namespace rille
