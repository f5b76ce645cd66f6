// Constants become loads.
#include "jit/schedule/constants.h"

#include <cmath>

namespace rille {
namespace {

// Far ones are what a mask puts in place of scores.
bool is_special(double value) {
  constexpr double far = 1e6;
  double size = std::abs(value);
  return size == 0 || size == 0.5 || size == 1 || size == 2 || !(size < far);
}

void take_out(Stage& stage, int buffer, std::vector<float>& out) {
  for (NestStep& step : stage.code) {
    const auto* value = std::get_if<double>(&step.value);
    bool is_number = step.name == Scalar::constant && step.dtype == Dtype::f32 && value != nullptr;
    if (!is_number || is_special(*value)) continue;
    Access access{.buffer = buffer, .offset = std::ssize(out)};
    access.strides.resize(stage.loops.size());
    out.push_back(static_cast<float>(*value));
    step = {.name = Scalar::load, .dtype = Dtype::f32, .access = std::move(access)};
  }
  for (Stage& operand : stage.operands) take_out(operand, buffer, out);
}

}  // namespace

std::vector<float> taken_out(Nest& nest) {
  auto buffer = static_cast<int>(nest.arguments());
  std::vector<float> out;
  Nest changed = nest;
  for (Stage& stage : changed.stages) {
    each_access(stage, [&](Access& access) { access.buffer += access.buffer >= buffer ? 1 : 0; });
    take_out(stage, buffer, out);
  }
  if (out.empty()) return out;
  changed.buffers.insert(changed.buffers.begin() + buffer, Dtype::f32);
  nest = std::move(changed);
  return out;
}

}  // namespace rille
