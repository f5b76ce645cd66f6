// sum_of: accumulates cotangents in place of dense sums.
#include <algorithm>

#include "jit/ops/scan.h"

namespace rille {
namespace {

// The cotangent of x[i] is zero except in a window or in some rows, and only these are added. In a
// loop over the rows of x, a dense sum would be repeated in every iteration.
class SparseSum {
 public:
  explicit SparseSum(Builder& b) : b_(b) {}

  Var of(Var x, Var y) {
    if (Var out = written(x, y); !out.none()) return out;
    if (Var out = written(y, x); !out.none()) return out;
    return op::add(b_, x, y);
  }

 private:
  // The node that computes v; null for a parameter. Values are numbered in the order of their
  // nodes.
  const Node* maker(Var v) const {
    const std::vector<Node>& nodes = b_.graph().nodes;
    size_t low = 0, high = nodes.size();
    while (low < high) {
      size_t at = low + (high - low) / 2, made = at;
      while (made > low && nodes[made].out.empty()) --made;
      if (nodes[made].out.empty() || nodes[made].out.back() < v) {
        low = at + 1;
      } else {
        if (v >= nodes[made].out.front()) return &nodes[made];
        high = made;
      }
    }
    return nullptr;
  }

  const Node* maker(Var v, const Op& op) const {
    const Node* node = maker(v);
    return node != nullptr && node->op == &op ? node : nullptr;
  }

  bool is_zeros(Var v) const {
    const Node* node = maker(v, fill_op);
    if (node == nullptr) return false;
    const AttrValue& value = node->attrs.at("value");
    const auto* real = std::get_if<double>(&value);
    const auto* whole = std::get_if<int64_t>(&value);
    return (real != nullptr && *real == 0) || (whole != nullptr && *whole == 0);
  }

  // A value that is `base` with `update` written, or added, at a position.
  struct SparseUpdate {
    Var base, update;
    Vars place;   // the starts of a window
    Var indices;  // the indices of rows
    Ints axes = {};
  };

  std::optional<SparseUpdate> written_of(Var y) const {
    if (const Node* node = maker(y, dynamic_update_slice_op)) {
      SparseUpdate out{node->in[0], node->in[1], Vars(node->in.begin() + 2, node->in.end()), Var{}};
      if (is_zeros(out.base)) return out;
      out.update = added_there(out);
      if (!out.update.none()) return out;
    }
    const Node* node = maker(y, scatter_op);
    if (node == nullptr || node->attrs.string("mode") != "add") return std::nullopt;
    return SparseUpdate{node->in[0], node->in[2], {}, node->in[1], node->attrs.ints("axes")};
  }

  // The addend of the base's window in an update that is the window plus an addend; none if the
  // update has another form.
  Var added_there(const SparseUpdate& it) const {
    const Node* sum = maker(it.update, add_op);
    const Node* window = sum == nullptr ? nullptr : maker(sum->in[0], dynamic_slice_op);
    bool is_it = window != nullptr && window->in[0] == it.base &&
                 std::ranges::equal(window->in.begin() + 1, window->in.end(), it.place.begin(),
                                    it.place.end());
    return is_it ? sum->in[1] : Var{};
  }

  // x + y; none if y is not of this form.
  Var written(Var x, Var y) {
    std::optional<SparseUpdate> it = written_of(y);
    if (!it) return {};
    if (!is_zeros(it->base)) x = of(x, it->base);
    if (!it->indices.none()) return op::scatter(b_, x, it->indices, it->update, it->axes, "add");
    Var window = op::dynamic_slice(b_, x, it->place, b_.type(it->update).shape());
    return op::dynamic_update_slice(b_, x, op::add(b_, window, it->update), it->place);
  }

  Builder& b_;
};

}  // namespace

Var sum_of(Builder& b, Var x, Var y) {
  Type type = b.type(x);
  if (type.form() == TypeForm::array) return SparseSum(b).of(x, y);
  Region rows = make_region(
      b.graph(), {type.element(), type.element()},
      [](Builder& inner, const Vars& row) { return Vars{sum_of(inner, row[0], row[1])}; });
  return each_row(b, {x, y}, rows);
}

}  // namespace rille
