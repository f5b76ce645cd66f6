// parts: splits complex numbers into pairs of real numbers.
#include <unordered_set>

#include "jit/op.h"
#include "jit/ops/regions.h"
#include "jit/passes/rewrite.h"
#include "jit/regions.h"

namespace rille {
namespace {

// A value in complex form, in parts, or in both: a missing form is created at its first use. Tapes
// of a loop exist in parts only.
struct ComplexForms {
  Var whole;
  ComplexVar parts = {};
};

Graph parts_of_region(const Graph& graph);

// Ops with a `parts` rule take and return parts. Regions take and return two values per complex
// one. Other ops run on complex values: an op before them joins the parts, an op after them splits
// the result.
class ComplexSplitter {
 public:
  explicit ComplexSplitter(const Graph& graph) : graph_(graph), b_(graph.origin), value_(graph) {}

  Graph run(bool is_region) && {
    for (Var v : graph_.params) take(v, is_region);
    for (const Node& node : graph_.nodes) {
      b_.at(node.origin);
      step(node);
    }
    Vars results;
    for (Var v : graph_.results) {
      if (is_region) {
        add_parts(results, v);
      } else {
        results.push_back(whole(v));
      }
    }
    return std::move(b_).finish(results);
  }

 private:
  bool is_pair(Var v) const { return has_parts(graph_.type(v)); }

  void take(Var v, bool is_region) {
    const Type& type = graph_.type(v);
    if (!is_region || !has_parts(type)) {
      value_[v].whole = b_.param(type);
      return;
    }
    Type part = part_type(type);
    Var real = b_.param(part);
    value_[v].parts = {real, b_.param(part)};
  }

  Var whole(Var v) {
    ComplexForms& it = value_[v];
    if (it.whole.none()) it.whole = op::complex(b_, it.parts.real, it.parts.imag);
    return it.whole;
  }

  ComplexVar parts(Var v) {
    ComplexForms& it = value_[v];
    if (!is_pair(v)) return {it.whole};
    if (it.parts.real.none()) {
      it.parts = {op::real(b_, it.whole), op::imag(b_, it.whole)};
    }
    return it.parts;
  }

  void add_parts(Vars& to, Var v) {
    ComplexVar it = parts(v);
    to.push_back(it.real);
    if (it.is_complex()) to.push_back(it.imag);
  }

  // Assigns the values `made` to the results of a node; a complex result takes two of them.
  void define(const Node& node, const Vars& made) {
    size_t at = 0;
    for (Var v : node.out) {
      if (is_pair(v)) {
        value_[v].parts = {made[at], made[at + 1]};
        at += 2;
      } else {
        value_[v].whole = made[at++];
      }
    }
  }

  void step(const Node& node) {
    if (!node.regions.empty()) return with_regions(node);
    auto pair = [&](Var v) { return is_pair(v); };
    bool concerns = std::ranges::any_of(node.in, pair) || std::ranges::any_of(node.out, pair);
    if (concerns && node.op->parts != nullptr && divide(node)) return;
    Vars in;
    for (Var v : node.in) in.push_back(whole(v));
    Vars out = b_.copy(node, in);
    for (size_t i = 0; i < out.size(); ++i) value_[node.out[i]].whole = out[i];
  }

  bool divide(const Node& node) {
    std::vector<ComplexVar> in;
    for (Var v : node.in) in.push_back(parts(v));
    Node bare{node.op, {}, node.attrs, {}, {}, node.effects, node.placement, node.origin};
    std::vector<ComplexVar> out = node.op->parts(b_, bare, in);
    if (out.empty()) return false;
    for (size_t i = 0; i < out.size(); ++i) {
      ComplexForms& it = value_[node.out[i]];
      (is_pair(node.out[i]) ? it.parts.real : it.whole) = out[i].real;
      it.parts.imag = out[i].imag;
    }
    return true;
  }

  // The number of values that represent the inputs [from, from + count).
  int64_t count(const Node& node, size_t from, size_t count) const {
    int64_t out = 0;
    for (size_t i = from; i < from + count; ++i) out += is_pair(node.in[i]) ? 2 : 1;
    return out;
  }

  void with_regions(const Node& node) {
    Vars in;
    for (Var v : node.in) add_parts(in, v);
    Attrs attrs = node.attrs;
    if (is_loop(node)) {
      LoopShape shape = loop_shape(node);
      attrs = attrs.with("consts", count(node, 0, shape.consts));
      if (attrs.find("carry") != nullptr) {
        attrs = attrs.with("carry", count(node, shape.consts, shape.carry));
      }
    }
    define(node, b_.copy(node, in, attrs, regions_(node.regions)));
  }

  const Graph& graph_;
  RegionPass regions_{parts_of_region};
  Builder b_;
  VarMap<ComplexForms> value_;
};

Graph parts_of_region(const Graph& graph) { return ComplexSplitter(graph).run(true); }

// `seen`: graphs that were already examined.
bool has_complex(const Graph& graph, std::unordered_set<const Graph*>& seen) {
  if (!seen.insert(&graph).second) return false;
  if (std::ranges::any_of(graph.types, has_parts)) return true;
  for (const Node& node : graph.nodes) {
    for (const Region& region : node.regions) {
      if (has_complex(*region, seen)) return true;
    }
  }
  return false;
}

// A tape has no complex form that could be joined from two tapes.
bool has_open_tape(const Graph& graph) {
  auto is_open = [&](Var v) {
    const Type& type = graph.type(v);
    return type.form() == TypeForm::tape && has_parts(type);
  };
  return std::ranges::any_of(graph.params, is_open) || std::ranges::any_of(graph.results, is_open);
}

}  // namespace

Graph parts(const Graph& graph) {
  std::unordered_set<const Graph*> seen;
  if (!has_complex(graph, seen) || has_open_tape(graph)) return graph;
  return ComplexSplitter(graph).run(false);
}

}  // namespace rille
