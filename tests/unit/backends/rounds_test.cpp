// Tests rounds: steps that threads run together.
#include "backends/host/rounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "backends/host/program.h"
#include "jit/pass.h"
#include "tests/diff/grow.h"

namespace rille {
namespace {

constexpr uint64_t seeds = 1500;

// A plan of a random graph, with kernels that are worth threads, and some of its params donated.
struct Drawn {
  Plan plan;
  Program program;
  std::vector<int> donors;
  size_t commit = SIZE_MAX;

  explicit Drawn(uint64_t seed) {
    diff::Chance chance(seed);
    int64_t steps = chance.from(4, 40);
    plan = make_plan(optimize(diff::grow(seed, {.steps = steps})), host_target());
    program.plan = &plan;
    for (size_t i = 0; i < plan.nests.size(); ++i) {
      program.kernels.push_back({.iterations = chance.from(1, 200),
                                 .grain = chance.from(1, 50),
                                 .work = int64_t{1} << chance.from(10, 24),
                                 .shared = chance.once_in(20) ? size_t{64} : 0});
    }
    std::vector<bool> may(plan.params.size());
    for (size_t i = 0; i < may.size(); ++i) may[i] = !chance.once_in(3);
    donors = donors_of(plan, may);
    if (chance.once_in(2)) commit = static_cast<size_t>(chance.below(std::ssize(plan.steps) + 1));
  }
};

struct Bytes {
  size_t begin = 0, end = 0;
  bool meets(const Bytes& other) const { return begin < other.end && other.begin < end; }
};

// Addresses of the slots: params, results, and arena are far apart, and a result that takes over
// the memory of a param has the address of that param.
Bytes place_of(const Drawn& it, const Slot& slot) {
  constexpr size_t far = size_t{1} << 40;
  auto number = static_cast<size_t>(slot.number);
  size_t at = 0;
  if (slot.home == Slot::Home::param) at = far * (1 + number);
  if (slot.home == Slot::Home::result) {
    int donor = it.donors[number];
    at = far * (1 + (donor >= 0 ? static_cast<size_t>(donor) : it.plan.params.size() + number));
  }
  if (slot.home == Slot::Home::arena) at = slot.offset + 1;
  return {at, at == 0 ? 0 : at + slot.bytes};
}

// A step writes a slot that no earlier step accesses, unless the caller supplies it.
bool writes(const Drawn& it, const std::vector<Life>& lives, size_t step, int slot) {
  return it.plan.slots[static_cast<size_t>(slot)].home != Slot::Home::param &&
         lives[static_cast<size_t>(slot)].first == static_cast<int>(step);
}

// Whether two steps access memory that one of them writes.
bool quarrel(const Drawn& it, const std::vector<Life>& lives, size_t one, size_t two) {
  for (int a : it.plan.steps[one].buffers) {
    for (int b : it.plan.steps[two].buffers) {
      bool meet = place_of(it, it.plan.slots[static_cast<size_t>(a)])
                      .meets(place_of(it, it.plan.slots[static_cast<size_t>(b)]));
      if (meet && (writes(it, lives, one, a) || writes(it, lives, two, b))) return true;
    }
  }
  return false;
}

int quarrels(const Drawn& it, const std::vector<Round>& rounds) {
  std::vector<Life> lives = lives_of(it.plan);
  int out = 0;
  for (const Round& round : rounds) {
    for (size_t one = round.first; one < round.first + round.count; ++one) {
      for (size_t two = one + 1; two < round.first + round.count; ++two) {
        out += quarrel(it, lives, one, two) ? 1 : 0;
      }
    }
  }
  return out;
}

TEST(Rounds, have_steps_that_leave_each_other_alone) {
  int64_t steps = 0, blind = 0;
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    Drawn it(seed);
    std::vector<Round> rounds = rounds_of(it.program, it.donors, it.commit);
    EXPECT_EQ(quarrels(it, rounds), 0) << "seed " << seed;
    for (const Round& round : rounds) steps += static_cast<int64_t>(round.count);
    // Ignoring the donations must produce conflicts, otherwise the random plans test nothing.
    std::vector<int> none(it.donors.size(), -1);
    blind += quarrels(it, rounds_of(it.program, none, it.commit));
  }
  EXPECT_GT(steps, static_cast<int64_t>(seeds) / 2);
  EXPECT_GT(blind, 0);
}

TEST(Rounds, do_each_turn_of_a_step_once) {
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    Drawn it(seed);
    size_t before = 0;
    for (const Round& round : rounds_of(it.program, it.donors, it.commit)) {
      EXPECT_GE(round.first, before);
      EXPECT_GE(round.count, 2u);
      before = round.first + round.count;
      EXPECT_LE(before, it.plan.steps.size());
      std::map<size_t, int64_t> done;
      for (const IterationRange& piece : round.pieces) {
        EXPECT_EQ(piece.begin, done[piece.step]) << "seed " << seed;
        EXPECT_LT(piece.begin, piece.end);
        done[piece.step] = piece.end;
      }
      for (size_t step = round.first; step < before; ++step) {
        auto nest = static_cast<size_t>(it.plan.steps[step].nest);
        EXPECT_EQ(done[step], it.program.kernels[nest].iterations) << "seed " << seed;
      }
      EXPECT_EQ(done.size(), round.count);
    }
  }
}

TEST(Rounds, end_where_nothing_can_be_undone_and_have_no_checks) {
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    Drawn it(seed);
    for (const Round& round : rounds_of(it.program, it.donors, it.commit)) {
      bool crosses = round.first < it.commit && it.commit < round.first + round.count;
      EXPECT_FALSE(crosses) << "seed " << seed;
      for (size_t step = round.first; step < round.first + round.count; ++step) {
        const PlanStep& at = it.plan.steps[step];
        ASSERT_EQ(at.kind, PlanStep::Kind::nest);
        auto nest = static_cast<size_t>(at.nest);
        EXPECT_FALSE(it.plan.nests[nest].nest.checks());
        EXPECT_EQ(it.program.kernels[nest].shared, 0u);
      }
    }
  }
}

}  // namespace
}  // namespace rille
