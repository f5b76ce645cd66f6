// The same bits for any number of threads; the pool.
#include "backends/host/threads.h"

#include <array>
#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "backends/backend.h"
#include "tests/unit/backends/arrays.h"
#include "vm/run/active_threads.h"

namespace rille {
namespace {

Type f32(Shape shape) { return {Dtype::f32, shape}; }

// Runs with 1, 2, 3, and 7 threads; all results have the bytes of the first.
void expect_same_bits(const Graph& graph) {
  std::mt19937 rng{3};
  Arrays args = random_arrays(graph.types_of(graph.params), rng);
  auto code = host_device().compile(graph);
  int before = host_threads();
  set_host_threads(1);
  Arrays first = code->run(args, {});
  for (int threads : {2, 3, 7}) {
    set_host_threads(threads);
    for (int round = 0; round < 3; ++round) {
      Arrays again = code->run(args, {});
      for (size_t i = 0; i < first.size(); ++i) EXPECT_TRUE(same_bytes(first[i], again[i]));
    }
  }
  set_host_threads(before);
}

TEST(Threads, do_not_change_a_pointwise_result) {
  Builder b;
  Var x = b.param(f32({1000, 700}));
  expect_same_bits(std::move(b).finish({op::tanh(b, op::exp(b, x))}));
}

TEST(Threads, do_not_change_sums_of_rows_columns_and_all) {
  Builder b;
  Var x = b.param(f32({700, 1003}));
  Vars sums{op::sum(b, x, {0}), op::sum(b, x, {1}), op::sum(b, x, {0, 1})};
  expect_same_bits(std::move(b).finish(sums));
}

TEST(Threads, do_not_change_a_product) {
  Builder b;
  Var x = b.param(f32({301, 257})), y = b.param(f32({257, 303}));
  Contraction axes{
      .left_batch = {}, .right_batch = {}, .left_contracted = {1}, .right_contracted = {0}};
  expect_same_bits(std::move(b).finish({op::dot_general(b, x, y, axes, Dtype::f32)}));
}

// Rounds follow each other while threads poll for the next one, and after they have gone to sleep.
TEST(Pool, does_each_turn_once_in_each_of_many_rounds) {
  int before = host_threads();
  std::mt19937 rng{7};
  for (int round = 0; round < 3000; ++round) {
    set_host_threads(1 + static_cast<int>(rng() % 6));
    auto turns = static_cast<int64_t>(rng() % 200), grain = static_cast<int64_t>(1 + rng() % 20);
    std::vector<std::atomic<int>> done(static_cast<size_t>(turns));
    std::array<std::optional<ScopedCount>, 3> others;
    for (size_t i = rng() % 4; i < others.size(); ++i) others[i].emplace(active_threads());
    parallel_for(turns, grain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) ++done[static_cast<size_t>(i)];
    });
    EXPECT_TRUE(std::ranges::all_of(done, [](const auto& times) { return times == 1; })) << turns;
    if (round % 500 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  set_host_threads(before);
}

// Helper threads without a core of their own are late, but take part.
TEST(Pool, calls_for_help_where_a_round_is_long) {
  int before = host_threads();
  set_host_threads(2);
  std::array<std::optional<ScopedCount>, 300> others;
  for (auto& other : others) other.emplace(active_threads());
  std::atomic<int> begun{0};
  std::atomic<bool> is_helped{false};
  std::thread::id caller = std::this_thread::get_id();
  parallel_for(3, 1, [&](int64_t, int64_t) {
    if (std::this_thread::get_id() != caller) is_helped = true;
    auto now = [] { return std::chrono::steady_clock::now(); };
    // The first range lasts longer than the caller waits before it asks for help. The second lasts
    // until help has arrived, at most one minute, so that a pool without helpers does not hang.
    auto end = now() + (begun++ == 0 ? std::chrono::milliseconds(1) : std::chrono::seconds(60));
    bool waits_for_help = begun > 1;
    while (now() < end && !(waits_for_help && is_helped)) std::this_thread::yield();
  });
  EXPECT_TRUE(is_helped);
  set_host_threads(before);
}

TEST(Pool, gives_a_fault_to_its_caller_and_goes_on) {
  int before = host_threads();
  set_host_threads(4);
  for (int round = 0; round < 200; ++round) {
    auto throws = [&](int64_t begin, int64_t) {
      if (begin == round) throw Error(Code::value, "a fault");
    };
    EXPECT_THROW(parallel_for(200, 1, throws), Error);
    std::atomic<int64_t> sum{0};
    parallel_for(100, 3, [&](int64_t begin, int64_t end) { sum += end - begin; });
    EXPECT_EQ(sum, 100);
  }
  set_host_threads(before);
}

TEST(Pool, serves_callers_at_once_and_bodies_that_call_again) {
  int before = host_threads();
  set_host_threads(3);
  std::atomic<int64_t> sum{0};
  auto inner = [&](int64_t begin, int64_t end) { sum += end - begin; };
  auto outer = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) parallel_for(10, 2, inner);
  };
  std::vector<std::thread> callers;
  for (int i = 0; i < 3; ++i) {
    callers.emplace_back([&] {
      for (int round = 0; round < 100; ++round) parallel_for(20, 1, outer);
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(sum, 3 * 100 * 20 * 10);
  set_host_threads(before);
}

}  // namespace
}  // namespace rille
