// RunFrame: runs a plan step by step.
#include "backends/host/program.h"

#include <algorithm>
#include <cstring>

#include "backends/host/commit.h"
#include "backends/host/region.h"
#include "backends/host/scratch.h"
#include "backends/host/threads.h"
#include "jit/bounds.h"
#include "jit/op.h"
#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {
namespace {

std::vector<char*> pick(const SlotAddresses& places, const std::vector<int>& slots) {
  std::vector<char*> out;
  for (int slot : slots) out.push_back(places[static_cast<size_t>(slot)]);
  return out;
}

size_t parts_bytes(const PlanStep& step) {
  size_t out = 0;
  for (const auto& part : step.parts) out = std::max(out, (part->arena_bytes + 63) / 64 * 64);
  return out;
}

[[noreturn]] void refuse_work(const Plan& plan, const PlanStep& step) {
  const Nest& nest = plan.nests[static_cast<size_t>(step.nest)].nest;
  Span span = nest.origins.empty() ? plan.graph.origin.span() : nest.origins[0].span();
  throw Error(Code::limit, str("a loop has ", nest.work(), " operations, expected at most 2^48"),
              span);
}

// Kernels take non-const pointers, but do not write to constants.
char* place_of(const Constants& constants, size_t offset) {
  return const_cast<char*>(constants.bytes.data()) + offset;  // NOLINT
}

// The number of pointers passed to a kernel: buffers, constants, and shared memory.
size_t buffers_of(const Kernel& kernel, const PlanStep& step) {
  return step.buffers.size() + kernel.constants.buffers.size() + 1;
}

// Stores all pointers except the last one, and returns the address for the last one.
char** put_buffers(const Kernel& kernel, const PlanStep& step, const SlotAddresses& places,
                   char** next) {
  for (int slot : step.buffers) *next++ = places[static_cast<size_t>(slot)];
  for (size_t offset : kernel.constants.buffers) *next++ = place_of(kernel.constants, offset);
  return next;
}

// Runs a loop that is a single kernel. Its buffers are inputs, results, scratch memory, and
// constants.
void run_loop(const Node& node, const SerialKernel& loop, std::vector<char*> buffers,
              std::span<char* const> out, char* memory, RunState& run) {
  buffers.insert(buffers.end(), out.begin(), out.end());
  buffers.push_back(memory);
  buffers.push_back(place_of(loop.kernel.constants, 0));
  LoopShape shape = loop_shape(node);
  int64_t iterations = shape.dynamic ? INT64_MAX : shape.length.number();
  run.cell.enter(*loop.checks);
  run.cell.next_step(0);
  Scratch scratch(loop.kernel.scratch);
  loop.kernel.run(buffers.data(), nullptr, 0, iterations, &run.cell);
  poll();  // the kernel may have been interrupted
}

void run_kernel(const Kernel& kernel, const PlanStep& step, const SlotAddresses& places,
                RunState& run, const uint32_t& number) {
  char* few[16];
  std::vector<char*> many;
  char** buffers = few;
  size_t count = buffers_of(kernel, step);
  if (count > std::size(few)) {
    many.resize(count);
    buffers = many.data();
  }
  char** shared_place = put_buffers(kernel, step, places, buffers);
  SharedLines shared(kernel.shared);
  if (kernel.shared > 0) *shared_place = shared.at();
  run.cell.next_step(step.first_check);
  auto range = [&](int64_t begin, int64_t end) {
    Scratch scratch(kernel.scratch);
    kernel.run(buffers, kernel.sizes.data(), begin, end, &run.cell);
  };
  if (kernel.grain >= kernel.iterations) {
    range(0, kernel.iterations);
  } else if (run.recorder != nullptr) {
    parallel_for(kernel.iterations, kernel.grain, [&](int64_t begin, int64_t end) {
      int64_t start = Recorder::now();
      range(begin, end);
      run.recorder->add_piece(run.first_label + number, start);
    });
  } else {
    parallel_for(kernel.iterations, kernel.grain, range);
  }
  poll();  // the kernel may have been interrupted
}

}  // namespace

int64_t grain_of(int64_t iterations, int64_t work, int64_t align) {
  if (work < 2 * bound::worth_a_thread || iterations < 2) return iterations;
  int64_t ranges = std::min<int64_t>(work / bound::worth_a_thread, 32), threads = host_threads();
  if (ranges > threads)
    ranges -= ranges % threads;  // an uneven split would give one thread twice the work
  ranges = std::min(std::max(ranges, work / bound::max_of_a_range), iterations);
  int64_t grain = (iterations + ranges - 1) / ranges;
  return (grain + align - 1) / align * align;
}

RunFrame::RunFrame(const Program& program, char* arena)
    : program_(program), places_(program.plan->slots.size()) {
  const Plan& plan = *program.plan;
  for (size_t i = 0; i < plan.slots.size(); ++i) {
    if (plan.slots[i].home != Slot::Home::tape) continue;
    tapes_.push_back(std::make_unique<Tape>());
    places_[i] = reinterpret_cast<char*>(tapes_.back().get());
  }
  set_arena(arena);
}

void RunFrame::set_arena(char* arena) {
  const Plan& plan = *program_.plan;
  for (size_t i = 0; i < plan.slots.size(); ++i) {
    const Slot& slot = plan.slots[i];
    if (slot.home == Slot::Home::arena) places_[i] = arena + slot.offset;
  }
}

void RunFrame::copy(const PlanStep& step) {
  auto from = static_cast<size_t>(step.in[0]), to = static_cast<size_t>(step.out[0]);
  const Slot& slot = program_.plan->slots[to];
  if (slot.type.form() == TypeForm::tape) {
    *reinterpret_cast<Tape*>(places_[to]) = *reinterpret_cast<const Tape*>(places_[from]);
  } else if (places_[to] != places_[from] && slot.bytes > 0) {
    copy_bytes(places_[to], places_[from], slot.bytes);
  }
}

void RunFrame::step(size_t number, RunState& run) {
  const Plan& plan = *program_.plan;
  const PlanStep& step = plan.steps[number];
  if (step.kind == PlanStep::Kind::nest) {
    const Kernel& kernel = program_.kernels[static_cast<size_t>(step.nest)];
    if (kernel.work > max_work) refuse_work(plan, step);
    run_kernel(kernel, step, places_, run, program_.numbers[number]);
    if (!step.in.empty() && run.cell.is_fresh()) run.cell.keep(pick(places_, step.in));
    return;
  }
  if (step.kind == PlanStep::Kind::copy) return copy(step);
  const Node& node = plan.graph.nodes[static_cast<size_t>(step.node)];
  std::vector<char*> in = pick(places_, step.in), out = pick(places_, step.out);
  if (step.kind == PlanStep::Kind::structured) return run_structured(node, plan.graph, in, out);
  char* scratch = step.buffers.empty() ? nullptr : places_[static_cast<size_t>(step.buffers[0])];
  const SerialKernel& loop = program_.loops[number];
  if (loop.kernel.run != nullptr) {
    run_loop(node, loop, std::move(in), out, scratch, run);
  } else {
    run_region(node, plan.graph, program_.parts[number],
               {std::move(in), std::move(out), scratch, parts_bytes(step)}, run);
  }
  run.cell.enter(plan);
}

void RunFrame::recorded_step(size_t number, RunState& run) {
  int64_t begin = Recorder::now();
  step(number, run);
  run.recorder->add(TimeSpan::Lane::device, run.first_label + program_.numbers[number], begin);
}

void RunFrame::add_buffers(const PlanStep& step) {
  const Kernel& kernel = program_.kernels[static_cast<size_t>(step.nest)];
  begins_.push_back(buffers_.size());
  buffers_.resize(buffers_.size() + buffers_of(kernel, step));
  put_buffers(kernel, step, places_, &buffers_[begins_.back()]);
}

void RunFrame::round(const Round& round, RunState& run, std::atomic<int64_t>* busy) {
  const std::vector<PlanStep>& steps = program_.plan->steps;
  buffers_.clear(), begins_.clear();
  for (size_t i = 0; i < round.count; ++i) add_buffers(steps[round.first + i]);
  parallel_for(std::ssize(round.pieces), 1, [&](int64_t from, int64_t to) {
    for (int64_t i = from; i < to; ++i) {
      const IterationRange& piece = round.pieces[static_cast<size_t>(i)];
      const Kernel& kernel = program_.kernels[static_cast<size_t>(steps[piece.step].nest)];
      Scratch scratch(kernel.scratch);
      int64_t start = busy == nullptr ? 0 : Recorder::now();
      kernel.run(&buffers_[begins_[piece.step - round.first]], kernel.sizes.data(), piece.begin,
                 piece.end, &run.cell);
      if (busy == nullptr) continue;
      busy[piece.step - round.first] += Recorder::now() - start;
      run.recorder->add_piece(run.first_label + program_.numbers[piece.step], start);
    }
  });
  poll();  // a kernel may have been interrupted
}

// The kernels of a round run at the same time. Each is recorded with a part of the round's time, in
// proportion to the time of its pieces.
void RunFrame::recorded_round(const Round& round, RunState& run) {
  std::vector<std::atomic<int64_t>> busy(round.count);
  int64_t begin = Recorder::now();
  this->round(round, run, busy.data());
  auto all = static_cast<double>(Recorder::now() - begin);
  double total = 1, done = 0;  // 1 tick, so that no division is by 0
  for (const auto& each : busy) total += static_cast<double>(each);
  for (size_t i = 0; i < round.count; ++i) {
    auto from = static_cast<int64_t>(all * done / total);
    done += static_cast<double>(busy[i]);
    auto to = static_cast<int64_t>(all * done / total);
    run.recorder->add({.begin = begin + from,
                       .duration = to - from,
                       .label = run.first_label + program_.numbers[round.first + i],
                       .lane = TimeSpan::Lane::device});
  }
}

void RunFrame::run(std::span<char* const> params, std::span<char* const> results, RunState& state) {
  for (size_t i = 0; i < params.size(); ++i) set_param(i, params[i]);
  for (size_t i = 0; i < results.size(); ++i) set_result(i, results[i]);
  run(state);
}

void RunFrame::run(RunState& run) {
  const Plan& plan = *program_.plan;
  run.cell.enter(plan);
  auto round = rounds_.begin();
  for (size_t i = 0; i < plan.steps.size();) {
    poll();
    if (&plan == run.plan && i == run.commit) {
      if (run.cell.failed()) run.cell.raise();
      run.committed.emplace();
    }
    if (round != rounds_.end() && round->first == i) {
      if (run.recorder != nullptr) {
        recorded_round(*round, run);
      } else {
        this->round(*round, run, nullptr);
      }
      i += round++->count;
    } else {
      run.recorder != nullptr ? recorded_step(i, run) : step(i, run);
      ++i;
    }
  }
}

}  // namespace rille
