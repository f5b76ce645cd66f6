// Noise: medians and their confidence intervals.
#include "stdlib/profile/noise.h"

#include <algorithm>
#include <cmath>

namespace rille::profile {
namespace {

// A comparison tests hundreds of kernels and lines. If two intervals of 3.2 standard errors are
// disjoint, their medians differ by 4.5: by chance, one pair of 10^5 does.
constexpr double standard_errors = 3.2;
// An interval of few times is too narrow: it is wider by 1 + this / count.
constexpr double few_times = 4;
// Two runs of one program differ by this much by the placement of memory and the clock of the CPU,
// which repeated steps of one run do not show.
constexpr double min_change = 0.03;

double widening_of(const TimeSamples& a, const TimeSamples& b) {
  return 1 + few_times / std::max(1, std::min(a.count, b.count));
}

}  // namespace

TimeSamples samples_of(std::vector<double> times) {
  TimeSamples out{.count = static_cast<int>(times.size())};
  if (times.empty()) return out;
  std::ranges::sort(times);
  auto count = static_cast<double>(times.size());
  double middle = (count - 1) / 2, reach = standard_errors * std::sqrt(count) / 2;
  auto at = [&](double index) {
    return times[static_cast<size_t>(std::clamp(index, 0.0, count - 1))];
  };
  out.median = (at(std::floor(middle)) + at(std::ceil(middle))) / 2;
  out.low = at(std::floor(middle - reach));
  out.high = at(std::ceil(middle + reach));
  double sum = 0, squares = 0;
  for (double time : times) sum += time;
  out.mean = sum / count;
  for (double time : times) squares += (time - out.mean) * (time - out.mean);
  out.mean_error = count > 1 ? std::sqrt(squares / (count - 1) / count) : out.mean;
  return out;
}

double noise_of(const TimeSamples& a, const TimeSamples& b) {
  const TimeSamples& low = a.median <= b.median ? a : b;
  const TimeSamples& high = a.median <= b.median ? b : a;
  double reach = low.high - low.median + high.median - high.low;
  return std::max(widening_of(a, b) * reach, min_change * high.median);
}

double noise_of_means(const TimeSamples& a, const TimeSamples& b) {
  double error = std::hypot(a.mean_error, b.mean_error);
  return std::max(widening_of(a, b) * standard_errors * error,
                  min_change * std::max(a.mean, b.mean));
}

}  // namespace rille::profile
