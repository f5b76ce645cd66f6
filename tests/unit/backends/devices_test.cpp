// Tests backends/devices.cpp: the choice of a device.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string>

#include "backends/apply.h"
#include "backends/backend.h"
#include "jit/graph.h"
#include "jit/op.h"
#include "jit/pass.h"
#include "jit/plan.h"
#include "vm/error.h"
#include "vm/memory/buffer.h"

namespace rille {
namespace {

class OtherSpace final : public Space {
 public:
  OtherSpace() : Space(0) {}
  std::string_view name() const override { return "other"; }
  bool is_host() const override { return true; }
  void* allocate(size_t bytes) override {
    take(bytes);
    return std::malloc(bytes);
  }
  void release(void* data, size_t bytes) override {
    give(bytes);
    std::free(data);
  }
  void read(void* host, const void* data, size_t bytes) override { std::memcpy(host, data, bytes); }
  void write(void* data, const void* host, size_t bytes) override {
    std::memcpy(data, host, bytes);
  }
};

// Counts the ops that it is asked to run, and delegates them to the host.
class OtherDevice final : public Device {
 public:
  std::string_view name() const override { return "other"; }
  Space& space() override { return space_; }
  const Target& target() const override { return host_device().target(); }
  std::span<const Op* const> structured() const override {
    static constexpr const Op* list[] = {&sort_op};
    return list;
  }
  std::shared_ptr<Executable> compile(const Graph& graph,
                                      const CompileOptions& compile_options) override {
    need_code(*this, make_plan(optimize(graph), target()));
    return host_device().compile(graph, compile_options);
  }
  std::vector<Array> run(const Op& op, std::span<const Array> in, const Attrs& attrs,
                         const Regions& regions) override {
    ++runs;
    return host_device().run(op, in, attrs, regions);
  }
  void run_onto(const Op& op, Array& x, std::span<const Array> rest, const Attrs& attrs) override {
    ++runs;
    host_device().run_onto(op, x, rest, attrs);
  }
  Array run_one(const Op& op, std::span<const ArrayRef> in, const Attrs& attrs) override {
    ++runs;
    return host_device().run_one(op, in, attrs);
  }

  int runs = 0;

 private:
  OtherSpace space_;
};

OtherDevice& other() {
  static OtherDevice* device = [] {
    auto* made = new OtherDevice;
    add_device(*made);
    return made;
  }();
  return *device;
}

Array ones_in(Space& space) {
  Type type(Dtype::f32, Shape{100});
  auto buffer = std::make_shared<Buffer>(space, 400);
  std::fill_n(static_cast<float*>(buffer->data()), 100, 1.0F);
  return Array::on(type, std::move(buffer), 0);
}

TEST(Devices, arrays_are_run_where_they_are) {
  OtherDevice& device = other();
  Array there = ones_in(device.space()), here = ones_in(host_space());
  EXPECT_EQ(&device_of(there), &device);
  EXPECT_EQ(&device_of(here), &default_device());
  EXPECT_EQ(&device_of(Array(2.0)), &default_device());
  EXPECT_EQ(&device_of(std::span<const Array>()), &default_device());
  int before = device.runs;
  Array sum = apply1(add_op, {there, there});
  EXPECT_EQ(device.runs, before + 1);
  EXPECT_EQ(sum.as<float>()[99], 2);
  apply1(add_op, {here, here});
  EXPECT_EQ(device.runs, before + 1);
}

TEST(Devices, of_two_devices_is_an_error) {
  Array there = ones_in(other().space()), here = ones_in(host_space());
  try {
    apply1(add_op, {there, here});
    FAIL() << "two devices";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::device);
    EXPECT_NE(std::string(error.what()).find("on other and host"), std::string::npos);
  }
}

// The error message of compiling a function of an array on the other device; "" if it compiles.
std::string refusal(const std::function<Var(Builder&, Var)>& f) {
  Builder b;
  Var x = b.param(Type(Dtype::f32, Shape{100}));
  Vars results{f(b, x)};
  try {
    other().compile(std::move(b).finish(results), {});
    return "";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::device);
    return error.what();
  }
}

TEST(Devices, what_has_no_code_there_is_refused_by_name) {
  EXPECT_EQ(refusal([](Builder& b, Var x) { return op::tanh(b, x); }), "");
  EXPECT_EQ(refusal([](Builder& b, Var x) { return op::sort(b, {x}, 0, 1)[0]; }), "");
  EXPECT_EQ(refusal([](Builder& b, Var x) { return op::top_k(b, x, 3)[0]; }),
            "the device other does not support `top_k`");
}

}  // namespace
}  // namespace rille
