// Four threads, as for four States, use one device.
#include <barrier>
#include <thread>

#include "backends/backend.h"
#include "backends/host/threads.h"
#include "tests/unit/backends/arrays.h"

namespace rille {
namespace {

constexpr int callers = 4;

// All threads start at once, so that they compete for the first creation of a kernel.
void at_once(const std::function<void(int)>& body) {
  std::barrier begin(callers);
  std::vector<std::jthread> threads;
  for (int i = 0; i < callers; ++i) {
    threads.emplace_back([&, i] {
      begin.arrive_and_wait();
      body(i);
    });
  }
}

Array ones(const Shape& shape) {
  Array out(Type(Dtype::f32, shape));
  std::ranges::fill(out.edit<float>(), 1.0f);
  return out;
}

TEST(SharedDevice, gives_whole_sums_to_whoever_asks_first) {
  for (int64_t size = 1; size <= 24; ++size) {
    Array x = ones({Extent(size * 100), 50});
    at_once([&](int) {
      Array in[] = {x};
      Attrs axes{{"axes", Ints{0}}};
      Array got = host_device().run(*op_named("sum"), in, axes, {})[0];
      for (float number : got.as<float>()) EXPECT_EQ(number, static_cast<float>(size * 100));
    });
  }
}

TEST(SharedDevice, runs_functions_of_every_size_at_once) {
  std::atomic<int64_t> size{1};
  at_once([&](int) {
    for (int64_t n = size++; n < 200; n = size++) {
      Array in[] = {ones({Extent(n)})};
      Array got = host_device().run(*op_named("exp"), in, {}, {})[0];
      EXPECT_EQ(got.as<float>()[static_cast<size_t>(n) - 1], got.as<float>()[0]);
    }
  });
}

TEST(SharedDevice, compiles_and_runs_equal_graphs_at_once) {
  for (int64_t size = 1; size <= 8; ++size) {
    at_once([&](int caller) {
      Builder b;
      Var x = b.param(Type(Dtype::f32, {Extent(size), 3000}));
      Var y = op::mul(b, x, op::add(b, x, x));
      Graph graph = std::move(b).finish({op::sum(b, y, {0, 1})});
      Arrays args{ones({Extent(size), 3000})};
      Arrays got = host_device().compile(graph)->run(args, {});
      EXPECT_EQ(got[0].number(), static_cast<double>(size) * 6000) << caller;
    });
  }
}

TEST(SharedDevice, hands_what_a_thread_throws_to_the_caller) {
  int before = host_threads();
  set_host_threads(3);
  for (int round = 0; round < 200; ++round) {
    EXPECT_THROW(parallel_for(64, 1,
                              [&](int64_t at, int64_t) {
                                if (at == round % 64) throw Error(Code::value, "stop");
                              }),
                 Error);
    std::atomic<int64_t> done{0};
    parallel_for(64, 1, [&](int64_t from, int64_t to) {
      parallel_for(to - from, 1, [&](int64_t a, int64_t b) { done += b - a; });
    });
    EXPECT_EQ(done, 64);
  }
  set_host_threads(before);
}

}  // namespace
}  // namespace rille
