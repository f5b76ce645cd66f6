// Object code is linked in memory; damaged code is rejected.
#include <gtest/gtest.h>

#include <vector>

#include "backends/host/symbols.h"
#include "jit/codegen.h"
#include "vm/error.h"

namespace rille {
namespace {

// y = exp(x) of 64 numbers: code, constants, and calls between them.
ObjectCode object_of_exp() {
  Access side_by_side;
  side_by_side.strides.emplace_back(1);
  Stage stage{.loops = {64}, .kept = 1};
  stage.code = {{.name = Scalar::load, .dtype = Dtype::f32, .access = side_by_side},
                {.name = Scalar::exp, .dtype = Dtype::f32, .in = {0}}};
  side_by_side.buffer = 1;
  stage.stores = {{1, side_by_side}};
  Nest nest{.stages = {stage}, .buffers = {Dtype::f32, Dtype::f32}};
  return codegen().compile(scheduled(std::move(nest), host_target()), host_target(),
                           MachineCode::entry);
}

// Returns whether the object links. A damaged object may link; otherwise it must raise an Error.
bool links(const ObjectCode& object) {
  try {
    return MachineCode::linked(object, runtime_symbol) != nullptr;
  } catch (const Error&) {
    return false;
  }
}

TEST(MachineCode, runs_what_was_compiled) {
  auto code = MachineCode::linked(object_of_exp(), runtime_symbol);
  std::vector<float> from(64, 1.0f), to(64);
  char* buffers[] = {reinterpret_cast<char*>(from.data()), reinterpret_cast<char*>(to.data())};
  code->kernel()(buffers, nullptr, 0, 64, nullptr);
  for (float y : to) EXPECT_FLOAT_EQ(y, 2.7182818f);
}

TEST(MachineCode, an_object_that_ends_early_is_refused) {
  ObjectCode whole = object_of_exp();
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(links({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)})) << size;
  }
}

TEST(MachineCode, no_damaged_byte_leads_outside_of_the_object) {
  ObjectCode whole = object_of_exp();
  int refused = 0;
  for (size_t at = 0; at < whole.size(); ++at) {
    for (char flip : {char(0x01), char(0x7f), char(0xff)}) {
      ObjectCode damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ flip);
      refused += links(damaged) ? 0 : 1;
    }
  }
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace rille
