// Cost of scalar code and the expected time of kernels.
#include <algorithm>
#include <cmath>

#include "jit/bounds.h"
#include "jit/cost.h"

namespace rille {

// Code whose value is the same for all elements, such as the first index of a window, is computed
// once and does not count.
int cost_of(const Scalars& code) {
  int out = 0;
  std::vector<bool> varies(code.steps.size());
  for (size_t i = 0; i < code.steps.size(); ++i) {
    const Scalars::ScalarStep& step = code.steps[i];
    varies[i] =
        step.name == Scalar::input || step.name == Scalar::index ||
        std::ranges::any_of(step.in, [&](int at) { return varies[static_cast<size_t>(at)]; });
    if (varies[i]) out += facts_of(step.name).cost;
  }
  return out;
}

Cost& Cost::operator+=(const Cost& other) {
  flops += other.flops;
  functions += other.functions;
  read += other.read;
  written += other.written;
  tiled += other.tiled;
  steps += other.steps;
  return *this;
}

Cost Cost::times(double iterations) const {
  return {flops * iterations,   functions * iterations, read * iterations,
          written * iterations, tiled * iterations,     steps * iterations};
}

double RooflineEstimate::share() const {
  return seconds > 0 ? std::max(computing, moving) / seconds : 0;
}

// Our measurements: GEMM tiles reach 90 % of the peak of the multipliers. Other code, with its
// loads and stores, reaches half of the lanes. Long rows reach 80 % of the bandwidth of memory.
// Data that fits in L2 is assumed to be there, at half a vector per cycle.
RooflineEstimate expected(const Cost& cost, int64_t iterations, const Target& target) {
  constexpr double tiles_reach = 0.9, code_reaches = 0.5, rows_reach = 0.8;
  constexpr double call_s = 1e-7, wake_s = 1e-6;
  double work = cost.tiled + cost.steps;
  double worth = std::max(work / static_cast<double>(bound::worth_a_thread), 1.0);
  double threads =
      std::min({static_cast<double>(target.cores),
                static_cast<double>(std::max<int64_t>(iterations, 1)), std::floor(worth)});
  double lanes_s = target.clock_hz * target.units.flops_cycle / 2 * threads;
  bool is_near = cost.bytes() <= static_cast<double>(target.caches.l2);
  double bytes_s =
      is_near ? target.clock_hz * target.vector.bytes / 2 * threads : target.memory().bytes_s;
  RooflineEstimate out;
  out.computing = work / lanes_s;
  out.moving = cost.bytes() / bytes_s;
  double computing = (cost.tiled / tiles_reach + cost.steps / code_reaches) / lanes_s;
  out.seconds = std::max(computing, out.moving / rows_reach) + call_s + (threads > 1 ? wake_s : 0);
  return out;
}

}  // namespace rille
