// Splitter: splits a graph into a known and a linear part.
#include "jit/transforms/split.h"

#include <algorithm>
#include <ranges>

#include "vm/error.h"

namespace rille {
namespace {

constexpr int deepest_chain = 16;  // maximum chain of views that is rematerialized, not saved

}  // namespace

Splitter::Splitter(const Graph& graph, const Flags& known, const Flags& linear, const Flags& stays)
    : graph_(graph),
      linear_results_(linear),
      known_(graph.origin),
      linear_(graph.origin),
      in_known_(graph),
      in_linear_(graph),
      maker_(graph),
      live_(graph),
      stays_(graph) {
  for (size_t i = 0; i < graph.params.size(); ++i) {
    Var v = graph.params[i];
    if (known[i]) {
      in_known_[v] = known_.param(graph.type(v));
      stays_[v] = !stays.empty() && stays[i];
    } else {
      in_linear_[v] = linear_.param(graph.type(v));
      others_.push_back(in_linear_[v]);
    }
  }
}

Flags Splitter::known_flags(const Vars& vars) const {
  Flags out;
  for (Var v : vars) out.push_back(is_known(v));
  return out;
}

Vars Splitter::known(const Vars& vars) const {
  Vars out;
  for (Var v : vars) out.push_back(in_known_[v]);
  return out;
}

Vars Splitter::linear(const Vars& vars) {
  Vars out;
  for (Var v : vars) out.push_back(linear(v));
  return out;
}

// Whether v is a param flagged by `stays`, or a view of one.
bool Splitter::stays(Var v) const {
  while (maker_[v] != nullptr && maker_[v]->op->view) v = maker_[v]->in[0];
  return stays_[v];
}

bool Splitter::is_free(const Node& node) const {
  if (!node.regions.empty() || node.effects != Effect::none || node.out.size() != 1) return false;
  bool is_window = node.op == &dynamic_slice_op && stays(node.in[0]);
  return node.in.empty() || node.op->view || is_window;
}

// Rematerializes a node that costs no memory in the linear graph.
Var Splitter::again(const Node& node) {
  ++depth_;
  Vars in = linear(node.in);
  --depth_;
  Origin outside = linear_.origin();
  linear_.at(node.origin);
  Var out = linear_.copy(node, in)[0];
  linear_.at(outside);
  return out;
}

Var Splitter::linear(Var v) {
  Var& there = in_linear_[v];
  if (!there.none()) return there;
  const Node* maker = maker_[v];
  bool cheap = maker != nullptr && is_free(*maker) && depth_ < deepest_chain;
  Var made = cheap ? again(*maker) : residual(in_known_[v]);
  return in_linear_[v] = made;
}

Var Splitter::residual(Var known) {
  auto at = static_cast<size_t>(known.id);
  if (handed_of_.size() <= at) handed_of_.resize(at + 1);
  if (handed_of_[at].none()) {
    handed_of_[at] = linear_.param(known_.type(known));
    sources_.push_back(known);
    handed_.push_back(handed_of_[at]);
  }
  return handed_of_[at];
}

void Splitter::mark_live() {
  for (Var v : graph_.results) live_[v] = true;
  for (const Node& node : std::views::reverse(graph_.nodes)) {
    if (!lives(node)) continue;
    for (Var v : node.in) live_[v] = true;
  }
}

bool Splitter::lives(const Node& node) const {
  return node.effects != Effect::none ||
         std::ranges::any_of(node.out, [&](Var v) { return live_[v]; });
}

void Splitter::step(const Node& node) {
  known_.at(node.origin);
  linear_.at(node.origin);
  Flags known = known_flags(node.in);
  if (std::ranges::count(known, false) == 0) {
    Vars out = known_.copy(node, this->known(node.in));
    for (size_t i = 0; i < out.size(); ++i) {
      in_known_[node.out[i]] = out[i];
      maker_[node.out[i]] = &node;
    }
  } else if (node.op->split != nullptr) {
    node.op->split(*this, node);
  } else {
    Vars out = linear_.copy(node, linear(node.in));
    for (size_t i = 0; i < out.size(); ++i) in_linear_[node.out[i]] = out[i];
  }
}

SplitGraph Splitter::run() {
  mark_live();
  for (const Node& node : graph_.nodes) {
    if (lives(node)) step(node);
  }
  known_.at(graph_.origin);
  linear_.at(graph_.origin);
  Vars known, linear;
  for (size_t i = 0; i < graph_.results.size(); ++i) {
    Var v = graph_.results[i];
    if (!linear_results_[i] && !is_known(v)) {  // only possible in a user's derivative rule
      decides_by_tangent("the primal result of a derivative rule", graph_.origin);
    }
    (linear_results_[i] ? linear : known)
        .push_back(linear_results_[i] ? this->linear(v) : in_known_[v]);
  }
  append(known, sources_);
  SplitGraph out{std::move(known_).finish(known), std::move(linear_).finish(linear),
                 sources_.size()};
  out.linear.params = handed_;
  append(out.linear.params, others_);
  return out;
}

SplitGraph split(const Graph& graph, const Flags& known, const Flags& linear, const Flags& stays) {
  return Splitter(graph, known, linear, stays).run();
}

}  // namespace rille
