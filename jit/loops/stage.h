// StageCode: the steps of a stage as scalar operations.
#pragma once

#include <vector>

#include "jit/loops/build.h"
#include "jit/nest/independent_parts.h"
#include "jit/schedule.h"

namespace rille {

// The buffers of a nest's program: the kernel's, then the locals.
std::vector<LoopBuffer> buffers_of(const Nest& nest);
// The number of size arguments of a nest.
int sizes_of(const Nest& nest);

// Writes the steps of a stage, each in the outermost possible loop. Its user writes the loops.
class StageCode {
 public:
  // `shared`: the number of loops that the stages of the nest share.
  StageCode(LoopBuilder& builder, const Nest& nest, const Stage& stage);

  // Restricts the code to one part of `parts`; -1: all of it.
  void take_part(const IndependentParts& parts, int part) { parts_ = &parts, part_ = part; }

  // Binds the counter of a loop; of the reversed loop of a scan, the counter of iterations.
  void bind(size_t loop, Register counter) { counters_[loop] = counter; }
  void bind_mirrored(size_t loop, Register counter);
  const std::vector<Register>& counters() const { return counters_; }

  // The register of the step `folded` or `product`.
  void give(Register result) { result_ = result; }

  // Writes the steps that need `depth` loops, and that depend, or do not, on the result of give().
  void steps_at(int depth, bool is_after);
  // Writes the steps of 0 to `depth` loops that do not depend on give().
  void steps_up_to(int depth);
  // The checks and the stores.
  void results();

  Register at(int step) const { return steps_[static_cast<size_t>(step)]; }
  // The step `folded`, in the dtype of sums.
  Register term() { return converted(at(stage_.folded), stage_.sum_dtype); }
  std::vector<LinearIndex> indices_of(const Access& access);

  // The current row of locals, which have a row for each of several iterations of the shared loops.
  void take_row(LinearIndex row) { row_ = std::move(row), has_rows_ = true; }

 private:
  // The minimum number of loops around a step, and whether it depends on give().
  struct Place {
    int depth = 0;
    bool is_after = false;
  };
  void place(const NestStep& step, const std::vector<bool>& is_written);
  bool is_here(const std::vector<int>& parts, int number) const;
  Register converted(Register value, Dtype dtype);
  Register mirrored(size_t loop);
  void add_term(LinearIndex& index, size_t loop, Size scale) const;
  Register step(const NestStep& step);
  Register only_term();
  LinearIndex element();

  LoopBuilder& b_;
  const Nest& nest_;
  const Stage& stage_;
  std::vector<Register> counters_, steps_;
  std::vector<Register> mirrored_;  // of the loops that a scan runs backwards; -1: none
  std::vector<Place> places_ = {};
  const IndependentParts* parts_ = nullptr;
  int part_ = -1;
  Register result_ = -1;
  LinearIndex row_ = {};
  bool has_rows_ = false;
};

}  // namespace rille
