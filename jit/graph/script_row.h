// ScriptNode: a node on its way into a script, and its row.
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

// Which node made a value of a graph: null of a param.
class Makers {
 public:
  // `params`: terms of the graph's, of which some may be literals.
  explicit Makers(const Graph& graph, const std::vector<TermRef>& params = {});
  const Node* of(Var v) const { return at_[static_cast<size_t>(v.id)]; }
  const Node* of(Var v, const Op& op) const;  // null where another op made it
  // The number that a value is everywhere; null where it is none. Behind broadcasts, too.
  const AttrValue* number(Var v) const;
  bool is_number(Var v, double value) const;

 private:
  std::vector<const Node*> at_;
  std::vector<TermRef> known_;  // by value
};

// A node with its operands as terms. Whoever reads an attribute marks it as told: what has an
// attribute left untold is written in the general form, so that none is dropped.
class ScriptNode {
 public:
  ScriptNode(const Graph& graph, const Node& node, std::vector<TermRef> in)
      : graph(graph), node(node), in(std::move(in)) {}

  const Graph& graph;
  const Node& node;
  const std::vector<TermRef> in;
  std::string_view word = {};  // of its row
  Hold hold = Hold::atom;

  const Type& given(size_t i = 0) const { return in[i]->type; }
  const Type& result(size_t i = 0) const { return graph.type(node.out[i]); }
  Dtype dtype() const { return given().dtype(); }
  std::string exactly(size_t i, Hold least = Hold::any) const { return exact(*in[i], least); }

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

// Nothing where no builtin does this.
using ScriptFn = std::optional<Piece> (*)(const ScriptNode& n);

struct ScriptRow {
  std::string_view name;  // of the primitive
  ScriptFn fn;
  std::string_view word = {};
  Hold hold = Hold::atom;
};

// The rows, by what the primitives are about.
std::span<const ScriptRow> script_elementwise();
std::span<const ScriptRow> script_arrays();
const ScriptRow* script_row(std::string_view name);
std::optional<Piece> script_pool(const ScriptNode& n);  // of a window_max and its like, by n.word

// What several nodes do together, as the builtin that made them writes it: the last of them reads
// `reads` in place of its own operands.
struct Idiom {
  const Node* node = nullptr;
  Vars reads = {};
  std::optional<Piece> (*write)(const Idiom& idiom, const ScriptNode& n) = nullptr;
  std::vector<const Node*> implied = {};  // checks that the builtin makes again
  std::vector<const Node*> nodes = {};    // whose attributes are told
  Ints numbers = {};                      // what `write` keeps from the match
  std::vector<std::string> lines = {};
};
std::vector<Idiom> idioms_of(const Graph& graph, const Makers& makers,
                             const std::vector<bool>& live);
std::vector<Idiom> index_idioms(const Graph& graph, const Makers& makers,
                                const std::vector<bool>& live);  // those of them for indices

// `op.NAME(a, b, axis = 0)`: for reading alone.
Piece general_form(const ScriptNode& n, const std::vector<std::string>& regions);

}  // namespace rille
