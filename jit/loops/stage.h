// StageCode: the steps of a stage as scalar operations.
#pragma once

#include <vector>

#include "jit/loops/build.h"
#include "jit/nest/independent_parts.h"
#include "jit/schedule.h"

namespace rille {

// The buffers of a nest's program: the kernel's, then the locals.
std::vector<LoopBuffer> buffers_of(const Nest& nest);
// How many arguments the sizes of a nest and its accesses name.
int sizes_of(const Nest& nest);

// Writes the steps of a stage, each in as few loops as it can be, while its user writes the loops.
class StageCode {
 public:
  // `shared`: how many loops the stages of the nest share.
  StageCode(LoopBuilder& builder, const Nest& nest, const Stage& stage);

  // Only what belongs to `part` of `parts`; -1: everything.
  void take_part(const IndependentParts& parts, int part) { parts_ = &parts, part_ = part; }

  // The counter of a loop; of one that a reverse scan runs backwards, the counter of iterations.
  void bind(size_t loop, Register counter) { counters_[loop] = counter; }
  void bind_mirrored(size_t loop, Register counter);
  const std::vector<Register>& counters() const { return counters_; }

  // What the step `folded` or `product` is.
  void give(Register result) { result_ = result; }

  // The steps that need `depth` loops, and, or not, what was given.
  void steps_at(int depth, bool is_after);
  // Those of no loop, of the first one ... up to `depth` loops, before anything is given.
  void steps_up_to(int depth);
  // The checks and the stores.
  void results();

  Register at(int step) const { return steps_[static_cast<size_t>(step)]; }
  // The step `folded`, in the dtype of sums.
  Register term() { return converted(at(stage_.folded), stage_.sum_dtype); }
  std::vector<LinearIndex> indices_of(const Access& access);

  // Locals have a row for each of several iterations of the shared loops; this is the one at hand.
  void take_row(LinearIndex row) { row_ = std::move(row), has_rows_ = true; }

 private:
  // In how many loops a step must be, at least, and whether it needs what is given.
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
