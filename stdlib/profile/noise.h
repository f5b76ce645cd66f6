// Noise: whether two sets of repeated times differ.
#pragma once

#include <vector>

namespace rille::profile {

// The median of repeated times and its confidence interval. The interval is between two of the
// times, so that it holds for any distribution: single slow steps have no influence, and times
// that alternate between two values have both of them as bounds.
struct TimeSamples {
  double median = 0, low = 0, high = 0;
  double mean = 0, mean_error = 0;  // and its standard error
  int count = 0;
};

TimeSamples samples_of(std::vector<double> times);

// The difference of two medians that noise alone may cause.
double noise_of(const TimeSamples& a, const TimeSamples& b);

// The difference of two means that noise alone may cause. A few slow steps make it large. It finds
// changes of times that alternate between two values, where the intervals of the medians overlap.
double noise_of_means(const TimeSamples& a, const TimeSamples& b);

// Fewer steps do not show the noise.
constexpr int min_compared_steps = 5;

}  // namespace rille::profile
