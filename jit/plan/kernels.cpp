// The kernels of a plan, and which loops are one.
#include <algorithm>

#include "jit/bounds.h"
#include "jit/loops.h"
#include "jit/op.h"
#include "jit/plan_kernels.h"
#include "vm/text.h"

namespace rille {
namespace {

// What one caller does alone anyway, and what the code generator makes in a moment.
constexpr size_t max_loop_code = 1500;  // steps of all nests

struct Measure {
  int64_t work = 0;
  size_t code = 0;
  bool fits = true;
};

bool has_tape(const Plan& plan) {
  return std::ranges::any_of(plan.slots,
                             [](const Slot& slot) { return slot.type.form() == TypeForm::tape; });
}

void add(const Plan& plan, Measure& sum);

void add_region(const Plan& plan, const PlanStep& step, Measure& sum) {
  const Node& node = plan.graph.nodes[static_cast<size_t>(step.node)];
  int64_t iterations = 1;
  if (is_loop(node)) {
    LoopShape shape = loop_shape(node);
    bool is_while = step.parts.size() == 2;
    sum.fits = is_while ? shape.ys == 0 : !shape.dynamic;
    if (sum.fits && !is_while) iterations = shape.length.number();
  } else if (node.op->control != RegionControl::branch) {
    sum.fits = false;
  }
  for (const auto& part : step.parts) {
    Measure inner;
    add(*part, inner);
    sum.fits = sum.fits && inner.fits &&
               inner.work <= bound::max_loop_work / std::max<int64_t>(iterations, 1);
    sum.work += sum.fits ? inner.work * iterations : 0;
    sum.code += inner.code;
  }
}

void add(const Plan& plan, Measure& sum) {
  sum.fits = sum.fits && !has_tape(plan);
  for (const PlanStep& step : plan.steps) {
    if (!sum.fits || sum.work > bound::max_loop_work) return;
    switch (step.kind) {
      case PlanStep::Kind::nest: {
        const Nest& nest = plan.nests[static_cast<size_t>(step.nest)].nest;
        sum.fits = step.in.empty();  // no whole values to be shown
        sum.work += std::min(nest.work(), bound::max_loop_work + 1);
        for (const Stage& stage : nest.stages) sum.code += stage.code.size() + 10;
        break;
      }
      case PlanStep::Kind::copy:
        sum.work += static_cast<int64_t>(plan.slots[static_cast<size_t>(step.out[0])].bytes / 16);
        break;
      case PlanStep::Kind::structured: {
        const Node& node = plan.graph.nodes[static_cast<size_t>(step.node)];
        sum.fits = node.op == &dynamic_update_slice_op;
        sum.work += sum.fits ? plan.graph.type(node.in[1]).count() : 0;
        sum.code += 20;
        break;
      }
      case PlanStep::Kind::region: add_region(plan, step, sum);
    }
  }
}

size_t end_of(const Constants& constants, size_t i) {
  bool is_last = i + 1 == constants.buffers.size();
  return is_last ? constants.bytes.size() : constants.buffers[i + 1];
}

// Numbers of the loop's nests stand one behind the other; slots of the plans say where.
void take_out(std::shared_ptr<const Plan>& plan, const DynamicSizes& dynamic, Constants& all) {
  auto own = std::make_shared<Plan>(*plan);
  std::vector<std::vector<int>> slots;  // of each nest
  for (ScheduledNest& kernel : own->nests) {
    kernel.schedule = on_one_thread(kernel);
    Nest& nest = kernel.nest;
    Constants constants = extract_constants(nest, dynamic);
    slots.emplace_back();
    for (size_t i = 0; i < constants.buffers.size(); ++i) {
      auto at = nest.arguments() - constants.buffers.size() + i;
      slots.back().push_back(static_cast<int>(own->slots.size()));
      own->slots.push_back({.type = Type(nest.buffers[at], {}),
                            .home = Slot::Home::constants,
                            .offset = all.bytes.size() + constants.buffers[i],
                            .bytes = end_of(constants, i) - constants.buffers[i]});
    }
    all.bytes.insert(all.bytes.end(), constants.bytes.begin(), constants.bytes.end());
    all.bytes.resize((all.bytes.size() + 7) / 8 * 8);
  }
  for (PlanStep& step : own->steps) {
    if (step.kind == PlanStep::Kind::nest) {
      const auto& more = slots[static_cast<size_t>(step.nest)];
      step.buffers.insert(step.buffers.end(), more.begin(), more.end());
    }
    for (auto& part : step.parts) take_out(part, dynamic, all);
  }
  plan = std::move(own);
}

}  // namespace

std::optional<PlanLoop> loop_in_one_kernel(const Plan& plan, const PlanStep& step) {
  if (step.kind != PlanStep::Kind::region) return {};
  const Node& node = plan.graph.nodes[static_cast<size_t>(step.node)];
  if (!is_loop(node)) return {};
  LoopShape shape = loop_shape(node);
  bool is_while = step.parts.size() == 2;
  if (is_while ? shape.ys > 0 : shape.dynamic) return {};
  Measure sum;
  for (const auto& part : step.parts) add(*part, sum);
  if (!sum.fits || sum.work > bound::max_loop_work || sum.code > max_loop_code) return {};
  return PlanLoop{shape, is_while ? step.parts[0] : nullptr, step.parts.back()};
}

std::vector<PlanCheck> checks_of(const PlanLoop& loop) {
  std::vector<PlanCheck> out;
  for (const Plan* plan : plans_of(loop)) {
    out.insert(out.end(), plan->checks.begin(), plan->checks.end());
  }
  return out;
}

std::string text(const KernelSource& source) {
  if (const auto* nest = std::get_if<ScheduledNest>(&source)) return text(*nest);
  return std::get<std::shared_ptr<const ProgramSource>>(source)->text;
}

LoopProgram loop_program(const KernelSource& source, const Target& target) {
  if (const auto* nest = std::get_if<ScheduledNest>(&source)) return loop_program(*nest, target);
  return std::get<std::shared_ptr<const ProgramSource>>(source)->program;
}

// It has the scratch of the nest that needs most.
PlanKernel kernel_of(PlanLoop loop, const Target& target, const DynamicSizes& dynamic) {
  PlanKernel out;
  if (loop.condition != nullptr) take_out(loop.condition, dynamic, out.constants);
  take_out(loop.body, dynamic, out.constants);
  for (const Plan* plan : plans_of(loop)) {
    for (const ScheduledNest& kernel : plan->nests) {
      out.launch.scratch = std::max(out.launch.scratch, kernel.schedule.scratch);
    }
  }
  auto source = std::make_shared<ProgramSource>();
  source->program = loop_program(loop, out.constants.bytes.size(), target);
  source->text = text(source->program);
  out.source = std::move(source);
  return out;
}

std::vector<PlanKernel> plan_kernels(const Plan& plan, const Target& target,
                                     const DynamicSizes& dynamic) {
  std::vector<PlanKernel> out;
  for (const ScheduledNest& nest : plan.nests) {
    SharedNest shared = shared_nest(nest, target, dynamic);
    const Schedule& schedule = shared.kernel.schedule;
    out.push_back({.source = shared.kernel,
                   .launch = {.iterations = shared.iterations,
                              .align = schedule.align,
                              .scratch = schedule.scratch,
                              .shared = schedule.shared},
                   .sizes = shared.sizes,
                   .constants = std::move(shared.constants)});
  }
  for (const PlanStep& step : plan.steps) {
    if (auto loop = loop_in_one_kernel(plan, step)) {
      out.push_back(kernel_of(std::move(*loop), target, dynamic));
      continue;
    }
    for (const auto& part : step.parts) {
      auto more = plan_kernels(*part, target, dynamic);
      std::ranges::move(more, std::back_inserter(out));
    }
  }
  return out;
}

}  // namespace rille
