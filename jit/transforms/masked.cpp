// masked: a region whose checks and while loops obey a mask.
#include <algorithm>

#include "jit/ops/regions.h"
#include "jit/regions.h"
#include "jit/transforms/parts.h"
#include "vm/error.h"

namespace rille {
namespace {

// Whether the node, or a node in its regions, depends on the mask.
bool obeys(const Node& node, MaskedLoopPolicy loops) {
  if (node.op == &check_op) return true;
  if (node.op == &while_loop_op && loops == MaskedLoopPolicy::stop) return true;
  return std::ranges::any_of(node.regions, [&](const Region& r) { return needs_mask(r, loops); });
}

// The condition of a loop, false if the first param is false, so that no iteration runs.
Region gated(const Region& condition) {
  Types params = condition->types_of(condition->params);
  params.insert(params.begin(), flag_type());
  return make_region(*condition, params, [&](Builder& b, const Vars& in) {
    Var goes = inline_graph(b, *condition, slice(in, 1, in.size() - 1))[0];
    b.at(condition->origin);
    return Vars{both(b, in[0], goes)};
  });
}

// The attribute with the number of leading captured operands, or "" if the node has none.
std::string_view count_of(const Node& node) {
  if (node.op == &linear_call_op) return "residuals";
  return is_loop(node) ? "consts" : "";
}

Region masked_region(const Node& node, size_t i, MaskedLoopPolicy loops) {
  bool is_condition = node.op == &while_loop_op && i == 0;
  if (is_condition && loops == MaskedLoopPolicy::stop) return gated(node.regions[i]);
  bool backward = node.op == &custom_vjp_op && i == 2;  // its params are residuals, not operands
  return backward ? node.regions[i] : masked(node.regions[i], loops);
}

}  // namespace

Vars emit_with_mask(Builder& b, const Node& node, Vars in, Var mask, Regions regions) {
  std::string_view count = count_of(node);
  Attrs attrs = count.empty() ? node.attrs : node.attrs.with(count, node.attrs.integer(count) + 1);
  in.insert(in.begin() + (node.op->control == RegionControl::branch ? 1 : 0), mask);
  return b.copy(node, in, attrs, std::move(regions));
}

Vars emit_masked(Builder& b, const Node& node, Vars in, Var mask, MaskedLoopPolicy loops) {
  if (!obeys(node, loops)) return b.copy(node, in);
  if (node.op == &check_op) {
    in[1] = both(b, in[1], spread(b, mask, b.type(in[1]).shape()));
    return b.copy(node, in);
  }
  Regions regions;
  for (size_t i = 0; i < node.regions.size(); ++i) {
    regions.push_back(masked_region(node, i, loops));
  }
  return emit_with_mask(b, node, std::move(in), mask, std::move(regions));
}

bool needs_mask(const Region& region, MaskedLoopPolicy loops) {
  return std::ranges::any_of(region->nodes, [&](const Node& node) { return obeys(node, loops); });
}

Region masked(const Region& region, MaskedLoopPolicy loops) {
  Types params = region->types_of(region->params);
  params.insert(params.begin(), flag_type());
  return make_region(*region, params, [&](Builder& b, const Vars& in) {
    VarMap<Var> now(*region);
    for (size_t i = 0; i < region->params.size(); ++i) now[region->params[i]] = in[i + 1];
    for (const Node& node : region->nodes) {
      b.at(node.origin);
      Vars out = emit_masked(b, node, now(node.in), in[0], loops);
      for (size_t i = 0; i < out.size(); ++i) now[node.out[i]] = out[i];
    }
    b.at(region->origin);
    return now(region->results);
  });
}

}  // namespace rille
