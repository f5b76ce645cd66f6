// Kernels: each exists once per process.
#include "backends/host/kernels.h"

#include <gtest/gtest.h>

#include "backends/backend.h"
#include "jit/graph.h"
#include "jit/op.h"
#include "jit/plan.h"

namespace rille {
namespace {

ScheduledNest nest_of(const Op& op, Type type) {
  Builder b;
  Vars results = b.emit(op, {b.param(type)});
  return make_plan(std::move(b).finish(results), host_target()).nests[0];
}

TEST(Kernels, of_one_structure_are_made_once) {
  ScheduledNest neg = nest_of(*op_named("neg"), {Dtype::f32, {3}});
  ScheduledNest abs = nest_of(*op_named("abs"), {Dtype::f32, {3}});
  std::vector<KernelSource> nests = {neg, abs, neg,
                                     neg, abs, nest_of(*op_named("neg"), {Dtype::f64, {3}})};
  std::vector<KernelCode> kernels = kernels_of(nests);
  ASSERT_EQ(kernels.size(), nests.size());
  EXPECT_EQ(kernels[0], kernels[2]);
  EXPECT_EQ(kernels[0], kernels[3]);
  EXPECT_EQ(kernels[1], kernels[4]);
  EXPECT_NE(kernels[0], kernels[1]);
  EXPECT_NE(kernels[0], kernels[5]);
}

// x @ w and its tanh, `layers` times.
Graph layers_of(int layers) {
  Builder b;
  Var x = b.param({Dtype::f32, {21, 19}}), w = b.param({Dtype::f32, {19, 19}});
  Contraction axes{
      .left_batch = {}, .right_batch = {}, .left_contracted = {1}, .right_contracted = {0}};
  for (int i = 0; i < layers; ++i) x = op::tanh(b, op::dot_general(b, x, w, axes, Dtype::f32));
  return std::move(b).finish({x});
}

TEST(Kernels, of_a_second_function_over_the_same_layers_are_there) {
  auto first = host_device().compile(layers_of(1));
  KernelCounts before = kernel_counts();
  auto second = host_device().compile(layers_of(3));
  EXPECT_EQ(kernel_counts().compiled, before.compiled);
  EXPECT_EQ(kernel_counts().read, before.read);
}

// exp(x) minus the sum of its rows: one kernel of two stages.
Graph rows_of(int64_t rows, int64_t columns) {
  Builder b;
  Type type(Dtype::f32, {Extent(rows), Extent(columns)});
  Var y = op::exp(b, b.param(type));
  Var sums = op::broadcast(b, op::sum(b, y, {1}), type.shape(), {1});
  return std::move(b).finish({op::sub(b, y, sums)});
}

int64_t compiled_for(const Graph& graph) {
  int64_t before = kernel_counts().compiled + kernel_counts().read;
  host_device().compile(graph);
  return kernel_counts().compiled + kernel_counts().read - before;
}

TEST(Kernels, of_rows_serve_any_number_of_them) {
  EXPECT_EQ(compiled_for(rows_of(40, 23)), 1);
  EXPECT_EQ(compiled_for(rows_of(41, 23)), 0);
  EXPECT_EQ(compiled_for(rows_of(1000, 23)), 0);
  EXPECT_EQ(compiled_for(rows_of(40, 22)), 1);
  EXPECT_EQ(compiled_for(rows_of(3, 23)), 1) << "few turns are shared out otherwise";
}

// The mean of x over its rows, and the gradient of x @ w for w, with x and its cotangent as inputs:
// a reduction and a GEMM over rows, and an operation whose epilogue multiplies by one over the row
// count.
Graph batch_of(int64_t rows) {
  Builder b;
  Var x = b.param({Dtype::f32, {rows, 48}}), g = b.param({Dtype::f32, {rows, 80}}),
      w = b.param({Dtype::f32, {48, 80}});
  auto axes = [](int64_t left, int64_t right) {
    return Contraction{.left_batch = {},
                       .right_batch = {},
                       .left_contracted = {left},
                       .right_contracted = {right}};
  };
  Type type(Dtype::f32, {rows, 80});
  Var y = op::dot_general(b, x, w, axes(1, 0), Dtype::f32);
  y = op::tanh(b, op::mul(b, y, op::fill(b, type, 1.0 / static_cast<double>(rows))));
  return std::move(b).finish(
      {op::sum(b, x, {0}), y, op::dot_general(b, x, g, axes(0, 0), Dtype::f32)});
}

TEST(Kernels, of_products_serve_other_batches) {
  EXPECT_EQ(compiled_for(batch_of(100)), 3);
  for (int64_t rows : {101, 128, 65, 120}) {
    EXPECT_LE(compiled_for(batch_of(rows)), 1)
        << rows << ": rows that tiles of other heights share";
  }
  for (int64_t rows : {66, 77, 90, 97, 99, 110, 119, 127}) {
    EXPECT_EQ(compiled_for(batch_of(rows)), 0) << rows;
  }
}

// tanh(x * a + b) / c.
Graph of_numbers(Dtype dtype, double a, double b, double c) {
  Builder builder;
  Type type(dtype, {7, 33});
  Var x = builder.param(type);
  auto number = [&](double value) { return op::fill(builder, type, value); };
  Var y = op::tanh(builder, op::add(builder, op::mul(builder, x, number(a)), number(b)));
  return std::move(builder).finish({op::div(builder, y, number(c))});
}

TEST(Kernels, of_other_numbers_are_one) {
  for (Dtype dtype : {Dtype::f32, Dtype::f64, Dtype::bf16, Dtype::f16}) {
    EXPECT_EQ(compiled_for(of_numbers(dtype, 0.3, -0.7, 5)), 1) << text(dtype);
    EXPECT_EQ(compiled_for(of_numbers(dtype, 1.25, 0.125, 0.3)), 0) << text(dtype);
    EXPECT_EQ(compiled_for(of_numbers(dtype, 0.3, -0.7, 8)), 1)
        << text(dtype) << ": a power of two";
  }
}

}  // namespace
}  // namespace rille
