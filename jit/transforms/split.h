// Splitter: splits a graph into a known and a linear part.
#pragma once

#include <vector>

#include "jit/transforms/parts.h"

namespace rille {

// known:  (known params...) -> (results that are not linear..., residuals...)
// linear: (residuals..., other params...) -> (linear results...)
struct SplitGraph {
  Graph known;
  Graph linear;
  size_t residuals;

  Var residual(size_t i) const { return known.results[known.results.size() - residuals + i]; }
};

// `linear` flags results; it must be set for every result that depends on an unknown param. `stays`
// flags known params that the linear graph may read without a residual; empty: none.
SplitGraph split(const Graph& graph, const Flags& known, const Flags& linear,
                 const Flags& stays = {});

// The state of a split, for split rules: the two graphs under construction, and the value in each
// for every value of the original graph.
class Splitter {
 public:
  Splitter(const Graph& graph, const Flags& known, const Flags& linear, const Flags& stays);

  const Graph& graph() const { return graph_; }
  Builder& known_builder() { return known_; }
  Builder& linear_builder() { return linear_; }

  bool is_known(Var v) const { return !in_known_[v].none(); }
  Flags known_flags(const Vars& vars) const;
  Var known(Var v) const { return in_known_[v]; }
  Vars known(const Vars& vars) const;
  // The value in the linear graph. A known value becomes a residual, or is rematerialized there if
  // that costs no memory: fills, views, windows of params flagged by `stays`.
  Var linear(Var v);
  Vars linear(const Vars& vars);
  // Makes a value of the known graph a residual. Returns its param in the linear graph.
  Var residual(Var known);

  void put_known(Var v, Var known) { in_known_[v] = known; }
  void put_linear(Var v, Var linear) { in_linear_[v] = linear; }

  SplitGraph run();

 private:
  void mark_live();
  bool lives(const Node& node) const;
  bool is_free(const Node& node) const;
  bool stays(Var v) const;
  void step(const Node& node);
  Var again(const Node& node);

  const Graph& graph_;
  const Flags& linear_results_;
  Builder known_, linear_;
  VarMap<Var> in_known_, in_linear_;
  VarMap<const Node*> maker_;
  VarMap<bool> live_, stays_;
  Vars others_;                 // the unknown params in the linear graph
  Vars sources_, handed_;       // the residuals in the known graph, and in the linear graph
  std::vector<Var> handed_of_;  // residual param by the id of the known graph's Var
  int depth_ = 0;
};

}  // namespace rille
