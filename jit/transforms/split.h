// Splitter: parts a graph into known and linear.
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

// `linear` flags results; it must hold for every result that an unknown param reaches. Known params
// that `stays` flags are at hand for the linear graph whatever it asks for: none where it is empty.
SplitGraph split(const Graph& graph, const Flags& known, const Flags& linear,
                 const Flags& stays = {});

// What a split rule sees: two graphs in the making, and where each value of the old one stands.
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
  // The value in the linear graph; a known one is handed over as a residual, or made again there
  // where that costs no memory: fills, views of something else, windows of params that stay.
  Var linear(Var v);
  Vars linear(const Vars& vars);
  // A value of the known graph alone, handed over.
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
  Vars sources_, handed_;       // residuals: in the known graph, in the linear one
  std::vector<Var> handed_of_;  // by the known graph's Var
  int depth_ = 0;
};

}  // namespace rille
