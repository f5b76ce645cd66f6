// Histogram buckets: how TensorBoard stores a distribution.
#pragma once

#include <cstdint>
#include <vector>

namespace rille {
class Array;
}

namespace rille::profile {

// The number of elements in [left, right), in the last bucket of a histogram in [left, right].
struct HistogramBucket {
  double left = 0, right = 0, count = 0;

  bool operator==(const HistogramBucket&) const = default;
};

// `bins` buckets of equal width from the smallest to the largest finite element of x, a concrete
// array of real numbers or bools. NaN and infinite elements are not counted. If all elements are
// equal, every bucket has width 0, and the last one counts them. Without finite elements all
// numbers are 0.
std::vector<HistogramBucket> histogram_buckets(const Array& x, int64_t bins);

}  // namespace rille::profile
