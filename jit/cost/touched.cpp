// Regions of buffers: strides and extents, merged.
#include "jit/cost/touched.h"

#include <algorithm>
#include <cstdlib>

namespace rille {
namespace {

uint64_t bit(size_t loop) { return uint64_t{1} << std::min<size_t>(loop, 63); }

uint64_t loops_of(const Access& access, const LoopBits& steps) {
  uint64_t out = 0;
  for (size_t i = 0; i < access.strides.size(); ++i) {
    if (!access.strides[i].is(0)) out |= bit(i);
  }
  for (int step : {access.computed, access.guard}) {
    if (step >= 0) out |= steps[static_cast<size_t>(step)];
  }
  return out;
}

using StridedExtents = std::vector<std::pair<int64_t, int64_t>>;

// 100 contiguous rows of 10 elements are 1000 contiguous elements.
StridedExtents joined(StridedExtents along) {
  std::ranges::sort(along);
  StridedExtents out;
  for (auto [stride, extent] : along) {
    if (!out.empty() && out.back().first * out.back().second == stride) {
      out.back().second *= extent;
    } else {
      out.emplace_back(stride, extent);
    }
  }
  return out;
}

// The span of the elements that an access addresses, and their number.
struct AccessSpan {
  double span = 1, count = 1;
  bool overlaps = false;
};

AccessSpan reach_of(const StridedExtents& along) {
  AccessSpan out;
  for (auto [stride, extent] : along) {
    out.overlaps |= static_cast<double>(stride) < out.span;
    out.span += static_cast<double>(stride) * static_cast<double>(extent - 1);
    out.count *= static_cast<double>(extent);
  }
  if (out.overlaps) out.count = std::min(out.count, out.span);
  return out;
}

uint64_t first_loops(int count) {
  uint64_t out = 0;
  for (int i = 0; i < count; ++i) out |= bit(static_cast<size_t>(i));
  return out;
}

// `rows`: the loops that locals depend on in addition.
LoopBits loops_of(const Nest& nest, const Stage& stage, uint64_t rows) {
  LoopBits out;
  uint64_t kept = first_loops(stage.kept);
  for (const NestStep& step : stage.code) {
    uint64_t loops = 0;
    if (step.name == Scalar::load) {
      loops = loops_of(step.access, out);
      if (nest.is_local(step.access.buffer)) loops |= rows;
    }
    if (step.name == Scalar::loop) loops = bit(static_cast<size_t>(step.loop));
    bool is_sum = step.name == Scalar::product || step.name == Scalar::folded;
    if (is_sum) loops = stage.form == StageForm::scan ? ~uint64_t{0} : kept;
    for (int in : step.in) loops |= out[static_cast<size_t>(in)];
    out.push_back(loops);
  }
  return out;
}

}  // namespace

LoopBits loops_of_steps(const Nest& nest, const Stage& stage) {
  return loops_of(nest, stage, first_loops(nest.shared));
}

LoopBits loops_of_operand(const Nest& nest, const Stage& operand) {
  return loops_of(nest, operand, ~uint64_t{0});
}

double iterations_over(const Stage& stage, uint64_t loops) {
  double out = 1;
  for (size_t i = 0; i < stage.loops.size(); ++i) {
    if ((loops & bit(i)) != 0) out *= static_cast<double>(stage.loops[i].number);
  }
  return out;
}

void AccessFootprint::add(const Stage& stage, const LoopBits& loops, const Access& access) {
  if (access.computed >= 0) {
    parts_.push_back({access.offset, {}});
    sum_ += iterations_over(stage, loops_of(access, loops));
    is_anywhere_ = true;
    return;
  }
  FootprintRegion part{access.offset, {}};
  for (size_t i = 0; i < access.strides.size(); ++i) {
    int64_t stride = access.strides[i].number, iterations = stage.loops[i].number;
    if (stride == 0 || iterations == 1) continue;
    if (stride < 0) part.offset += stride * (iterations - 1);
    part.along.emplace_back(std::abs(stride), iterations);
  }
  part.along = joined(std::move(part.along));
  if (std::ranges::find(parts_, part) != parts_.end()) return;
  auto reach = reach_of(part.along);
  double low = static_cast<double>(part.offset), high = low + reach.span;
  low_ = parts_.empty() ? low : std::min(low_, low);
  high_ = parts_.empty() ? high : std::max(high_, high);
  sum_ += reach.count;
  is_anywhere_ |= access.guard >= 0;
  parts_.push_back(std::move(part));
}

double AccessFootprint::elements(int64_t most) const {
  double out = std::min(sum_, static_cast<double>(most));
  return is_anywhere_ ? out : std::min(out, high_ - low_);
}

}  // namespace rille
