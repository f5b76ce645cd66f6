// Noise: whether two sets of repeated times differ.
#pragma once

#include <vector>

namespace rille::profile {

// The median of repeated times and its confidence interval. The interval is between two of the
// times, so that it holds for any distribution: single slow steps have no influence, and times
// that alternate between two values have both of them as bounds.
struct TimeSamples {
  double median = 0, low = 0, high = 0;
  int count = 0;
};

TimeSamples samples_of(std::vector<double> times);

// The difference of two medians that noise alone may cause.
double noise_of(const TimeSamples& a, const TimeSamples& b);

// Fewer steps do not show the noise.
constexpr int min_compared_steps = 5;

}  // namespace rille::profile
