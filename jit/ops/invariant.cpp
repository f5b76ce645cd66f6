// Loop-invariant values.
#include "jit/ops/invariant.h"

#include <algorithm>

#include "jit/op.h"

namespace rille {

Flags same_each_turn(const Graph& body, size_t captured) {
  Flags out(body.types.size(), false);
  auto at = [&](Var v) { return static_cast<size_t>(v.id); };
  for (size_t i = 0; i < captured; ++i) out[at(body.params[i])] = true;
  for (const Node& node : body.nodes) {
    bool same = node.effects == Effect::none && node.regions.empty() &&
                std::ranges::all_of(node.in, [&](Var v) { return out[at(v)]; });
    for (Var v : node.out) out[at(v)] = same;
  }
  return out;
}

Vars made_before(Builder& b, const Graph& body, const Vars& captured, const Vars& wanted) {
  VarMap<bool> needed(body);
  for (Var v : wanted) needed[v] = true;
  for (auto node = body.nodes.rbegin(); node != body.nodes.rend(); ++node) {
    if (!std::ranges::any_of(node->out, [&](Var v) { return needed[v]; })) continue;
    for (Var v : node->in) needed[v] = true;
  }
  VarMap<Var> value(body);
  for (size_t i = 0; i < captured.size(); ++i) value[body.params[i]] = captured[i];
  Origin origin = b.origin();
  for (const Node& node : body.nodes) {
    if (!std::ranges::any_of(node.out, [&](Var v) { return needed[v]; })) continue;
    b.at(node.origin);
    Vars out = b.copy(node, value(node.in));
    for (size_t i = 0; i < out.size(); ++i) value[node.out[i]] = out[i];
  }
  b.at(origin);
  return value(wanted);
}

}  // namespace rille
