// HostExecutable: a plan with its machine code.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backends/backend.h"
#include "backends/host/kernels.h"
#include "backends/host/program.h"

namespace rille {

// Measures the times of consecutive stages.
struct Stopwatch {
  using Clock = std::chrono::steady_clock;

  Clock::time_point last = Clock::now();
  std::vector<StageTime> stages = {};

  void note(std::string_view name) {
    auto now = Clock::now();
    stages.push_back({name, std::chrono::duration<double>(now - last).count()});
    last = now;
  }
};

// Whether all kernels of the plan have code. Only a program that carries its kernels may lack some.
bool has_code(const Plan& plan, const DynamicSizes& dynamic);

class HostExecutable : public Executable {
 public:
  HostExecutable(Plan plan, const DynamicSizes& dynamic, Stopwatch watch);
  ~HostExecutable() override;
  HostExecutable(const HostExecutable&) = delete;
  HostExecutable& operator=(const HostExecutable&) = delete;

  void run(std::span<const RunInput> in, std::span<Array> out) override;
  // Records the steps, unless the recorder is null, with this label and its successors.
  void run(std::span<const RunInput> in, std::span<Array> out, Recorder* recorder,
           uint32_t first_label);
  const Plan& plan() const { return plan_; }
  std::span<const Type> params() const override { return params_; }
  size_t results() const override { return results_.size(); }
  size_t arena_bytes() const override { return plan_.arena_bytes; }
  std::string plan_text() const override { return rille::plan_text(plan_); }
  std::vector<StageTime> stages() const override { return stages_; }

 private:
  [[gnu::always_inline]] void run_steps(std::span<const RunInput> in, std::span<Array> out,
                                        Recorder* recorder, uint32_t first_label);

  // The working state of a run, used by one run at a time and reused by the next one.
  struct CachedFrame;
  class FrameLease;

  void expect_arena(int change) const;
  void choose_donors(std::span<const RunInput> in, CachedFrame& kept) const;
  void place_results(std::span<const RunInput> in, std::span<Array> out, CachedFrame& kept) const;

  Plan plan_;
  std::vector<Type> params_, results_;
  std::vector<size_t> tapes_in_;  // indices of parameters that are tapes
  std::vector<KernelCode> code_;
  Program program_;
  std::vector<StageTime> stages_;
  PlanLabels labels_;
  std::vector<int> first_writes_;  // per result
  int commit_from_ = 0;            // from this step on, no step can fail
  std::atomic<CachedFrame*> free_{nullptr};
};

}  // namespace rille
