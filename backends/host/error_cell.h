// ErrorCell: the first check that failed in a run.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "jit/plan.h"
#include "vm/array.h"

namespace rille {

// Filled from any thread. Steps run one after the other, so a later step cannot come first; of one
// step the first check wins, of one check the least element, whichever thread saw it.
class ErrorCell {
 public:
  void fail(int64_t check_of_step, int64_t element, const int64_t* payload);
  // Whether the present step has failed first: its whole values are to be kept, in their order.
  bool is_fresh() const { return failed_ && !closed_; }
  void keep(std::span<char* const> wholes);
  bool failed() const { return failed_; }
  void enter(const Plan& plan) { plan_ = &plan; }
  // Before a kernel runs whose checks are the plan's from `first_check` on.
  void next_step(int first_check) {
    closed_ = failed_;
    first_check_ = first_check;
  }

  [[noreturn]] void raise() const;

 private:
  std::mutex mutex_;
  const Plan* plan_ = nullptr;
  const Plan* failed_plan_ = nullptr;
  bool failed_ = false, closed_ = false;
  int64_t first_check_ = 0;          // of the present step
  int64_t check_ = 0, element_ = 0;  // of the plan
  std::array<int64_t, most_check_words> payload_ = {};
  std::vector<Array> wholes_;
};

}  // namespace rille
