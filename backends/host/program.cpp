// Runs a plan step by step.
#include "backends/host/program.h"

#include <algorithm>
#include <cstring>

#include "backends/host/region.h"
#include "backends/host/tape.h"
#include "backends/host/threads.h"
#include "jit/op.h"
#include "vm/error.h"

namespace rille {
namespace {

thread_local Stop* stop_of_thread = nullptr;

Places places_of(const Plan& plan, std::span<char* const> params, std::span<char* const> results,
                 char* arena, std::vector<std::unique_ptr<Tape>>& tapes) {
  Places out(plan.slots.size());
  for (size_t i = 0; i < plan.slots.size(); ++i) {
    const Slot& slot = plan.slots[i];
    switch (slot.home) {
      case Slot::Home::param: out[i] = params[static_cast<size_t>(slot.number)]; break;
      case Slot::Home::result: out[i] = results[static_cast<size_t>(slot.number)]; break;
      case Slot::Home::arena: out[i] = arena + slot.offset; break;
      case Slot::Home::tape:
        tapes.push_back(std::make_unique<Tape>());
        out[i] = reinterpret_cast<char*>(tapes.back().get());
        break;
      case Slot::Home::nothing: break;
    }
  }
  return out;
}

std::vector<char*> pick(const Places& places, const std::vector<int>& slots) {
  std::vector<char*> out;
  for (int slot : slots) out.push_back(places[static_cast<size_t>(slot)]);
  return out;
}

size_t parts_bytes(const PlanStep& step) {
  size_t out = 0;
  for (const auto& part : step.parts) out = std::max(out, (part->arena_bytes + 63) / 64 * 64);
  return out;
}

void run_kernel(const Kernel& kernel, const PlanStep& step, const Places& places, Run& run) {
  char* few[16];
  std::vector<char*> many;
  char** buffers = few;
  if (step.buffers.size() > std::size(few)) {
    many.resize(step.buffers.size());
    buffers = many.data();
  }
  for (size_t i = 0; i < step.buffers.size(); ++i) {
    buffers[i] = places[static_cast<size_t>(step.buffers[i])];
  }
  run.cell.next_step();
  if (kernel.grain >= kernel.turns) {
    kernel.run(buffers, nullptr, 0, kernel.turns, &run.cell);
    return;
  }
  parallel_for(kernel.turns, kernel.grain, [&](int64_t begin, int64_t end) {
    kernel.run(buffers, nullptr, begin, end, &run.cell);
  });
}

}  // namespace

void set_stop(Stop* stop) { stop_of_thread = stop; }
Stop* current_stop() { return stop_of_thread; }

void poll(const Run& run) {
  if (run.stop != nullptr && run.stop->wanted.load(std::memory_order_relaxed)) {
    throw Error(Code::interrupt, "stopped");
  }
}

void run_program(const Program& program, std::span<char* const> params,
                 std::span<char* const> results, char* arena, Run& run) {
  const Plan& plan = *program.plan;
  std::vector<std::unique_ptr<Tape>> tapes;
  Places places = places_of(plan, params, results, arena, tapes);
  run.cell.enter(plan);
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    const PlanStep& step = plan.steps[i];
    poll(run);
    switch (step.kind) {
      case PlanStep::Kind::nest:
        run_kernel(program.kernels[static_cast<size_t>(step.nest)], step, places, run);
        break;
      case PlanStep::Kind::copy: {
        auto from = static_cast<size_t>(step.in[0]), to = static_cast<size_t>(step.out[0]);
        if (plan.slots[to].type.form() == Form::tape) {
          *reinterpret_cast<Tape*>(places[to]) = *reinterpret_cast<const Tape*>(places[from]);
        } else if (places[to] != places[from] && plan.slots[to].bytes > 0) {
          std::memcpy(places[to], places[from], plan.slots[to].bytes);
        }
        break;
      }
      case PlanStep::Kind::structured:
        run_structured(plan.graph.nodes[static_cast<size_t>(step.node)], plan.graph,
                       pick(places, step.in), pick(places, step.out));
        break;
      case PlanStep::Kind::region: {
        char* scratch =
            step.buffers.empty() ? nullptr : places[static_cast<size_t>(step.buffers[0])];
        run_region(plan.graph.nodes[static_cast<size_t>(step.node)], plan.graph, program.parts[i],
                   {pick(places, step.in), pick(places, step.out), scratch, parts_bytes(step)},
                   run);
        run.cell.enter(plan);
        break;
      }
    }
  }
}

}  // namespace rille
