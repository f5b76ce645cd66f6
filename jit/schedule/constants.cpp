// Constants become loads.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "jit/schedule.h"
#include "vm/numbers/small.h"

namespace rille {
namespace {

constexpr std::array dtypes = {Dtype::f64, Dtype::f32, Dtype::bf16, Dtype::f16};
using Found = std::array<std::vector<double>, dtypes.size()>;

bool is_power_of_two(double value) {
  int exponent = 0;
  return std::abs(std::frexp(value, &exponent)) == 0.5;
}

// Large numbers mask scores. 0.5 and 2 may come from a size.
bool is_special(double value, const DynamicSizes& dynamic) {
  constexpr double far = 1e6;
  double size = std::abs(value);
  if (size == 0 || size == 1 || !(size < far)) return true;
  return dynamic.empty() && (size == 0.5 || size == 2);
}

// A division by a power of two becomes a multiplication.
std::vector<bool> divisors_of(const Stage& stage) {
  std::vector<bool> out(stage.code.size());
  for (const NestStep& step : stage.code) {
    if (step.name == Scalar::div) out[static_cast<size_t>(step.in[1])] = true;
  }
  return out;
}

// The buffer for the constants of this dtype; null: the constant stays.
std::vector<double>* place_of(const NestStep& step, bool divides, const DynamicSizes& dynamic,
                              Found& found) {
  const auto* value = std::get_if<double>(&step.value);
  if (step.name != Scalar::constant || value == nullptr) return nullptr;
  bool is_exact = divides && dynamic.empty() && is_power_of_two(*value);
  if (is_exact || is_special(*value, dynamic)) return nullptr;
  const auto* dtype = std::ranges::find(dtypes, step.dtype);
  return dtype == dtypes.end() ? nullptr : &found[static_cast<size_t>(dtype - dtypes.begin())];
}

// Until all are found, buffer -1 - k is the one of dtype k.
void take_out(Stage& stage, const DynamicSizes& dynamic, Found& found) {
  std::vector<bool> divisors = divisors_of(stage);
  for (size_t i = 0; i < stage.code.size(); ++i) {
    NestStep& step = stage.code[i];
    std::vector<double>* place = place_of(step, divisors[i], dynamic, found);
    if (place == nullptr) continue;
    Access access{.buffer = static_cast<int>(found.data() - place) - 1,
                  .offset = std::ssize(*place)};
    access.strides.resize(stage.loops.size());
    place->push_back(std::get<double>(step.value));
    step = {.name = Scalar::load, .dtype = step.dtype, .access = std::move(access)};
  }
  for (Stage& operand : stage.operands) take_out(operand, dynamic, found);
}

template <class T>
void put(std::vector<char>& out, T value) {
  out.resize(out.size() + sizeof value);
  std::memcpy(out.data() + out.size() - sizeof value, &value, sizeof value);
}

void put(std::vector<char>& out, double value, Dtype dtype) {
  switch (dtype) {
    case Dtype::f64: return put(out, value);
    case Dtype::f32: return put(out, static_cast<float>(value));
    case Dtype::bf16: return put(out, Bfloat16(value));
    default: return put(out, Float16(value));
  }
}

}  // namespace

Constants extract_constants(Nest& nest, const DynamicSizes& dynamic) {
  Found found;
  for (Stage& stage : nest.stages) take_out(stage, dynamic, found);
  Constants out;
  std::vector<Dtype> added;
  std::array<int, dtypes.size()> buffers = {};
  auto first = static_cast<int>(nest.arguments());
  for (size_t k = 0; k < dtypes.size(); ++k) {
    buffers[k] = first + static_cast<int>(added.size());
    if (found[k].empty()) continue;
    added.push_back(dtypes[k]);
    out.buffers.push_back(out.bytes.size());
    for (double value : found[k]) put(out.bytes, value, dtypes[k]);
  }
  if (added.empty()) return out;
  for (Stage& stage : nest.stages) {
    each_access(stage, [&](Access& access) {
      if (access.buffer >= first) access.buffer += static_cast<int>(added.size());
      if (access.buffer < 0) access.buffer = buffers[static_cast<size_t>(-1 - access.buffer)];
    });
  }
  nest.buffers.insert(nest.buffers.begin() + first, added.begin(), added.end());
  nest.constants = static_cast<int>(added.size());
  return out;
}

}  // namespace rille
