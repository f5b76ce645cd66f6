// Machine code of lists of nests.
#include "backends/host/program.h"

#include <gtest/gtest.h>

#include "jit/graph.h"
#include "jit/op.h"
#include "jit/plan.h"

namespace rille {
namespace {

Nest nest_of(const Op& op, Type type) {
  Builder b;
  Vars results = b.emit(op, {b.param(type)});
  return make_plan(std::move(b).finish(results), host_machine()).nests[0];
}

TEST(CompileAll, makes_nests_of_one_structure_once) {
  Nest neg = nest_of(*op_named("neg"), {Dtype::f32, {3}});
  Nest abs = nest_of(*op_named("abs"), {Dtype::f32, {3}});
  std::vector<Nest> nests = {neg, abs, neg, neg, abs, nest_of(*op_named("neg"), {Dtype::f64, {3}})};
  std::vector<KernelFn> kernels = compile_all(nests).kernels;
  ASSERT_EQ(kernels.size(), nests.size());
  EXPECT_EQ(kernels[0], kernels[2]);
  EXPECT_EQ(kernels[0], kernels[3]);
  EXPECT_EQ(kernels[1], kernels[4]);
  EXPECT_NE(kernels[0], kernels[1]);
  EXPECT_NE(kernels[0], kernels[5]);
}

}  // namespace
}  // namespace rille
