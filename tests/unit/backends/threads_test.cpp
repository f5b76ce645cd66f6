// The same bits for any number of threads, any vector width.
#include "backends/backend.h"
#include "tests/unit/backends/arrays.h"

namespace rille {
namespace {

Type f32(Shape shape) { return {Dtype::f32, shape}; }

// Runs with 1, 2, 3 and 7 threads; all give the bytes of the first.
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
  Contract axes{
      .left_batch = {}, .right_batch = {}, .left_contracted = {1}, .right_contracted = {0}};
  expect_same_bits(std::move(b).finish({op::dot_general(b, x, y, axes, Dtype::f32)}));
}

}  // namespace
}  // namespace rille
