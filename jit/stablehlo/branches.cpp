// Guards both sides of selects for derivatives.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <span>

#include "jit/graph.h"
#include "jit/op.h"
#include "jit/ops/families.h"
#include "jit/pass.h"
#include "jit/stablehlo.h"
#include "jit/transforms/each_node.h"
#include "jit/transforms/parts.h"

namespace rille {
namespace {

bool is_one_of(const Node& node, std::initializer_list<const Op*> ops) {
  return std::ranges::find(ops, node.op) != ops.end();
}

bool carries(const Graph& graph, const Vars& vars) {
  return std::ranges::any_of(vars, [&](Var v) { return has_tangent(graph.type(v)); });
}

// The readers of each value of a graph, without dead nodes.
class ValueReaders {
 public:
  explicit ValueReaders(const Graph& graph) : graph_(graph), by_(graph), maker_(graph) {
    VarMap<bool> lives(graph);
    for (Var v : graph.results) {
      lives[v] = true;
      by_[v].push_back(-1);
    }
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
      for (Var v : graph.nodes[i].out) maker_[v] = static_cast<int>(i) + 1;
    }
    for (int i = static_cast<int>(graph.nodes.size()) - 1; i >= 0; --i) {
      const Node& node = graph.nodes[static_cast<size_t>(i)];
      bool counts = node.effects != Effect::none ||
                    std::ranges::any_of(node.out, [&](Var v) { return lives[v]; });
      if (!counts) continue;
      for (Var v : node.in) {
        lives[v] = true;
        if (carries(graph, node.out)) by_[v].push_back(i);
      }
    }
  }

  // Nodes through which derivatives propagate; -1 represents the results of the graph.
  const std::vector<int>& of(Var v) const { return by_[v]; }
  const Node* maker(Var v) const {
    return maker_[v] == 0 ? nullptr : &graph_.nodes[static_cast<size_t>(maker_[v] - 1)];
  }
  // Whether the value is read only by nodes of this op, at least once.
  bool only_by(Var v, const Op& op) const {
    return !of(v).empty() && std::ranges::all_of(of(v), [&](int i) {
      return i >= 0 && graph_.nodes[static_cast<size_t>(i)].op == &op;
    });
  }

 private:
  const Graph& graph_;
  VarMap<std::vector<int>> by_;
  VarMap<int> maker_;
};

bool is_row_wise(const Node& node, const Shape& rows);

// Whether the region of a loop or call is elementwise in values of shape `rows`. Broadcasts of
// scalars are allowed, and so are values independent of `rows`, such as a table that a scan reads.
bool has_rows(const Graph& region, const Shape& rows) {
  VarMap<bool> is_apart(region);
  for (Var v : region.params) is_apart[v] = region.type(v).shape() != rows;
  return std::ranges::all_of(region.nodes, [&](const Node& node) {
    bool all_apart = node.effects == Effect::none && std::ranges::all_of(node.in, [&](Var v) {
                       return is_apart[v] || !has_tangent(region.type(v));
                     });
    for (Var v : node.out) is_apart[v] = all_apart;
    bool is_spread = node.op == &broadcast_op && region.type(node.in[0]).rank() == 0;
    return !carries(region, node.out) || all_apart || is_spread || is_row_wise(node, rows);
  });
}

// Whether each float element of the results depends only on the elements at the same index of the
// operands with shape `rows`.
bool is_row_wise(const Node& node, const Shape& rows) {
  if (node.effects != Effect::none) return false;
  if (node.op->batch.fn == elementwise_batch || node.op == &fill_op) return true;
  if (!is_one_of(node, {&while_loop_op, &call_op})) return false;
  return std::ranges::all_of(node.regions,
                             [&](const Region& region) { return has_rows(*region, rows); });
}

bool is_finite_fill(const Node* node) {
  if (node == nullptr || node->op != &fill_op) return false;
  const AttrValue* value = node->attrs.find("value");
  const double* number = value == nullptr ? nullptr : std::get_if<double>(value);
  return number == nullptr || std::isfinite(*number);
}

// Whether the node maps a cotangent of 0 to 0 for all operands.
bool keeps_zero(const ValueReaders& reads, const Node& node) {
  if (is_one_of(node, {&add_op, &sub_op, &neg_op, &max_op, &min_op, &select_op, &convert_op,
                       &stop_gradient_op, &fill_op})) {
    return true;
  }
  if (node.op == &div_op) return is_finite_fill(reads.maker(node.in[1]));
  if (node.op != &mul_op) return false;
  return is_finite_fill(reads.maker(node.in[0])) || is_finite_fill(reads.maker(node.in[1]));
}

// The nodes, in order, that compute one side of a select and have no other reader.
struct SelectSide {
  std::vector<int> nodes = {};
  bool loses_zero = false;  // a node may map a cotangent of 0 to NaN
};

SelectSide side_of(const Graph& graph, const ValueReaders& reads, int at, size_t input) {
  const Node& select = graph.nodes[static_cast<size_t>(at)];
  Var side = select.in[input];
  if (select.in[3 - input] == side) return {};
  std::map<int, bool> within;
  SelectSide out;
  for (int i = at - 1; i >= 0; --i) {
    const Node& node = graph.nodes[static_cast<size_t>(i)];
    if (!carries(graph, node.out)) continue;
    bool is_reached = false, is_own = true;
    for (Var v : node.out) {
      if (!has_tangent(graph.type(v)) || reads.of(v).empty()) continue;
      is_own = is_own && graph.type(v).shape() == graph.type(side).shape();
      for (int reader : reads.of(v)) {
        bool is_within = reader == at ? v == side : within.contains(reader);
        is_reached = is_reached || is_within;
        is_own = is_own && is_within;
      }
    }
    if (!is_reached || !is_own || !is_row_wise(node, graph.type(side).shape())) continue;
    within[i] = true;
    out.loses_zero = out.loses_zero || !keeps_zero(reads, node);
  }
  for (const auto& [i, _] : within) out.nodes.push_back(i);
  return out;
}

// Copies a graph with one select. The nodes of its sides are computed again from values that
// receive a cotangent only where the select takes that side. Without derivatives, CSE merges the
// copies with the originals.
class GuardedCopy {
 public:
  GuardedCopy(const Graph& graph, int at) : graph_(graph), at_(at), b_(graph.origin), to_(graph) {}

  Graph run(const SelectSide& yes, const SelectSide& no) {
    for (Var v : graph_.params) to_[v] = b_.param(graph_.type(v));
    for (int i = 0; i < std::ssize(graph_.nodes); ++i) {
      const Node& node = graph_.nodes[static_cast<size_t>(i)];
      b_.at(node.origin);
      Vars in = to_(node.in);
      if (i == at_) {
        in[1] = computed(yes, node.in[1], 1);
        in[2] = computed(no, node.in[2], 2);
      }
      Vars out = b_.copy(node, in);
      for (size_t k = 0; k < out.size(); ++k) to_[node.out[k]] = out[k];
    }
    return std::move(b_).finish(to_(graph_.results));
  }

 private:
  Var computed(const SelectSide& side, Var result, size_t input) {
    if (!side.loses_zero) return to_[result];
    Var condition = graph_.nodes[static_cast<size_t>(at_)].in[0];
    std::map<Var, Var> own;
    for (int i : side.nodes) {
      const Node& node = graph_.nodes[static_cast<size_t>(i)];
      b_.at(node.origin);
      Vars in;
      for (Var v : node.in) {
        auto found = own.find(v);
        if (found == own.end()) found = own.emplace(v, guarded(v, result, condition, input)).first;
        in.push_back(found->second);
      }
      Vars out = b_.copy(node, in);
      for (size_t k = 0; k < out.size(); ++k) own[node.out[k]] = out[k];
    }
    return own.at(result);
  }

  Var guarded(Var v, Var like, Var condition, size_t input) {
    const Type& type = graph_.type(v);
    Var x = to_[v];
    if (!has_tangent(type) || type.shape() != graph_.type(like).shape()) return x;
    Var held = op::stop_gradient(b_, x);
    return input == 1 ? op::select(b_, to_[condition], x, held)
                      : op::select(b_, to_[condition], held, x);
  }

  const Graph& graph_;
  int at_;
  Builder b_;
  VarMap<Var> to_;
};

bool is_guard(const ValueReaders& reads, const Node& node) {
  return std::ranges::any_of(node.in, [&](Var v) {
    const Node* maker = reads.maker(v);
    return maker != nullptr && maker->op == &stop_gradient_op;
  });
}

// Whether the value is read only by this chain of ops.
bool runs_through(const Graph& graph, const ValueReaders& reads, Var v,
                  std::span<const Op* const> ops) {
  if (ops.empty()) return true;
  return reads.only_by(v, *ops.front()) && std::ranges::all_of(reads.of(v), [&](int i) {
           return runs_through(graph, reads, graph.nodes[static_cast<size_t>(i)].out[0],
                               ops.subspan(1));
         });
}

// The graph with guarded regions. In log1p(exp(-|x|)), the expansion of log(exp(a) + exp(b)), |x|
// gets the derivative 0 at 0: the function is symmetric there, and the maximum next to it
// contributes half to each side.
Graph prepared(const Graph& graph) {
  constexpr const Op* softplus[] = {&neg_op, &exp_op, &log1p_op};
  ValueReaders reads(graph);
  return each_node(graph, [&](Builder& b, const Node& node, const Vars& in) {
    Regions regions;
    bool runs = is_one_of(node, {&while_loop_op, &scan_op, &cond_op, &call_op});
    for (const Region& region : node.regions) {
      regions.push_back(runs ? std::make_shared<const Graph>(guarded_branches(*region)) : region);
    }
    Vars out = b.copy(node, in, node.attrs, regions);
    if (node.op == &abs_op && runs_through(graph, reads, node.out[0], softplus)) {
      Var x = in[0], is_zero = op::eq(b, out[0], op::fill(b, b.type(out[0]), 0.0));
      if (has_tangent(b.type(x))) {
        out[0] = op::select(b, is_zero, op::stop_gradient(b, out[0]), out[0]);
      }
    }
    return out;
  });
}

}  // namespace

Graph guarded_branches(const Graph& given) {
  Graph graph = prepared(given);
  auto reads = std::make_unique<ValueReaders>(graph);
  for (int at = 0; at < std::ssize(graph.nodes); ++at) {
    const Node& node = graph.nodes[static_cast<size_t>(at)];
    if (node.op != &select_op || !carries(graph, node.out) || is_guard(*reads, node)) continue;
    SelectSide yes = side_of(graph, *reads, at, 1), no = side_of(graph, *reads, at, 2);
    if (!yes.loses_zero && !no.loses_zero) continue;
    auto before = std::ssize(graph.nodes);
    graph = GuardedCopy(graph, at).run(yes, no);
    reads = std::make_unique<ValueReaders>(graph);
    at += static_cast<int>(std::ssize(graph.nodes) - before);
  }
  return drop_dead(graph);
}

Graph unguarded_branches(const Graph& graph) {
  bool found = false;
  Graph out = each_node(graph, [&](Builder& b, const Node& node, const Vars& in) {
    Regions regions;
    for (const Region& region : node.regions) {
      regions.push_back(std::make_shared<const Graph>(unguarded_branches(*region)));
      found = found || regions.back()->nodes.size() != region->nodes.size();
    }
    bool is_held = node.op == &stop_gradient_op;
    bool is_guard = node.op == &select_op && in[1] == in[2];
    found = found || is_guard;
    return is_held ? Vars{in[0]} : is_guard ? Vars{in[1]} : b.copy(node, in, node.attrs, regions);
  });
  return found ? drop_dead(merge_equal(out)) : graph;
}

}  // namespace rille
