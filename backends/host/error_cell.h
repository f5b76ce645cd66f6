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

// Any thread may report a failure. Steps run sequentially, so the first failed step wins. Within a
// step, the first check wins, and within a check the smallest element, independent of the threads.
class ErrorCell {
 public:
  void fail(int64_t check_of_step, int64_t element, const int64_t* payload);
  // Whether the current step is the first that failed, so that its array values must be kept.
  bool is_fresh() const { return failed_ && !closed_; }
  void keep(std::span<char* const> wholes);
  bool failed() const { return failed_; }
  void enter(const Plan& plan) { plan_ = &plan; }
  // Called before a kernel, whose checks are those of the plan from `first_check` on.
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
  int64_t first_check_ = 0;          // of the current step
  int64_t check_ = 0, element_ = 0;  // the failed check of the plan, and its element
  std::array<int64_t, max_check_words> payload_ = {};
  std::vector<Array> wholes_;
};

}  // namespace rille
