// Histogram buckets, counted on the host in two passes.
#include "stdlib/profile/histogram.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "stdlib/array.h"
#include "vm/array.h"
#include "vm/run/running.h"

namespace rille::profile {
namespace {

constexpr size_t block = 65'536;  // elements between two polls for interrupts

template <class T, class F>
void each_finite(std::span<const T> x, const F& f) {
  for (size_t from = 0; from < x.size(); from += block) {
    poll();
    for (T element : x.subspan(from, std::min(block, x.size() - from))) {
      if (std::isfinite(element)) f(static_cast<double>(element));
    }
  }
}

// Edges of equal distance. They are computed from the halves of the ends if the distance of the
// ends overflows.
class EvenEdges {
 public:
  EvenEdges(double low, double high, size_t bins)
      : low_(low), high_(high), scale_(std::isfinite(high - low) ? 1 : 0.5), bins_(bins) {
    double step = span() / static_cast<double>(bins);
    for (size_t i = 0; i < bins; ++i) {
      edges_.push_back((low * scale_ + static_cast<double>(i) * step) / scale_);
    }
    edges_.push_back(high);
  }
  double edge(size_t at) const { return edges_[at]; }

  // The bucket of x. The quotient may be rounded across an edge, so the bucket is compared with its
  // own edges.
  size_t bucket_of(double x) const {
    double share = (x * scale_ - low_ * scale_) / span();
    auto at = std::min(static_cast<size_t>(share * static_cast<double>(bins_)), bins_ - 1);
    if (at > 0 && x < edges_[at]) --at;
    if (at + 1 < bins_ && x >= edges_[at + 1]) ++at;
    return at;
  }

 private:
  double span() const { return high_ * scale_ - low_ * scale_; }

  double low_, high_, scale_;
  size_t bins_;
  std::vector<double> edges_;
};

template <class T>
std::vector<HistogramBucket> buckets_of(std::span<const T> x, size_t bins) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  double count = 0;
  each_finite(x, [&](double element) {
    low = std::min(low, element);
    high = std::max(high, element);
    ++count;
  });
  std::vector<HistogramBucket> out(bins);
  if (count == 0) return out;
  if (low == high) {
    std::ranges::fill(out, HistogramBucket{low, low, 0});
    out.back().count = count;
    return out;
  }
  EvenEdges edges(low, high, bins);
  for (size_t i = 0; i < bins; ++i) out[i] = {edges.edge(i), edges.edge(i + 1), 0};
  each_finite(x, [&](double element) { ++out[edges.bucket_of(element)].count; });
  return out;
}

}  // namespace

std::vector<HistogramBucket> histogram_buckets(const Array& x, int64_t bins) {
  auto count = static_cast<size_t>(bins);
  bool is_narrow = is_float(x.dtype()) && x.dtype() != Dtype::f64;
  if (is_narrow) return buckets_of(convert(x, Dtype::f32).as<float>(), count);
  return buckets_of(convert(x, Dtype::f64).as<double>(), count);
}

}  // namespace rille::profile
