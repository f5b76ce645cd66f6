// Writes branches and calls as StableHLO text.
#include "jit/op.h"
#include "jit/stablehlo/scope.h"
#include "jit/stablehlo/write.h"

namespace rille {
namespace {

Types hlo_types(const HloNode& n) {
  Types out;
  for (Var v : n.node.out) out.push_back(hlo_type(n.graph.type(v)));
  return out;
}

constexpr std::string_view loops_in_branches =
    " with residuals of a loop in one of its branches, because the trip count is dynamic";

// Regions can use values of enclosing blocks, so they have no operands.
HloValues cond(HloWriter& w, const HloNode& n) {
  for (Var v : n.node.out) {
    if (n.graph.type(v).form() != TypeForm::array) not_written(n.node, loops_in_branches);
  }
  HloValue selector = n.in[0];
  bool is_truth = selector.type.dtype() == Dtype::boolean;
  auto last = static_cast<int64_t>(n.node.regions.size()) - 1;
  if (!is_truth && !lies_below(n.graph, n.node.in[0], last)) {
    selector = w.same("stablehlo.maximum", {selector, w.number(selector.type, int64_t{0})});
    selector = w.same("stablehlo.minimum", {selector, w.number(selector.type, last)});
  }
  HloValues operands(n.in.begin() + 1, n.in.end());
  std::vector<HloBlock> regions;
  for (const Region& region : n.node.regions) {
    regions.push_back(w.block({}, [&](const HloValues&) { return w.graph(*region, operands); }));
  }
  Types out = hlo_types(n);
  std::string_view name = is_truth ? "if" : "case";
  HloValues in{selector};
  return w.with_regions(str("\"stablehlo.", name, "\"($0) ~ : ", hlo_signature(in, out)), in, out,
                        std::move(regions));
}

HloValues body_of(HloWriter& w, const HloNode& n) { return w.graph(*n.node.regions[0], n.in); }

// A function of its own, which keeps its name.
HloValues call(HloWriter& w, const HloNode& n) { return w.composite(n, body_of); }

constexpr HloWriteRule control_written[] = {
    {"call", call}, {"cond", cond}, {"remat", body_of},  // rematerialization only affects memory
};

}  // namespace

std::span<const HloWriteRule> written_control() { return control_written; }

}  // namespace rille
