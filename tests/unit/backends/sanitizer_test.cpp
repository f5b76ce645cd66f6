// Kernels of a sanitized build check their reads.
#include <gtest/gtest.h>

#include <vector>

#include "backends/host/symbols.h"
#include "jit/codegen.h"
#include "jit/isa.h"
#include "jit/schedule.h"

namespace rille {
namespace {

#if defined(__SANITIZE_ADDRESS__)
TEST(Sanitizer, sees_a_kernel_that_reads_too_far) {
  Access side_by_side;
  side_by_side.strides.emplace_back(1);
  Stage stage{.loops = {64}, .kept = 1};
  stage.code = {{.name = Scalar::load, .dtype = Dtype::f32, .access = side_by_side}};
  side_by_side.buffer = 1;
  stage.stores = {{0, side_by_side}};
  Nest copy{.stages = {stage}, .buffers = {Dtype::f32, Dtype::f32}};

  auto code = MachineCode::linked(
      codegen().compile(scheduled(copy, host_target()), host_target(), MachineCode::entry),
      runtime_symbol);
  std::vector<float> from(64, 1.0f), to(64), shorter(63);
  auto run = [&](std::vector<float>& in) {
    char* buffers[] = {reinterpret_cast<char*>(in.data()), reinterpret_cast<char*>(to.data())};
    code->kernel()(buffers, nullptr, 0, 64, nullptr);
  };
  run(from);
  EXPECT_EQ(to, from);
  EXPECT_DEATH(run(shorter), "heap-buffer-overflow");
}
#else
TEST(Sanitizer, sees_a_kernel_that_reads_too_far) {
  GTEST_SKIP() << "only in a build with sanitizers: cmake --preset asan";
}
#endif

}  // namespace
}  // namespace rille
