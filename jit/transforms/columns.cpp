// ColumnFinder: finds scaled columns of eigenvectors.
#include <algorithm>
#include <numeric>

#include "jit/ops/families.h"
#include "jit/transforms/spectral.h"

namespace rille {
namespace {

constexpr int deepest = 12;  // maximum number of nodes between the vectors and the product

void turn(ScaledColumns& columns) { std::swap(columns.row, columns.column); }

}  // namespace

ColumnFinder::ColumnFinder(const Graph& graph) : graph_(graph) {
  has_any_ = std::ranges::any_of(
      graph.nodes, [](const Node& node) { return node.op == &eigh_op || node.op == &svd_op; });
  if (!has_any_) return;
  makers_.assign(graph.types.size(), nullptr);
  for (const Node& node : graph.nodes) {
    for (Var v : node.out) makers_[static_cast<size_t>(v.id)] = &node;
  }
}

const std::optional<ScaledColumns>& ColumnFinder::find(Var v, int depth) {
  auto known = found_.find(v.id);
  if (known != found_.end()) return known->second;
  return found_[v.id] = depth > deepest ? std::nullopt : look(v, depth);
}

std::optional<ScaledColumns> ColumnFinder::look(Var v, int depth) {
  const Node* node = maker(v);
  int64_t last = graph_.type(v).rank() - 1;
  if (node == nullptr || last < 1) return {};
  bool is_right = node->op == &svd_op && v == node->out[2];
  if ((node->op == &eigh_op && v == node->out[1]) ||
      (node->op == &svd_op && (v == node->out[0] || is_right))) {
    ScaledColumns out{node, is_right, last - 1, last};
    out.count = graph_.type(v).shape().back().number();
    if (is_right) turn(out);  // the rows of vt are the conjugated columns of v
    out.conj = is_right;
    return out;
  }
  if (node->op == &permute_op) {
    const Ints& axes = node->attrs.ints("axes");
    Ints swapped(axes.size());
    std::iota(swapped.begin(), swapped.end(), 0);
    std::swap(swapped[swapped.size() - 1], swapped[swapped.size() - 2]);
    if (axes != swapped) return {};
    std::optional<ScaledColumns> out = find(node->in[0], depth + 1);
    if (out) turn(*out);
    return out;
  }
  if (node->op == &mul_op || node->op == &div_op) return of_scaled(*node, depth);
  if (node->op == &slice_op) return of_slice(*node, depth);
  if (node->op == &complex_op) return of_conjugate(*node, depth);
  return node->op == &dot_general_op ? of_product(*node, depth) : std::nullopt;
}

// Columns times a diagonal matrix, or, as einsum builds it, times a vector along a shared batch
// axis.
std::optional<ScaledColumns> ColumnFinder::of_product(const Node& node, int depth) {
  if (graph_.type(node.out[0]).rank() != 2) return {};
  for (size_t i : {size_t{0}, size_t{1}}) {
    std::optional<ScaledColumns> out = find(node.in[i], depth + 1);
    if (!out || graph_.type(node.in[i]).rank() != 2) continue;
    Var other = node.in[1 - i];
    std::string_view side = i == 0 ? "left" : "right";
    const Ints& shared = node.attrs.ints(std::string(side) + "_batch");
    const Ints& folded = node.attrs.ints(std::string(side) + "_contracted");
    bool is_vector = graph_.type(other).rank() == 1;
    if (is_vector && shared == Ints{out->column} && folded.empty()) {
      out->by.push_back({other, {}});
      out->column = 0;
      out->row = 1;
      return out;
    }
    std::optional<Var> on = is_vector ? std::nullopt : diagonal_of(other);
    if (on && shared.empty() && folded == Ints{out->column}) {
      out->by.push_back({*on, {}});
      out->row = i == 0 ? 0 : 1;
      out->column = 1 - out->row;
      return out;
    }
  }
  return {};
}

// The diagonal of a matrix that `diag` built: n elements, each padded by n zeros, reshaped.
std::optional<Var> ColumnFinder::diagonal_of(Var matrix) const {
  const Node* node = maker(matrix);
  if (node == nullptr || node->op != &reshape_op) return {};
  const Node* padded = maker(node->in[0]);
  if (padded == nullptr || padded->op != &pad_op) return {};
  Shape shape = graph_.type(matrix).shape(), line = graph_.type(padded->in[0]).shape();
  if (shape.size() != 2 || line.size() != 1 || shape[0] != line[0] || shape[1] != line[0]) {
    return {};
  }
  bool fits = padded->attrs.ints("low") == Ints{0} && padded->attrs.ints("high") == Ints{0} &&
              padded->attrs.ints("interior") == Ints{line[0].number()};
  return fits ? std::optional(padded->in[0]) : std::nullopt;
}

std::optional<ScaledColumns> ColumnFinder::of_scaled(const Node& node, int depth) {
  size_t sides = node.op == &mul_op ? 2 : 1;
  for (size_t i = 0; i < sides; ++i) {
    std::optional<ScaledColumns> out = find(node.in[i], depth + 1);
    if (!out) continue;
    std::optional<ScaledColumns::ColumnFactor> by = factor(node.in[1 - i], *out);
    if (!by) continue;
    by->inverse = node.op == &div_op;
    out->by.push_back(*by);
    return out;
  }
  return {};
}

std::optional<ScaledColumns::ColumnFactor> ColumnFinder::factor(Var v,
                                                                const ScaledColumns& of) const {
  const Node* node = maker(v);
  if (node != nullptr && node->op == &convert_op) node = maker(node->in[0]);
  if (node == nullptr || (node->op != &reshape_op && node->op != &broadcast_op)) return {};
  ScaledColumns::ColumnFactor out{node->in[0], {}};
  if (node->op == &reshape_op) {  // adds a row axis of size 1
    Type type = graph_.type(v);
    bool is_one = type.extent(static_cast<int>(of.row)) == Extent(1);
    bool fits = graph_.type(node->in[0]).shape() == without(type.shape(), {of.row});
    return is_one && fits ? std::optional(out) : std::nullopt;
  }
  bool along_rows = false;
  int64_t last = graph_.type(v).rank() - 2;
  for (int64_t axis : node->attrs.ints("axes")) {
    if (axis == of.row) along_rows = true;
    if (axis != of.row) out.new_axes.push_back(axis == of.column ? last : axis);
  }
  return along_rows ? std::optional(out) : std::nullopt;
}

std::optional<ScaledColumns> ColumnFinder::of_slice(const Node& node, int depth) {
  std::optional<ScaledColumns> out = find(node.in[0], depth + 1);
  if (!out || !out->by.empty()) return {};
  const Type& from = graph_.type(node.in[0]);
  const Type& to = graph_.type(node.out[0]);
  const Ints &start = node.attrs.ints("start"), &step = node.attrs.ints("step");
  for (int axis = 0; axis < from.rank(); ++axis) {
    auto at = static_cast<size_t>(axis);
    bool is_whole = start[at] == 0 && from.extent(axis) == to.extent(axis);
    if (step[at] != 1 || (axis != out->column && !is_whole)) return {};
  }
  out->first += start[static_cast<size_t>(out->column)];
  out->count = to.extent(static_cast<int>(out->column)).number();
  return out;
}

std::optional<ScaledColumns> ColumnFinder::of_conjugate(const Node& node, int depth) {
  const Node *real = maker(node.in[0]), *turned = maker(node.in[1]);
  if (real == nullptr || turned == nullptr) return {};
  if (real->op != &real_op || turned->op != &neg_op) return {};
  const Node* imag = maker(turned->in[0]);
  if (imag == nullptr || imag->op != &imag_op || imag->in[0] != real->in[0]) return {};
  std::optional<ScaledColumns> out = find(real->in[0], depth + 1);
  if (!out) return {};
  out->conj = !out->conj;
  for (ScaledColumns::ColumnFactor& by : out->by) by.conj = !by.conj;
  return out;
}

// Supports single matrices only, not batches.
std::optional<AppliedColumns> ColumnFinder::applied(const Node& node) {
  const std::optional<ScaledColumns> left = find(node.in[0]);
  if (!left || left->conj || graph_.type(node.in[0]).rank() != 2) return {};
  if (node.attrs.ints("left_contracted") != Ints{left->column} || left->row != 0) return {};
  if (node.attrs.ints("right_contracted") != Ints{0}) return {};
  if (!node.attrs.ints("left_batch").empty()) return {};
  std::optional<AppliedColumns> out = inner_of(node.in[1], 0);
  if (!out) return {};
  out->left = *left;
  const ScaledColumns& right = out->right;
  bool fits = left->from == right.from && left->from->op == &eigh_op &&
              left->first == right.first && left->count == right.count;
  bool has_parts = is_complex(graph_.type(node.in[0]).dtype());
  return fits && has_parts == right.conj ? out : std::nullopt;
}

// The product v' b with its rows scaled.
std::optional<AppliedColumns> ColumnFinder::inner_of(Var v, int depth) {
  const Node* node = maker(v);
  if (node == nullptr || depth > deepest) return {};
  if (node->op == &dot_general_op) {
    const std::optional<ScaledColumns>& columns = find(node->in[0]);
    if (!columns || graph_.type(node->in[0]).rank() != 2 || columns->column != 0) return {};
    bool fits = node->attrs.ints("left_contracted") == Ints{columns->row} &&
                node->attrs.ints("right_contracted") == Ints{0} &&
                node->attrs.ints("left_batch").empty() && !find(node->in[1]);
    if (!fits) return {};
    return AppliedColumns{{}, *columns, node->in[1]};
  }
  if (node->op != &mul_op && node->op != &div_op) return {};
  for (size_t i = 0; i < (node->op == &mul_op ? 2U : 1U); ++i) {
    std::optional<ScaledColumns::ColumnFactor> by = factor_of_rows(node->in[1 - i]);
    if (!by) continue;
    std::optional<AppliedColumns> out = inner_of(node->in[i], depth + 1);
    if (!out) continue;
    by->inverse = node->op == &div_op;
    out->right.by.push_back(*by);
    return out;
  }
  return {};
}

// A factor for each row of a matrix, or for each element of a vector.
std::optional<ScaledColumns::ColumnFactor> ColumnFinder::factor_of_rows(Var v) const {
  if (graph_.type(v).rank() == 1) return ScaledColumns::ColumnFactor{v, {}};
  const Node* node = maker(v);
  if (node == nullptr || node->op != &broadcast_op) return {};
  const Ints& axes = node->attrs.ints("axes");
  if (axes == Ints{1}) return ScaledColumns::ColumnFactor{node->in[0], {}};
  return axes == Ints{0, 1} ? std::optional(ScaledColumns::ColumnFactor{node->in[0], {0}})
                            : std::nullopt;
}

}  // namespace rille
