// Tests plan/: the steps of a graph and their stores.
#include <gtest/gtest.h>

#include <algorithm>

#include "jit/op.h"
#include "tests/unit/jit/worked.h"

namespace rille {
namespace {

class PlanOf : public testing::TestWithParam<std::string> {};

// Steps and memory; nest_test covers the loop nests.
std::string steps_text(const Plan& plan) {
  std::string out = plan_text(plan);
  size_t nests = out.find("nest 0: ");
  return nests == std::string::npos ? out : out.substr(0, out.rfind('\n', nests) + 1);
}

// Prints, for example: "exp joins reduce_max in 64 iterations", "sum stays apart from dot_general:
// …".
std::string choices_text(const Plan& plan) {
  auto maker = [&](Var v) -> std::string {
    for (const Node& node : plan.graph.nodes) {
      if (std::ranges::find(node.out, v) != node.out.end()) return std::string(node.op->name);
    }
    return "";
  };
  std::string out;
  for (const PlanChoice& it : plan.choices) {
    std::string what = it.joins ? " joins " : " stays apart from ";
    out += maker(it.unit) + what + maker(it.other);
    out += it.joins ? " in " + std::to_string(it.iterations) + " iterations\n"
                    : ": " + std::string(it.why) + "\n";
  }
  return out;
}

TEST_P(PlanOf, has_the_steps_that_its_file_says) {
  Worked it = worked(GetParam());
  Plan plan = it.plan("avx2");
  EXPECT_EQ(plan.steps.size(), static_cast<size_t>(it.steps)) << it.head << plan_text(plan);
  for (const std::string& isa : parts_of(it, "plan")) {
    expect_part(it, isa.empty() ? "plan" : "plan " + isa, steps_text(plan));
  }
  for (size_t i = 0; i < parts_of(it, "decisions").size(); ++i) {
    expect_part(it, "decisions", choices_text(plan));
  }
}

// How often each element of a buffer is stored, iteration by iteration.
class Stored {
 public:
  Stored(const Nest& nest, int buffer, size_t elements) : counts_(elements) {
    for (const Stage& stage : nest.stages) {
      for (const Store& store : stage.stores) {
        if (store.access.buffer == buffer) count(stage, store.access, 0, store.access.offset);
      }
    }
  }

  bool any() const { return any_; }
  bool each_once() const {
    return !outside_ && std::ranges::all_of(counts_, [](int count) { return count == 1; });
  }

 private:
  // A reduction loop has a store once, at its end.
  void count(const Stage& stage, const Access& access, size_t loop, int64_t at) {
    bool is_fold = stage.form == StageForm::fold;
    size_t loops = is_fold ? static_cast<size_t>(stage.kept) : stage.loops.size();
    if (loop == loops) {
      any_ = true;
      bool is_inside = at >= 0 && at < std::ssize(counts_);
      outside_ |= !is_inside;
      if (is_inside) ++counts_[static_cast<size_t>(at)];
      return;
    }
    for (int64_t i = 0; i < stage.loops[loop].number; ++i) {
      count(stage, access, loop + 1, at + i * access.strides[loop].number);
    }
  }

  std::vector<int> counts_;
  bool any_ = false, outside_ = false;
};

TEST_P(PlanOf, stores_each_element_of_what_a_step_makes_once) {
  Plan plan = worked(GetParam()).plan("avx2");
  for (const PlanStep& step : plan.steps) {
    if (step.kind != PlanStep::Kind::nest) continue;
    const Nest& nest = plan.nests[static_cast<size_t>(step.nest)].nest;
    for (size_t i = 0; i < step.buffers.size(); ++i) {
      const Slot& slot = plan.slots[static_cast<size_t>(step.buffers[i])];
      Stored stored(nest, static_cast<int>(i), static_cast<size_t>(slot.type.count()));
      EXPECT_TRUE(!stored.any() || stored.each_once()) << "b" << i << " of\n" << text(nest);
    }
  }
}

TEST_P(PlanOf, gives_values_that_live_together_memory_apart) {
  Plan plan = worked(GetParam()).plan("avx2");
  std::vector<Life> lives = lives_of(plan);
  auto overlap = [&](size_t a, size_t b) {
    const Slot &x = plan.slots[a], &y = plan.slots[b];
    bool in_arena = x.home == Slot::Home::arena && y.home == Slot::Home::arena;
    bool alive = lives[a].first >= 0 && lives[b].first >= 0 && lives[a].first < lives[b].last &&
                 lives[b].first < lives[a].last;
    return in_arena && alive && x.offset < y.offset + y.bytes && y.offset < x.offset + x.bytes;
  };
  for (size_t a = 0; a < plan.slots.size(); ++a) {
    EXPECT_LE(plan.slots[a].offset + (lives[a].first < 0 ? 0 : plan.slots[a].bytes),
              plan.slots[a].home == Slot::Home::arena ? plan.arena_bytes : SIZE_MAX);
    for (size_t b = 0; b < a; ++b) EXPECT_FALSE(overlap(a, b)) << plan_text(plan);
  }
}

INSTANTIATE_TEST_SUITE_P(Worked, PlanOf, testing::ValuesIn(worked_names()),
                         [](const auto& it) { return it.param; });

}  // namespace
}  // namespace rille
