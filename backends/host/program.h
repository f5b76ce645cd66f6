// Program: a plan with its machine code.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "backends/backend.h"
#include "backends/host/error_cell.h"
#include "backends/host/rounds.h"
#include "backends/host/tape.h"
#include "jit/codegen.h"
#include "jit/plan.h"
#include "jit/schedule.h"
#include "vm/memory/small_vector.h"
#include "vm/run/recorder.h"
#include "vm/run/running.h"

namespace rille {

// The number of iterations per range: enough to be worth a thread, and few enough to bound the
// latency of an interrupt. Equal to `iterations` if the caller runs all iterations at once.
int64_t grain_of(int64_t iterations, int64_t work, int64_t align);

// The execution parameters of one loop nest of a plan.
struct Kernel {
  KernelFn run = nullptr;
  int64_t iterations = 1;
  int64_t grain = 1;   // iterations per range; >= iterations: only the caller runs the kernel
  int64_t work = 0;    // Nest::work()
  size_t scratch = 0;  // scratch bytes per thread
  size_t shared = 0;   // bytes shared by all ranges
  SizeArguments sizes = {};
  Constants constants = {};  // passed after the buffers of the step
};

// A region compiled to a single kernel (jit/plan_kernels.h).
struct SerialKernel {
  Kernel kernel;  // iterates over the loop; run is null if the region is not a kernel
  std::shared_ptr<const Plan> checks;  // a plan with only the checks of the kernel
};

// A plan, or the plan of a region, with machine code. Immutable.
struct Program {
  const Plan* plan = nullptr;
  std::vector<Kernel> kernels;  // per nest of the plan
  // Per step: its regions, unless they are a serial kernel.
  std::vector<std::vector<Program>> parts;
  std::vector<SerialKernel> loops;  // per step
  std::vector<uint32_t> numbers;    // per step: its index in estimate() (jit/estimate.h)
  std::vector<Round> rounds = {};   // of a loop body whose carries stay in their buffers
};

// The addresses of the slots of a running plan.
using SlotAddresses = SmallVector<char*, 24>;

// The state of a run, shared by all regions of a program. From step `commit` of `plan` on, the run
// overwrites donated buffers. It may stop before that step, for a failed check or an interrupt, but
// not later: `committed` then disables interrupts.
struct RunState {
  ErrorCell cell;
  const Plan* plan = nullptr;
  size_t commit = SIZE_MAX;
  std::optional<InterruptGuard> committed = {};
  Recorder* recorder = nullptr;  // not null: each step is recorded, with this label and its number
  uint32_t first_label = 0;
};

// The addresses of a plan, laid out once for any number of consecutive runs.
class RunFrame {
 public:
  RunFrame(const Program& program, char* arena);
  RunFrame(const RunFrame&) = delete;
  RunFrame& operator=(const RunFrame&) = delete;

  // Set the addresses of parameters, results, and the arena for the following runs.
  void set_param(size_t number, char* place) { at(program_.plan->params, number) = place; }
  void set_result(size_t number, char* place) { at(program_.plan->results, number) = place; }
  void set_arena(char* arena);
  // Sets the rounds for the current results (backends/host/rounds.h), owned by the caller. Without
  // rounds, each step runs separately.
  void set_rounds(std::span<const Round> rounds) { rounds_ = rounds; }
  bool has_tapes() const { return !tapes_.empty(); }

  // Runs all steps.
  void run(RunState& run);
  void run(std::span<char* const> params, std::span<char* const> results, RunState& run);

 private:
  char*& at(const std::vector<int>& slots, size_t number) {
    return places_[static_cast<size_t>(slots[number])];
  }
  void step(size_t number, RunState& run);
  void recorded_step(size_t number, RunState& run);
  void recorded_round(const Round& round, RunState& run);
  // `busy`, unless it is null, receives the time of the pieces of each step, which are recorded.
  void round(const Round& round, RunState& run, std::atomic<int64_t>* busy);
  void add_buffers(const PlanStep& step);
  void copy(const PlanStep& step);

  const Program& program_;
  SlotAddresses places_;
  std::vector<std::unique_ptr<Tape>> tapes_;
  std::span<const Round> rounds_;
  std::vector<char*> buffers_;  // of the kernels of a round
  std::vector<size_t> begins_;  // the start of each step in buffers_
};

// Runs a structured node or a node with effects by the code of the device, or by the reference
// loops of the op if the device has no code.
void run_structured(const Node& node, const Graph& graph, std::span<char* const> in,
                    std::span<char* const> out);

// Runs the work on another thread while this one polls (vm/run/running.h), or on this thread if no
// State is running. The work must own everything that it reads, since it continues when poll()
// throws and the caller leaves.
using Work = std::function<std::shared_ptr<void>()>;
std::shared_ptr<void> on_worker(Work work);
// Registers a wait for abandoned compilations at process exit, before the destructors of objects
// that exist now. Compilations use objects of LLVM, and destructors run in reverse order.
void finish_compiles_at_exit();

}  // namespace rille
