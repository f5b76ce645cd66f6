// The limits of a fusion.
#include "jit/plan/fusion_cost.h"

#include "jit/bounds.h"

namespace rille {
namespace {

// Limits of the compiler's own work, so that the compile time is finite.
constexpr int max_inlined = 200;   // operations, and nodes on a path, of one inlined expression
constexpr size_t max_code = 400;   // steps of a kernel
constexpr size_t max_stores = 12;  // values that one stage writes
constexpr size_t max_kernel_ops = 24;

// Operations per element that may be repeated instead of storing the value.
int max_operations(const FusionCost& cost) {
  switch (cost.reuse) {
    case Reuse::once: return max_inlined;
    case Reuse::readers: return bound::cheap;
    case Reuse::elements:
      return cost.inlined.reads_memory ? bound::cheap - 2 : bound::cheap_indices - 1;
    case Reuse::operand: return bound::cheap_operand;
  }
  return 0;
}

// Threads divide the shared iterations; one thread computes small operations at once in any case.
bool shares_enough(const FusionCost& cost) {
  if (cost.iterations >= bound::worth_sharing) return true;
  return cost.iterations > 0 && cost.elements <= bound::small_unit;
}

}  // namespace

std::string_view rejection(const FusionCost& cost) {
  if (cost.inlined.operations > max_operations(cost) || cost.inlined.depth > max_inlined) {
    return "its elements cost more to compute again than to store";
  }
  if (cost.stores > max_stores) return "it has as many results as a loop nest may write";
  if (cost.ops > max_kernel_ops) return "that has as many parts as a kernel may have";
  if (!shares_enough(cost)) return "they share no outer loops, or too few iterations of them";
  if (cost.code > max_code) return "their code is too long for one kernel";
  return "";
}

}  // namespace rille
