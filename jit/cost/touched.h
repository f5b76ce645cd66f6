// Touched: which elements of a buffer a nest reads or writes.
#pragma once

#include <utility>
#include <vector>

#include "jit/nest.h"

namespace rille {

// The loops that each step of a stage depends on, a bit each: from those of what it reads. Locals
// have no strides along the shared loops, in whose every turn they hold something else.
using LoopBits = std::vector<uint64_t>;
LoopBits loops_of_steps(const Nest& nest, const Stage& stage);
LoopBits loops_of_operand(const Nest& nest, const Stage& operand);

// How many turns these loops have together.
double turns_over(const Stage& stage, uint64_t loops);

// The elements that some accesses name, each counted once: exactly where each access names its
// own part, or the same one as another; at most so many where parts overlap otherwise.
class Touched {
 public:
  void add(const Stage& stage, const LoopBits& loops, const Access& access);
  bool none() const { return parts_.empty(); }
  double elements(int64_t most) const;  // of a buffer that has so many

 private:
  struct Part {
    int64_t offset;
    std::vector<std::pair<int64_t, int64_t>> along;  // strides and extents, the least stride first
    bool operator==(const Part&) const = default;
  };

  std::vector<Part> parts_;
  double sum_ = 0;
  double low_ = 0, high_ = 0;  // of all parts
  bool is_anywhere_ = false;   // by computed indices, or under a guard
};

}  // namespace rille
