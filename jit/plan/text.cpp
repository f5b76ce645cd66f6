// A plan as `rille dump` shows it.
#include "vm/text.h"

#include <algorithm>

#include "jit/op.h"
#include "jit/plan.h"
#include "jit/plan_kernels.h"

namespace rille {
namespace {

std::string place_of(const Slot& slot) {
  switch (slot.home) {
    case Slot::Home::param: return str("param ", slot.number);
    case Slot::Home::result: return str("result ", slot.number);
    case Slot::Home::arena: return str("arena ", slot.offset, "..", slot.offset + slot.bytes);
    case Slot::Home::tape: return "tape";
    case Slot::Home::nothing: return "nothing";
    case Slot::Home::constants: return str("constants ", slot.offset);
  }
  return "";
}

std::string text_of(const Plan& plan, const PlanStep& step) {
  switch (step.kind) {
    case PlanStep::Kind::nest: return str("nest ", step.nest, " (", join(step.buffers), ")");
    case PlanStep::Kind::copy: return str("copy ", step.in[0], " -> ", step.out[0]);
    case PlanStep::Kind::structured:
    case PlanStep::Kind::region: break;
  }
  return str(plan.graph.nodes[static_cast<size_t>(step.node)].op->name, " (", join(step.in),
             ") -> (", join(step.out), ")", loop_in_one_kernel(plan, step) ? ", one kernel" : "");
}

std::string indented(const std::string& text) {
  std::string out = "    ";
  for (size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (text[i] == '\n' && i + 1 < text.size()) out += "    ";
  }
  return out;
}

}  // namespace

std::vector<bool> used_slots(const Plan& plan) {
  std::vector<bool> out(plan.slots.size());
  auto use = [&](const std::vector<int>& slots) {
    for (int slot : slots) out[static_cast<size_t>(slot)] = true;
  };
  use(plan.params);
  use(plan.results);
  for (const PlanStep& step : plan.steps) {
    for (const auto* slots : {&step.buffers, &step.in, &step.out}) use(*slots);
  }
  return out;
}

namespace {

// The first places of a nest's values, each once.
std::string places_text(const Nest& nest, const PlaceText& place) {
  constexpr size_t most = 4;
  std::vector<std::string> found;
  for (const Origin& origin : nest.origins) {
    std::string text = origin.none() ? "" : place(origin);
    bool is_new = !text.empty() && std::ranges::find(found, text) == found.end();
    if (is_new) found.push_back(std::move(text));
  }
  if (found.empty()) return "";
  bool is_cut = found.size() > most;
  found.resize(std::min(found.size(), most));
  return str("  # ", join(found), is_cut ? ", …" : "");
}

}  // namespace

std::string plan_text(const Plan& plan, const PlaceText& place) {
  std::string out = str("arena ", plan.arena_bytes, " bytes, ", plan.steps.size(), " steps, ",
                        plan.nests.size(), " kernels\n");
  std::vector<bool> used = used_slots(plan);
  for (size_t i = 0; i < plan.slots.size(); ++i) {
    if (!used[i]) continue;
    out += str("slot ", i, ": ", plan.slots[i].type, " at ", place_of(plan.slots[i]), "\n");
  }
  for (const PlanStep& step : plan.steps) {
    out += text_of(plan, step);
    if (place && step.kind == PlanStep::Kind::nest) {
      out += places_text(plan.nests[static_cast<size_t>(step.nest)].nest, place);
    }
    out += "\n";
    for (const auto& part : step.parts) out += indented(plan_text(*part, place));
  }
  for (size_t i = 0; i < plan.nests.size(); ++i)
    out += str("nest ", i, ": ", text(plan.nests[i].nest));
  return out;
}

}  // namespace rille
