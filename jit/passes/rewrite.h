// Rewriter: copies a graph and its regions for a pass.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "jit/graph.h"
#include "jit/op.h"
#include "jit/pass.h"

namespace rille {

// Applies the pass to each region of each node; a shared region is processed once.
class RegionPass {
 public:
  explicit RegionPass(Pass pass) : pass_(pass) {}
  Regions operator()(const Regions& regions);

 private:
  Pass pass_;
  std::unordered_map<const Graph*, Region> done_;
};

// The node that produces each value of a graph.
class ProducerIndex {
 public:
  explicit ProducerIndex(const Graph& graph);

  int number(Var v) const { return number_[static_cast<size_t>(v.id)]; }  // -1: a parameter
  const Node* operator()(Var v) const {                                   // null: a parameter
    return number(v) < 0 ? nullptr : &graph_.nodes[static_cast<size_t>(number(v))];
  }

 private:
  const Graph& graph_;
  std::vector<int> number_;
};

// Bytes of a materialized value; 0 if it is not an array or its size is unknown.
int64_t array_bytes(const Type& type);

// Copies a graph node by node, in order. A rule is called for each node with its new inputs. It
// returns the values that replace the results, or nothing: then the node is copied.
class Rewriter {
 public:
  using Rule = Vars (*)(Rewriter&, const Node&);

  // `effects`: the rule is also called for nodes with an effect, and may emit one in their place.
  enum class NodeSelection { values, effects };
  Rewriter(const Graph& graph, Pass pass, Rule rule, NodeSelection takes = NodeSelection::values);
  Graph run() &&;

  Builder& b() { return b_; }
  Type type(Var v) const { return b_.type(v); }

  // The node of the new graph that defines v, if its op is `op`; null otherwise. The pointer is
  // invalidated when a node is created.
  const Node* made_by(Var v, const Op& op) const;
  // The number in all elements of v, if a fill creates it.
  const AttrValue* filled(Var v) const;

 private:
  void note();

  const Graph& graph_;
  RegionPass regions_;
  Rule rule_;
  NodeSelection takes_;
  Builder b_;
  VarMap<Var> value_;
  std::vector<int> maker_;  // per new value: its node, -1 for a parameter
  size_t noted_ = 0;        // number of nodes in maker_
};

}  // namespace rille
