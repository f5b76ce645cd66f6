// Finds operations that round at most once.
#include "jit/exact.h"

#include <algorithm>

namespace rille {
namespace {

bool is_exact(const Scalars::ScalarStep& step) {
  return facts_of(step.name).answer == ScalarFacts::Reproducibility::one;
}

}  // namespace

bool has_one_answer(const Lowering& lowering, Dtype dtype) {
  if (std::holds_alternative<View>(lowering)) return true;
  if (auto* point = std::get_if<Pointwise>(&lowering)) {
    return std::ranges::all_of(point->code.steps, is_exact);
  }
  if (auto* reduce = std::get_if<Reduce>(&lowering)) {
    return !(accumulates(reduce->combiner) && is_inexact(dtype));
  }
  return std::holds_alternative<StructuredOp>(lowering);
}

}  // namespace rille
