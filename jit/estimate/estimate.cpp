// Sums the cost of a plan's steps, loops, and branches.
#include "jit/estimate.h"

#include <algorithm>
#include <optional>

#include "jit/op.h"
#include "jit/plan_kernels.h"
#include "jit/schedule.h"

namespace rille {
namespace {

const Slot& slot_at(const Plan& plan, int slot) { return plan.slots[static_cast<size_t>(slot)]; }
double bytes_at(const Plan& plan, int slot) {
  return static_cast<double>(slot_at(plan, slot).bytes);
}

double bytes_of(const Plan& plan, const std::vector<int>& slots) {
  double out = 0;
  for (int slot : slots) out += bytes_at(plan, slot);
  return out;
}

const Node& node_of(const Plan& plan, const PlanStep& step) {
  return plan.graph.nodes[static_cast<size_t>(step.node)];
}

// The trip count of a loop; none if it is dynamic.
std::optional<double> iterations_of(const Node& loop) {
  LoopShape shape = loop_shape(loop);
  if (loop.op == &while_loop_op || shape.dynamic) return {};
  return static_cast<double>(shape.length.number());
}

// Whether b is stored where a is: in the arena, or as the result of a loop body that replaces a
// carry of its params in place. The donated arguments of a call are up to its caller and do not
// count.
bool is_one_place(const Plan& plan, int a, int b, int depth) {
  const Slot &from = slot_at(plan, a), &to = slot_at(plan, b);
  if (a == b) return true;
  if (from.home == Slot::Home::arena) return to.home == from.home && from.offset == to.offset;
  bool is_carry = from.home == Slot::Home::param && to.home == Slot::Home::result;
  return depth > 0 && is_carry && plan.donor[static_cast<size_t>(to.number)] == from.number;
}

std::vector<int64_t> elements_of(const Plan& plan, const PlanStep& step) {
  std::vector<int64_t> elements;
  for (int slot : step.buffers) {
    const Type& type = slot_at(plan, slot).type;
    int64_t each = has_parts(type) ? 2 : 1;  // a nest sees real and imaginary parts separately
    elements.push_back(type.form() == TypeForm::array ? each * type.count() : INT64_MAX);
  }
  return elements;
}

Cost cost_of_nest(const Plan& plan, const PlanStep& step) {
  return cost_of(plan.nests[static_cast<size_t>(step.nest)], elements_of(plan, step));
}

bool is_bf16(const Stage& operand) { return unconverted(operand).dtype == Dtype::bf16; }

// The op reads its operands and writes its results. An update in place writes only a part of them.
Cost cost_of_structured(const Plan& plan, const PlanStep& step, int depth) {
  Cost out{.read = bytes_of(plan, step.in), .written = bytes_of(plan, step.out)};
  const Op* op = node_of(plan, step).op;
  bool updates = op == &scatter_op || op == &dynamic_update_slice_op;
  if (!updates || !is_one_place(plan, step.in[0], step.out[0], depth)) return out;
  out.read -= bytes_at(plan, step.in[0]);
  out.written = 0;
  for (size_t i = 1; i < step.in.size(); ++i) {
    out.written = std::max(out.written, bytes_at(plan, step.in[i]));
  }
  return out;
}

class Estimator {
 public:
  Estimator(const Target& target, PlanEstimate& out) : target_(target), out_(out) {}

  struct CostSum {
    Cost cost = {};
    double seconds = 0;

    void add(const CostSum& other) {
      cost += other.cost;
      seconds += other.seconds;
    }
  };

  CostSum add(const Plan& plan, const StepEstimate& around) {
    CostSum out;
    for (const PlanStep& step : plan.steps) {
      StepEstimate here = around;
      here.plan = &plan;
      here.step = &step;
      out.add(step.kind == PlanStep::Kind::region ? region(here) : single(here));
    }
    return out;
  }

 private:
  CostSum note(StepEstimate step, const Cost& cost, RooflineEstimate time) {
    step.cost = cost.times(step.iterations);
    time.seconds *= step.iterations;
    time.computing *= step.iterations;
    time.moving *= step.iterations;
    step.time = time;
    out_.steps.push_back(step);
    return {step.cost, time.seconds};
  }

  CostSum single(StepEstimate step) {
    const Plan& plan = *step.plan;
    if (step.step->kind == PlanStep::Kind::nest) {
      Cost cost = cost_of_nest(plan, *step.step);
      const Schedule& schedule = plan.nests[static_cast<size_t>(step.step->nest)].schedule;
      step.scratch = static_cast<size_t>(schedule.scratch) * static_cast<size_t>(target_.cores);
      step.scratch += static_cast<size_t>(schedule.shared);
      out_.memory.scratch = std::max(out_.memory.scratch, step.scratch);
      return note(step, cost, expected(cost, schedule.iterations, target_));
    }
    Cost cost;
    if (step.step->kind == PlanStep::Kind::structured) {
      step.is_counted = false;
      cost = cost_of_structured(plan, *step.step, step.depth);
    } else if (!is_one_place(plan, step.step->in[0], step.step->out[0], step.depth)) {
      cost.read = cost.written = bytes_of(plan, step.step->in);
    }
    return note(step, cost, expected(cost, target_.cores, target_));
  }

  CostSum region(StepEstimate step) {
    const Node& node = node_of(*step.plan, *step.step);
    if (auto loop = loop_in_one_kernel(*step.plan, *step.step)) return one_kernel(step);
    StepEstimate inside = step;
    ++inside.depth;
    if (is_loop(node)) {
      auto iterations = iterations_of(node);
      inside.is_one_iteration |= !iterations;
      inside.iterations *= iterations.value_or(1);
    }
    note(step, {}, {});
    CostSum out;
    for (const auto& part : step.step->parts) {
      CostSum sum = add(*part, inside);
      if (is_loop(node)) {
        out.add(sum);
      } else if (sum.seconds >= out.seconds) {
        out = sum;
      }
    }
    return out;
  }

  // Values stay in cache between iterations: the loop reads its operands and writes its results
  // once.
  CostSum one_kernel(StepEstimate step) {
    const Plan& plan = *step.plan;
    auto iterations = iterations_of(node_of(plan, *step.step));
    PlanEstimate body;
    CostSum turn;
    for (const auto& part : step.step->parts) turn.add(Estimator(target_, body).add(*part, {}));
    Cost cost = turn.cost.times(iterations.value_or(1));
    cost.read = bytes_of(plan, step.step->in);
    cost.written = bytes_of(plan, step.step->out);
    step.is_one_kernel = true;
    step.is_one_iteration |= !iterations;
    return note(step, cost, expected(cost, 1, target_));
  }

  const Target& target_;
  PlanEstimate& out_;
};

PlanMemory memory_of(const Plan& plan) {
  PlanMemory out;
  for (int slot : plan.params) out.arguments += slot_at(plan, slot).bytes;
  for (size_t i = 0; i < plan.results.size(); ++i) {
    size_t size = slot_at(plan, plan.results[i]).bytes;
    out.results += size;
    if (plan.donor[i] >= 0) out.taken_over += size;
  }
  out.arena = plan.arena_bytes;
  return out;
}

}  // namespace

PlanEstimate estimate(const Plan& plan, const Target& target) {
  PlanEstimate out{.memory = memory_of(plan)};
  auto sum = Estimator(target, out).add(plan, {});
  out.cost = sum.cost;
  out.seconds = sum.seconds;
  return out;
}

std::vector<int> nodes_of(const Plan& plan, const PlanStep& step) {
  const Graph& graph = plan.graph;
  std::vector<bool> stops(graph.types.size()), wanted(graph.types.size());
  for (const Slot& slot : plan.slots) {
    if (!slot.value.none()) stops[static_cast<size_t>(slot.value.id)] = true;
  }
  for (Var v : step.roots) {
    stops[static_cast<size_t>(v.id)] = false;
    wanted[static_cast<size_t>(v.id)] = true;
  }
  std::vector<int> out;
  for (size_t i = graph.nodes.size(); i-- > 0;) {
    const Node& node = graph.nodes[i];
    auto is_wanted = [&](Var v) { return wanted[static_cast<size_t>(v.id)]; };
    bool is_check = step.roots.empty() && step.node == static_cast<int>(i);
    if (!is_check && !std::ranges::any_of(node.out, is_wanted)) continue;
    out.push_back(static_cast<int>(i));
    if (step.kind != PlanStep::Kind::nest) continue;  // the step runs only this node
    for (Var in : node.in) {
      if (!stops[static_cast<size_t>(in.id)]) wanted[static_cast<size_t>(in.id)] = true;
    }
  }
  std::ranges::reverse(out);
  return out;
}

namespace {

bool is_view(const Plan& plan, const Node& node) {
  if (!node.op->lower || node.in.empty()) return false;
  Lowering lowering =
      node.op->lower.fn({plan.graph.types_of(node.in), node.attrs, node.regions, node.origin});
  return std::holds_alternative<View>(lowering);
}

}  // namespace

std::vector<std::string> operations_of(const Plan& plan, const PlanStep& step) {
  if (step.kind == PlanStep::Kind::copy) return {"copy"};
  std::vector<std::string> out, views;
  for (int number : nodes_of(plan, step)) {
    const Node& node = plan.graph.nodes[static_cast<size_t>(number)];
    std::string name(node.op->name);
    bool is_code = name != "fill" && name != "iota" && !is_view(plan, node);
    std::vector<std::string>& list = is_code ? out : views;
    if (std::ranges::find(list, name) == list.end()) list.push_back(std::move(name));
  }
  return out.empty() ? views : out;
}

std::optional<double> seconds_if_fast(const StepEstimate& step, const Target& target) {
  if (step.step->kind != PlanStep::Kind::nest || step.is_one_kernel) return {};
  ScheduledNest kernel = step.plan->nests[static_cast<size_t>(step.step->nest)];
  bool changes = false;
  for (Stage& stage : kernel.nest.stages) {
    bool may = is_product(stage) && stage.precision == Precision::standard &&
               stage.sum_dtype == Dtype::f32 && std::ranges::all_of(stage.operands, is_bf16);
    if (!may) continue;
    stage.precision = Precision::fast;
    changes = true;
  }
  if (!changes) return {};
  kernel = scheduled(std::move(kernel.nest), target);
  Cost cost = cost_of(kernel, elements_of(*step.plan, *step.step));
  double seconds = expected(cost, kernel.schedule.iterations, target).seconds * step.iterations;
  return seconds < step.time.seconds ? std::optional(seconds) : std::nullopt;
}

}  // namespace rille
