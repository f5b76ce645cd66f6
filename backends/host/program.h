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
#include "vm/run/running.h"

namespace rille {

// Turns that are worth a thread's while, or as many as a stop may wait for; `turns` where one
// caller does them all at once.
int64_t grain_of(int64_t turns, int64_t work, int64_t align);

// How one nest of a plan runs.
struct Kernel {
  KernelFn run = nullptr;
  int64_t turns = 1;
  int64_t grain = 1;   // turns worth a thread's while; >= turns: the caller does it alone
  int64_t work = 0;    // Nest::work()
  size_t scratch = 0;  // bytes that a thread lends to it
  size_t shared = 0;   // bytes that its ranges share
  SizeArguments sizes = {};
  Constants constants = {};  // behind the buffers of its step
};

// A region that is one kernel (jit/serial.h).
struct SerialKernel {
  Kernel kernel;                       // whose turns are the loop's; run: null where it is none
  std::shared_ptr<const Plan> checks;  // nothing but those of the kernel
};

// One plan, or the part of one that a region is. Immutable.
struct Program {
  const Plan* plan = nullptr;
  std::vector<Kernel> kernels;              // per nest of the plan
  std::vector<std::vector<Program>> parts;  // per step: its regions, where they are no loop
  std::vector<SerialKernel> loops;          // per step
  std::vector<Round> rounds = {};           // of a loop's body, whose carries stay in their places
};

// Where the slots of a running plan stand.
using Places = SmallVector<char*, 24>;

// A run: the same for all parts of a program. From step `commit` of `plan` on it overwrites what
// its caller gave away: it stops before, for a check that failed or for whoever polls, or not at
// all: `committed` then stands in the way of polls.
struct Run {
  ErrorCell cell;
  const Plan* plan = nullptr;
  size_t commit = SIZE_MAX;
  std::optional<Unstopped> committed = {};
};

// A plan about to run, once or many times, one after the other: its places are laid out once.
class RunFrame {
 public:
  RunFrame(const Program& program, char* arena);
  RunFrame(const RunFrame&) = delete;
  RunFrame& operator=(const RunFrame&) = delete;

  // Where the plan's params and results stand, and its arena: as set last.
  void set_param(size_t number, char* place) { at(program_.plan->params, number) = place; }
  void set_result(size_t number, char* place) { at(program_.plan->results, number) = place; }
  void set_arena(char* arena);
  // Of the plan as its results stand now (backends/host/rounds.h), kept by the caller; none: all
  // steps by themselves.
  void set_rounds(std::span<const Round> rounds) { rounds_ = rounds; }
  bool has_tapes() const { return !tapes_.empty(); }

  // Runs all steps.
  void run(Run& run);
  void run(std::span<char* const> params, std::span<char* const> results, Run& run);

 private:
  char*& at(const std::vector<int>& slots, size_t number) {
    return places_[static_cast<size_t>(slots[number])];
  }
  void step(size_t number, Run& run);
  void round(const Round& round, Run& run);
  void add_buffers(const PlanStep& step);
  void copy(const PlanStep& step);

  const Program& program_;
  Places places_;
  std::vector<std::unique_ptr<Tape>> tapes_;
  std::span<const Round> rounds_;
  std::vector<char*> buffers_;  // of a round's kernels
  std::vector<size_t> begins_;  // where those of each step begin
};

// A node by the device's own code (structured, effects), or, where it has none, by the op's
// reference loops.
void run_structured(const Node& node, const Graph& graph, std::span<char* const> in,
                    std::span<char* const> out);

// Does the work on a thread of its own while this one polls (vm/run/running.h); here, where
// nobody's State runs. The work must own all that it reads: it goes on when poll() throws and its
// caller leaves.
using Work = std::function<std::shared_ptr<void>()>;
std::shared_ptr<void> on_worker(Work work);
// At the end of the process, compiles that were abandoned are waited for before what has come to
// be so far is destroyed. For LLVM's own objects, which they use: those that are there last go
// first.
void finish_compiles_at_exit();

}  // namespace rille
