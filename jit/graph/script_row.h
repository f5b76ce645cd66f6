// ScriptNode: a node to be written to a script, and its row.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "jit/graph/script_text.h"
#include "jit/op.h"

namespace rille {

// The node that defines each value of a graph; null for a param.
class DefiningNodes {
 public:
  // `params`: terms for the params of the graph, some of which may be literals.
  explicit DefiningNodes(const Graph& graph, const std::vector<TermRef>& params = {});
  const Node* of(Var v) const { return at_[static_cast<size_t>(v.id)]; }
  const Node* of(Var v, const Op& op) const;  // null if another op defines it
  // The number that all elements of a value have, also through broadcasts; null if there is none.
  const AttrValue* number(Var v) const;
  bool is_number(Var v, double value) const;

 private:
  std::vector<const Node*> at_;
  std::vector<TermRef> known_;  // by value
};

// A node with its operands as terms. Code that reads an attribute marks it as written. A node with
// an attribute that was not read is written in the general form, so that no attribute is lost.
class ScriptNode {
 public:
  ScriptNode(const Graph& graph, const Node& node, std::vector<TermRef> in)
      : graph(graph), node(node), in(std::move(in)) {}

  const Graph& graph;
  const Node& node;
  const std::vector<TermRef> in;
  std::string_view word = {};  // of its row
  Precedence hold = Precedence::atom;

  const Type& given(size_t i = 0) const { return in[i]->type; }
  const Type& result(size_t i = 0) const { return graph.type(node.out[i]); }
  Dtype dtype() const { return given().dtype(); }
  std::string exactly(size_t i, Precedence least = Precedence::any) const {
    return exact(*in[i], least);
  }

  const AttrValue* find(std::string_view name) const;
  const Ints& ints(std::string_view name) const { return std::get<Ints>(*find(name)); }
  const Shape& shape(std::string_view name) const { return std::get<Shape>(*find(name)); }
  int64_t integer(std::string_view name) const { return std::get<int64_t>(*find(name)); }
  bool flag(std::string_view name) const { return std::get<bool>(*find(name)); }
  Dtype dtype_of(std::string_view name) const { return std::get<Dtype>(*find(name)); }
  const std::string& string(std::string_view name) const {
    return std::get<std::string>(*find(name));
  }
  bool told_all() const;

 private:
  mutable std::set<std::string_view> told_ = {};
};

// Returns nothing if no builtin computes the node.
using ScriptFn = std::optional<ScriptExpr> (*)(const ScriptNode& n);

struct ScriptRow {
  std::string_view name;  // name of the primitive
  ScriptFn fn;
  std::string_view word = {};
  Precedence hold = Precedence::atom;
};

// The rows, by kind of primitive.
std::span<const ScriptRow> script_elementwise();
std::span<const ScriptRow> script_arrays();
const ScriptRow* script_row(std::string_view name);
// For window_max and related primitives, by n.word.
std::optional<ScriptExpr> script_pool(const ScriptNode& n);

// Several nodes that a builtin emitted together, written as that builtin. The last of these nodes
// reads `reads` instead of its own operands.
struct Idiom {
  const Node* node = nullptr;
  Vars reads = {};
  std::optional<ScriptExpr> (*write)(const Idiom& idiom, const ScriptNode& n) = nullptr;
  std::vector<const Node*> implied = {};  // checks that the builtin emits
  std::vector<const Node*> nodes = {};    // nodes whose attributes are expressed
  Ints numbers = {};                      // data of the match for `write`
  std::vector<std::string> lines = {};
};
std::vector<Idiom> idioms_of(const Graph& graph, const DefiningNodes& makers,
                             const std::vector<bool>& live);
std::vector<Idiom> index_idioms(const Graph& graph, const DefiningNodes& makers,
                                const std::vector<bool>& live);  // the idioms for indices

// `op.NAME(a, b, axis = 0)`: readable, but not executable.
ScriptExpr general_form(const ScriptNode& n, const std::vector<std::string>& regions);

}  // namespace rille
