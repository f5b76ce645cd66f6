// The plan report as JSON, with exact numbers.
#include <nlohmann/json.hpp>

#include "repl/plan_report.h"

namespace rille {
namespace {

using Json = nlohmann::json;

Json json_of(const Cost& cost) {
  auto whole = [](double number) { return static_cast<int64_t>(number); };
  return {{"flops", whole(cost.flops)},
          {"functions", whole(cost.functions)},
          {"read", whole(cost.read)},
          {"written", whole(cost.written)}};
}

Json json_of(const PlanReport& report, const StepEstimate& step) {
  Json out = json_of(step.cost);
  out["operations"] = operations_of(*step.plan, *step.step);
  out["places"] = places_of(report, *step.plan, *step.step);
  out["layers"] = layers_of(*step.plan, *step.step);
  out["depth"] = step.depth;
  out["turns"] = step.turns;
  out["of_one_iteration"] = step.is_one_iteration;
  out["counted"] = step.is_counted;
  out["seconds"] = step.time.seconds;
  out["computing"] = step.time.computing;
  out["moving"] = step.time.moving;
  out["limit"] = step.time.is_bound_by_memory() ? "memory" : "flops";
  return out;
}

Json buffers_json(const Plan& plan) {
  Json out = Json::array();
  std::vector<Life> lives = lives_of(plan);
  for (int number : buffers_of(plan)) {
    auto at = static_cast<size_t>(number);
    const Slot& slot = plan.slots[at];
    out.push_back({{"home", home_of(slot)},
                   {"type", text(slot.type)},
                   {"bytes", slot.bytes},
                   {"first", lives[at].first},
                   {"last", lives[at].last},
                   {"made_by", slot.value.none() ? "" : maker_of(plan, slot.value)}});
  }
  return out;
}

Json choices_json(const Plan& plan) {
  Json out = Json::array();
  for (const PlanChoice& choice : plan.choices) {
    out.push_back({{"unit", maker_of(plan, choice.unit)},
                   {"other", maker_of(plan, choice.other)},
                   {"joins", choice.joins},
                   {"turns", choice.turns},
                   {"why", choice.why}});
  }
  return out;
}

}  // namespace

std::string json_of(const PlanReport& report) {
  const PlanMemory& memory = report.estimate.memory;
  const Target& target = report.target;
  Json out = json_of(report.estimate.cost);
  out["call"] = report.call;
  out["seconds"] = report.estimate.seconds;
  out["machine"] = {{"name", target.name},
                    {"cores", target.cores},
                    {"flops_s", target.clock_hz * target.units.flops_cycle * target.cores},
                    {"bytes_s", target.memory().bytes_s}};
  out["memory"] = {{"arguments", memory.arguments},   {"results", memory.results},
                   {"taken_over", memory.taken_over}, {"arena", memory.arena},
                   {"scratch", memory.scratch},       {"peak", memory.peak()}};
  out["steps"] = Json::array();
  for (const StepEstimate& step : report.estimate.steps) {
    out["steps"].push_back(json_of(report, step));
  }
  out["buffers"] = buffers_json(report.plan);
  out["decisions"] = choices_json(report.plan);
  return out.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace rille
