// Rewrites a scatter to one index per row as a select.
#include "jit/passes/one_place.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "jit/ops/indexing.h"
#include "jit/passes/counting.h"

namespace rille {
namespace {

// A scatter whose indices are iotas along all indexed axes of x except one: exactly one index of
// each row of x is written.
struct OneIndexScatter {
  Var index;          // along `axis`, per row of the indices
  int64_t axis = -1;  // of x
  Ints counted;       // per axis of the indices' rows: the axis of x along which it counts, or -1
};

// The columns of the indices, each with a last axis of size 1. vmap puts one more column before the
// others.
void add_columns(const Rewriter& r, Var indices, Vars& out) {
  Type type = r.type(indices);
  const Node* made = r.made_by(indices, convert_op);
  if (made != nullptr && type.dtype() == Dtype::i64) return add_columns(r, made->in[0], out);
  made = r.made_by(indices, concatenate_op);
  if (made == nullptr || made->attrs.integer("axis") != type.rank() - 1) {
    return out.push_back(indices);
  }
  for (Var v : Vars(made->in)) add_columns(r, v, out);
}

std::optional<OneIndexScatter> one_place_of(const Rewriter& r, const Node& node) {
  const Ints& axes = node.attrs.ints("axes");
  const Shape& x = r.type(node.in[0]).shape();
  Shape rows = rows_of(r.type(node.in[1]));
  OneIndexScatter out;
  out.counted.assign(rows.size(), -1);
  Vars columns;
  add_columns(r, node.in[1], columns);
  if (columns.size() != axes.size()) return {};
  for (size_t i = 0; i < columns.size(); ++i) {
    // There is one element, whatever the index.
    if (x[static_cast<size_t>(axes[i])] == Extent(1)) continue;
    std::optional<int64_t> row = counts_along(r, columns[i]);
    bool counts = row && *row < std::ssize(rows);
    if (counts) {
      auto at = static_cast<size_t>(*row);
      counts = out.counted[at] < 0 && rows[at] == x[static_cast<size_t>(axes[i])];
      if (counts) out.counted[at] = axes[i];
    }
    if (counts) continue;
    if (out.axis >= 0) return {};
    out.axis = axes[i];
    out.index = columns[i];
  }
  if (out.axis < 0) return {};
  for (size_t i = 0; i < rows.size(); ++i) {
    if (out.counted[i] < 0 && rows[i] != Extent(1)) return {};
  }
  return out;
}

// Broadcasts a value with the axes of the indices' rows, followed by the axes `rest` of x, to the
// shape of x.
Var along(Builder& b, Var v, const OneIndexScatter& of, const Ints& rest, const Shape& x) {
  Ints targets;
  for (int64_t axis : of.counted) {
    if (axis >= 0) targets.push_back(axis);
  }
  targets.insert(targets.end(), rest.begin(), rest.end());
  Shape shape;
  for (int64_t axis : targets) shape.push_back(x[static_cast<size_t>(axis)]);
  Ints order(targets.size()), others;
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](int64_t i) { return targets[static_cast<size_t>(i)]; });
  for (int64_t axis = 0; axis < std::ssize(x); ++axis) {
    if (std::ranges::find(targets, axis) == targets.end()) others.push_back(axis);
  }
  return op::broadcast(b, op::permute(b, op::reshape(b, v, shape), order), x, others);
}

}  // namespace

Vars one_place_rule(Rewriter& r, const Node& node) {
  const std::string& mode = node.attrs.string("mode");
  if (r.filled(node.in[0]) == nullptr || (mode != "add" && mode != "set")) return {};
  std::optional<OneIndexScatter> of = one_place_of(r, node);
  if (!of) return {};
  Builder& b = r.b();
  Var x = node.in[0];
  Shape shape = r.type(x).shape();
  Ints rest;
  const Ints& axes = node.attrs.ints("axes");
  for (int64_t axis = 0; axis < std::ssize(shape); ++axis) {
    if (std::ranges::find(axes, axis) == axes.end()) rest.push_back(axis);
  }
  Extent extent = shape[static_cast<size_t>(of->axis)];
  if (!extent.known()) return {};
  Type type(Dtype::i64, shape);
  Var index = along(b, op::convert(b, of->index, Dtype::i64), *of, {}, shape);
  index = op::min(b, index, op::fill(b, type, extent.number() - 1));
  index = op::max(b, index, op::fill(b, type, int64_t{0}));
  Var update = along(b, node.in[2], *of, rest, shape);
  if (mode == "add") update = op::add(b, x, update);
  Var hit = op::eq(b, index, op::iota(b, type, of->axis));
  return {op::select(b, hit, update, x)};
}

}  // namespace rille
