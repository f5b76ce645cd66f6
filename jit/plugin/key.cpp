// The cache key of a kernel's code.
#include "jit/key.h"

#include <algorithm>

#include "jit/plan.h"
#include "jit/schedule.h"
#include "vm/text.h"

namespace rille {
namespace {

std::vector<const Nest*> nests_of(const KernelSource& source) {
  if (const auto* kernel = std::get_if<ScheduledNest>(&source)) return {&kernel->nest};
  std::vector<const Nest*> out;
  for (const Plan* plan : plans_of(std::get<SerialLoop>(source))) {
    for (const ScheduledNest& kernel : plan->nests) out.push_back(&kernel.nest);
  }
  return out;
}

}  // namespace

Target target_of(const KernelSource& source, const Target& target) {
  Target out = target;
  auto multiplies = [](const Nest* nest) { return has_product(*nest); };
  auto is_fast = [](const Nest* nest) {
    return std::ranges::any_of(
        nest->stages, [](const Stage& stage) { return stage.precision == Precision::fast; });
  };
  std::vector<const Nest*> nests = nests_of(source);
  out.units.dots = target.units.dots && std::ranges::any_of(nests, multiplies);
  out.units.bf16_dots = target.units.bf16_dots && std::ranges::any_of(nests, is_fast);
  return out;
}

std::string key_of(const KernelSource& source, const Target& target) {
  Target::Units units = target_of(source, target).units;
  return str(target.name, units.dots ? " dots" : "", units.bf16_dots ? " bf16_dots" : "", "\n",
             text(source));
}

}  // namespace rille
