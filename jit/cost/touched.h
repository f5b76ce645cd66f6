// AccessFootprint: the elements that a loop nest accesses.
#pragma once

#include <utility>
#include <vector>

#include "jit/nest.h"

namespace rille {

// The loops that each step of a stage depends on, one bit per loop, through the values that it
// reads. Locals have no strides along the shared loops, but their contents change in every
// iteration of these loops.
using LoopBits = std::vector<uint64_t>;
LoopBits loops_of_steps(const Nest& nest, const Stage& stage);
LoopBits loops_of_operand(const Nest& nest, const Stage& operand);

// Number of iterations of these loops together.
double iterations_over(const Stage& stage, uint64_t loops);

// The elements addressed by some accesses, each counted once. The count is exact if any two
// accesses address either the same region or disjoint regions; otherwise it is an upper bound.
class AccessFootprint {
 public:
  void add(const Stage& stage, const LoopBits& loops, const Access& access);
  bool none() const { return parts_.empty(); }
  double elements(int64_t most) const;  // `most`: the size of the buffer

 private:
  struct FootprintRegion {
    int64_t offset;
    // Strides and extents, in ascending order of strides.
    std::vector<std::pair<int64_t, int64_t>> along;
    bool operator==(const FootprintRegion&) const = default;
  };

  std::vector<FootprintRegion> parts_;
  double sum_ = 0;
  double low_ = 0, high_ = 0;  // bounds of all parts
  bool is_anywhere_ = false;   // some access has computed indices or a guard
};

}  // namespace rille
