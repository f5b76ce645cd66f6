// rematerialize: recomputes large products.
#include <algorithm>
#include <array>
#include <unordered_set>

#include "jit/lowering.h"
#include "jit/op.h"
#include "jit/passes/rewrite.h"
#include "jit/plan/contraction.h"

namespace rille {
namespace {

constexpr int64_t deepest = 256;   // terms of one score
constexpr size_t largest = 64;     // nodes of a recomputed expression
constexpr size_t farthest = 4096;  // nodes examined between scores and their reader

std::optional<Lowering> lowering_of(const Graph& graph, const Node& node) {
  if (!node.op->lower || !node.regions.empty() || node.out.size() != 1) return {};
  return node.op->lower.fn({graph.types_of(node.in), node.attrs, node.regions, node.origin});
}

int64_t counted(const Type& type, const Ints& axes) {
  int64_t out = 1;
  for (int64_t axis : axes) out *= type.ints()[static_cast<size_t>(axis)];
  return out;
}

Ints counting(int64_t count) {
  Ints out;
  for (int64_t i = 0; i < count; ++i) out.push_back(i);
  return out;
}

bool is_dot(const Node& node) { return node.op == &dot_general_op; }

// Whether a product is worth recomputing: its result is at least half as large as both operands
// together (the scores of attention, for example), its axes are batch..., rows, columns, and k is
// small. Only such products that plan/group.cpp keeps in tasks.
bool is_large_product(const Graph& graph, const Node& node) {
  if (!is_dot(node)) return false;
  const Type &out = graph.type(node.out[0]), &left = graph.type(node.in[0]),
             &right = graph.type(node.in[1]);
  const Ints& contracted = node.attrs.ints("left_contracted");
  auto known = static_cast<int>(node.attrs.ints("left_batch").size() + contracted.size());
  if (!out.known() || !left.known() || !right.known() || !is_float(out.dtype())) return false;
  if (left.rank() != known + 1 || right.rank() != known + 1) return false;
  int64_t deep = counted(left, contracted);
  int64_t rows = out.ints()[static_cast<size_t>(out.rank() - 2)], columns = out.ints().back();
  bool is_large = 2 * out.count() >= left.count() + right.count();
  bool is_shared = out.count() >= min_items * rows * columns;
  return is_large && is_shared && deep > 1 && deep <= deepest && out.count() > 0 &&
         stays_near(std::max(rows, columns), deep, out.dtype());
}

class Rematerializer {
 public:
  explicit Rematerializer(const Graph& graph)
      : graph_(graph),
        b_(graph.origin),
        value_(graph),
        scores_(graph),
        folds_(graph),
        is_result_(graph),
        producer_(graph) {
    for (Var v : graph.results) is_result_[v] = true;
  }

  Graph run() && {
    for (Var v : graph_.params) value_[v] = b_.param(graph_.type(v));
    for (size_t i = 0; i < graph_.nodes.size(); ++i) {
      const Node& node = graph_.nodes[i];
      b_.at(node.origin);
      Vars out = rematerialized(node);
      if (out.empty()) out = b_.copy(node, value_(node.in), node.attrs, regions_(node.regions));
      for (size_t k = 0; k < out.size(); ++k) value_[node.out[k]] = out[k];
      note(node, static_cast<int>(i));
    }
    Vars results = value_(graph_.results);
    return std::move(b_).finish(results);
  }

 private:
  bool is_like(Var v, Var other) const {
    return graph_.type(v).form() == TypeForm::array &&
           graph_.type(v).shape() == graph_.type(other).shape();
  }

  // Records whether the node is an elementwise operation on scores; `scores_` holds their first
  // node.
  void note(const Node& node, int number) {
    if (is_large_product(graph_, node)) scores_[node.out[0]] = number + 1;
    if (node.out.size() != 1 || is_dot(node)) return;
    Var out = node.out[0];
    int first = 0;
    bool folds = false;
    for (Var in : node.in) {
      if (scores_[in] != 0 && (first == 0 || scores_[in] < first)) first = scores_[in];
      folds |= folds_[in];
    }
    if (first == 0 && !folds) return;
    auto lowering = lowering_of(graph_, node);
    if (!lowering) return;
    bool is_point = std::holds_alternative<Pointwise>(*lowering);
    if (first != 0 && is_point) scores_[out] = first;
    if (first != 0 && is_row_fold(graph_.type(node.in[0]), *lowering)) folds_[out] = true;
    if (first == 0 && (is_point || std::holds_alternative<View>(*lowering))) folds_[out] = true;
  }

  static bool is_row_fold(const Type& type, const Lowering& lowering) {
    auto* fold = std::get_if<Reduce>(&lowering);
    return fold != nullptr && !fold->scan && fold->axes == Ints{type.rank() - 1};
  }

  // An expression of scores that ends in a value: its nodes, and whether it contains reductions of
  // rows.
  struct Expression {
    std::vector<Var> scores = {};
    std::unordered_set<int> seen = {};
    bool folds = false;

    // Without reductions of rows, a fused kernel reads each score once in any case.
    bool is_worth_it() const { return !scores.empty() && seen.size() <= largest && folds; }
  };
  bool is_inner(Var v) const {
    const Node* node = producer_(v);
    return node != nullptr && scores_[v] != 0 && !is_result_[v];
  }
  Expression expression(Var end) const {
    Expression out;
    Vars rest{end};
    while (!rest.empty() && out.seen.size() <= largest) {
      Var v = rest.back();
      rest.pop_back();
      if (!out.seen.insert(v.id).second) continue;
      out.folds |= folds_[v];
      if (!is_inner(v)) continue;
      if (is_dot(*producer_(v))) {
        out.scores.push_back(v);
      } else {
        for (Var in : producer_(v)->in) rest.push_back(in);
      }
    }
    return out;
  }

  // Whether some of its scores, or `other`, depend on a product that reads the first scores, and on
  // rows of it other than their own. Then the rows of both cannot be computed in one pass. A
  // distant value counts as late, so that the work per layer does not grow with the depth of a
  // program.
  bool is_late(const Expression& whole, Var other) {
    auto first = *std::ranges::min_element(whole.scores);
    int since = producer_.number(first);
    std::array<std::unordered_set<int>, 2> seen;  // read at its own row; at other rows
    std::vector<std::pair<Var, bool>> rest;
    auto look = [&](const Vars& vars, bool apart) {
      for (Var v : vars) {
        if (producer_.number(v) > since && seen[apart].insert(v.id).second)
          rest.emplace_back(v, apart);
      }
    };
    for (Var v : whole.scores) {
      if (v != first) look(producer_(v)->in, false);
    }
    if (!other.none()) look({other}, false);
    while (!rest.empty()) {
      auto [v, apart] = rest.back();
      rest.pop_back();
      const Node& node = *producer_(v);
      auto reads_first = [&](Var in) { return scores_[in] == since + 1; };
      if (apart && is_dot(node) && std::ranges::any_of(node.in, reads_first)) return true;
      if (seen[0].size() + seen[1].size() > farthest) return true;
      look(node.in, apart || !is_point(node));
    }
    return false;
  }

  bool is_point(const Node& node) {
    if (node.out.size() != 1) return false;
    auto [known, is_new] = points_.emplace(node.out[0].id, false);
    if (is_new) {
      auto lowering = lowering_of(graph_, node);
      known->second = lowering && std::holds_alternative<Pointwise>(*lowering);
    }
    return known->second;
  }

  Vars rematerialized(const Node& node) {
    if (node.op == &permute_op) return permuted(node);
    if (is_dot(node)) {
      for (size_t side : {0, 1}) {
        if (scores_[node.in[side]] == 0) continue;
        if (auto out = product(node, side)) return {*out};
      }
      return {};
    }
    bool may_fold = node.in.size() == 1 && node.out.size() == 1 && scores_[node.in[0]] != 0;
    if (!may_fold) return {};
    auto lowering = lowering_of(graph_, node);
    if (!lowering || !is_row_fold(graph_.type(node.in[0]), *lowering)) return {};
    Expression whole = expression(node.in[0]);
    if (!whole.is_worth_it() || !is_late(whole, {})) return {};
    return b_.copy(node, {recomputed(node.in[0])});
  }

  // A product with an expression of scores, which becomes the left operand; none if it is not
  // changed.
  std::optional<Var> product(const Node& node, size_t side) {
    static constexpr std::array batch{"left_batch", "right_batch"};
    static constexpr std::array contracted{"left_contracted", "right_contracted"};
    Var x = node.in[side], y = node.in[1 - side];
    int rank = graph_.type(x).rank();
    const Ints& over = node.attrs.ints(contracted[side]);
    if (node.attrs.ints(batch[side]) != counting(rank - 2) || over.size() != 1) return {};
    Expression whole = expression(x);
    if (!whole.is_worth_it()) return {};
    bool late = is_late(whole, y), stays = side == 0 || over[0] == rank - 1;
    if (!late && stays) return {};
    Attrs attrs({{"dtype", node.attrs.dtype("dtype")},
                 {"left_batch", node.attrs.ints(batch[side])},
                 {"left_contracted", over},
                 {"right_batch", node.attrs.ints(batch[1 - side])},
                 {"right_contracted", node.attrs.ints(contracted[1 - side])}});
    Var out = b_.copy(node, {late ? recomputed(x) : value_[x], value_[y]}, attrs, {})[0];
    if (side == 0) return out;
    Ints axes = counting(rank - 2);  // its own axis goes last
    for (int64_t axis = rank - 1; axis < b_.type(out).rank(); ++axis) axes.push_back(axis);
    axes.push_back(rank - 2);
    Var moved = op::permute(b_, out, axes);
    moved_.emplace(moved.id, std::pair(out, axes));
    return moved;
  }

  // For the result of product(): merges both permutations into one.
  Vars permuted(const Node& node) {
    auto found = moved_.find(value_[node.in[0]].id);
    if (found == moved_.end()) return {};
    const auto& [from, first] = found->second;
    Ints axes;
    for (int64_t axis : node.attrs.ints("axes")) axes.push_back(first[static_cast<size_t>(axis)]);
    return {axes == counting(std::ssize(axes)) ? from : op::permute(b_, from, axes)};
  }

  Var recomputed(Var v) {
    if (!is_inner(v)) return value_[v];
    if (auto found = recomputed_.find(v.id); found != recomputed_.end()) return found->second;
    const Node& node = *producer_(v);
    Vars in;
    for (Var from : node.in) in.push_back(is_dot(node) ? value_[from] : recomputed(from));
    Placement placement = is_dot(node) ? Placement::near_reader : node.placement;
    Var out = b_.emit(*node.op, in, node.attrs, {}, placement)[0];
    recomputed_[v.id] = out;
    return out;
  }

  const Graph& graph_;
  RegionPass regions_{rematerialize};
  Builder b_;
  VarMap<Var> value_;
  VarMap<int> scores_;  // 1 + the first node of scores that v depends on; 0 if there is none
  VarMap<bool> folds_;  // computed from reductions of rows of scores, without scores themselves
  VarMap<bool> is_result_;
  ProducerIndex producer_;
  std::unordered_map<int, bool> points_;     // per value: whether its node is pointwise
  std::unordered_map<int, Var> recomputed_;  // recomputed values
  // Per new value: its operand and permutation.
  std::unordered_map<int, std::pair<Var, Ints>> moved_;
};

}  // namespace

// Rematerialization of the results of large products, called scores. Kernels compute scores row by
// row, and never store all of them, if all their readers run on the same rows: further products,
// and reductions of rows, as in a softmax. A gradient reads scores after these rows are gone, so
// that they would have to be materialized. Instead they are recomputed there from smaller values:
// the operands of the product, and the reductions of each row. Scores become the left operand of
// products, whose rows a kernel shares with other operations.
Graph rematerialize(const Graph& graph) { return Rematerializer(graph).run(); }

}  // namespace rille
