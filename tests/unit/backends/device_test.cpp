// The host device: lazy LLVM, donation, checks, interrupts.
#include <chrono>
#include <cmath>
#include <fstream>
#include <string>

#include "backends/backend.h"
#include "jit/codegen.h"
#include "jit/graph.h"
#include "tests/unit/backends/arrays.h"
#include "vm/error.h"
#include "vm/run/running.h"
#include "vm/state.h"

namespace rille {
namespace {

bool is_mapped(const std::string& name) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find(name) != std::string::npos) return true;
  }
  return false;
}

bool has_page(const std::string& rights) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find(' ' + rights) != std::string::npos) return true;
  }
  return false;
}

Type f32(Shape shape) { return {Dtype::f32, shape}; }

Array filled(Type type, float value) {
  Array out(type);
  for (float& x : out.edit<float>()) x = value;
  return out;
}

Graph squares(Shape shape) {
  Builder b;
  Var x = b.param(f32(shape));
  return std::move(b).finish({op::mul(b, x, x)});
}

// Code that no earlier run has left in the disk cache.
Graph of_this_moment(Shape shape) {
  auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  Builder b;
  Var x = b.param(f32(shape));
  Var here = op::fill(b, f32(shape), static_cast<double>(now % 1'000'000'007));
  return std::move(b).finish({op::mul(b, x, op::add(b, x, here))});
}

// The name makes this test run first: no other test may have compiled before it.
TEST(ADevice, opens_llvm_with_the_first_compile) {
  EXPECT_FALSE(is_mapped("librille-llvm"));
  Arrays in{filled(f32({3}), 2), filled(f32({3}), 3)};
  Arrays sum = host_device().run(*op_named("add"), in, {}, {});
  EXPECT_EQ(sum[0].as<float>()[2], 5);
  EXPECT_FALSE(is_mapped("librille-llvm")) << "adding three numbers needs no compiler";
  Arrays args{filled(f32({3}), 2)};
  Arrays powers = host_device().run(*op_named("exp"), args, {}, {});
  EXPECT_NEAR(powers[0].as<float>()[2], std::exp(2.0f), 1e-6);
  EXPECT_TRUE(is_mapped("librille-eager"));
  EXPECT_FALSE(is_mapped("librille-llvm")) << "the build has made the kernel of exp";
  host_device().compile(of_this_moment({3}))->run(args, {});
  EXPECT_TRUE(is_mapped("librille-llvm"));
  EXPECT_FALSE(has_page("rwx")) << "a page that can be written and run";
}

TEST(Device, a_donated_argument_is_overwritten_where_nobody_else_holds_it) {
  auto code = host_device().compile(squares({1000}));
  Arrays args{filled(f32({1000}), 3)};
  const std::byte* place = args[0].data();
  bool donate[] = {true};
  Arrays out = code->run(args, donate);
  EXPECT_EQ(out[0].data(), place);
  EXPECT_EQ(out[0].as<float>()[999], 9);
}

TEST(Device, a_donated_argument_that_somebody_holds_stays) {
  auto code = host_device().compile(squares({1000}));
  Arrays args{filled(f32({1000}), 3)};
  Array held = args[0];
  bool donate[] = {true};
  Arrays out = code->run(args, donate);
  EXPECT_NE(out[0].data(), held.data());
  EXPECT_EQ(held.as<float>()[5], 3);
}

TEST(Device, equal_graphs_of_other_lines_share_code) {
  auto at_line = [](int begin) {
    Builder b;
    b.at(Origin::at({0, begin, begin + 1}));
    Var x = b.param(f32({77})), y = op::mul(b, x, x);
    b.at(Origin::at({0, begin + 5, begin + 6}));
    return std::move(b).finish({op::add(b, y, x)});
  };
  auto first = host_device().compile(at_line(10));
  auto second = host_device().compile(at_line(50)), third = host_device().compile(at_line(50));
  EXPECT_NE(first, second);
  EXPECT_EQ(second->stages().front().name, cached_code);
  EXPECT_EQ(second, third);
  EXPECT_EQ(first, host_device().compile(at_line(10)));
  Arrays args{filled(f32({77}), 3)};
  EXPECT_EQ(second->run(args, {})[0].as<float>()[76], 12);
}

// x * x, followed by a check of a number.
Graph squares_with_check() {
  Builder b;
  Type flag(Dtype::boolean, Shape{});
  Var x = b.param(f32({1000})), good = b.param(flag), out = op::mul(b, x, x);
  op::check(b, good, op::fill(b, flag, true), "no", "value", {});
  return std::move(b).finish({out});
}

TEST(Device, a_check_runs_before_what_it_does_not_read_is_overwritten) {
  auto code = host_device().compile(squares_with_check());
  bool donate[] = {true, false};
  Arrays fine{filled(f32({1000}), 3), Array(true).with_weak(false)};
  const std::byte* place = fine[0].data();
  EXPECT_EQ(code->run(fine, donate)[0].data(), place);
  Arrays bad{filled(f32({1000}), 3), Array(false).with_weak(false)};
  EXPECT_THROW(code->run(bad, donate), Error);
  EXPECT_EQ(bad[0].as<float>()[999], 3);
}

TEST(Device, a_check_names_its_values) {
  Builder b;
  Var x = b.param(f32({4})), limit = op::fill(b, f32({4}), 2.5);
  Var all = op::fill(b, Type(Dtype::boolean, Shape{4}), true);
  op::check(b, op::lt(b, x, limit), all, "needs less than 2.5, got {0}", "value", {x});
  auto code = host_device().compile(std::move(b).finish({op::neg(b, x)}));
  Arrays fine{filled(f32({4}), 1)};
  EXPECT_EQ(code->run(fine, {})[0].as<float>()[0], -1);
  Arrays bad{filled(f32({4}), 1)};
  bad[0].edit<float>()[2] = 7;
  try {
    code->run(bad, {});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()), "needs less than 2.5, got 7");
    EXPECT_EQ(error.code(), Code::value);
  }
}

TEST(Device, a_stop_ends_a_loop_without_end) {
  Type flag(Dtype::boolean, Shape{});
  Builder condition, body, b;
  condition.param(flag);
  Var go = op::fill(condition, flag, true);
  Var on = body.param(flag);
  auto forever = std::make_shared<const Graph>(std::move(condition).finish({go}));
  auto same = std::make_shared<const Graph>(std::move(body).finish({on}));
  Vars out =
      b.emit(*op_named("while_loop"), {b.param(flag)}, {{"consts", int64_t{0}}}, {forever, same});
  auto code = host_device().compile(std::move(b).finish(out));
  State state([](std::string_view) {});
  state.set_limits({.wall_s = 0.05});
  RunScope running(state);
  Arrays args{Array(true)};
  EXPECT_THROW(code->run(args, {}), Error);
}

}  // namespace
}  // namespace rille
