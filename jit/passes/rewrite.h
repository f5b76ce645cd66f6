// What passes share: a walk that copies, regions included.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "jit/graph.h"
#include "jit/op.h"
#include "jit/pass.h"

namespace rille {

// The pass on each region of each node, once per region however many nodes hold it.
class RegionPass {
 public:
  explicit RegionPass(Pass pass) : pass_(pass) {}
  Regions operator()(const Regions& regions);

 private:
  Pass pass_;
  std::unordered_map<const Graph*, Region> done_;
};

// Bytes of a value that stands in memory; 0 of what is no array, or of sizes that are not known.
int64_t array_bytes(const Type& type);

// Copies a graph node by node, in order. A rule sees each node with its new inputs and gives the
// values that take the place of its results, or nothing: then the node is copied.
class Rewriter {
 public:
  using Rule = Vars (*)(Rewriter&, const Node&);

  // A rule that takes effects is asked about nodes that have one too: it may give what has it.
  enum class Takes { values, effects };
  Rewriter(const Graph& graph, Pass pass, Rule rule, Takes takes = Takes::values);
  Graph run() &&;

  Builder& b() { return b_; }
  Type type(Var v) const { return b_.type(v); }

  // The node of the new graph that makes v, where its op is this one; null else. It may move when
  // the next node is made.
  const Node* made_by(Var v, const Op& op) const;
  // The number that every element of v is, where a fill makes it.
  const AttrValue* filled(Var v) const;

 private:
  void note();

  const Graph& graph_;
  RegionPass regions_;
  Rule rule_;
  Takes takes_;
  Builder b_;
  VarMap<Var> value_;
  std::vector<int> maker_;  // per new value its node, -1 for a parameter
  size_t noted_ = 0;        // nodes that maker_ knows
};

}  // namespace rille
