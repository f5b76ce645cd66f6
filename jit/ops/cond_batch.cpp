// cond under vmap: one choice, or one per mapped element.
#include <algorithm>

#include "jit/ops/cond.h"
#include "jit/regions.h"
#include "jit/transforms/joined.h"
#include "vm/error.h"

namespace rille {

Vars branch_masks(Builder& b, const Node& node) {
  Var selector = node.in[0];
  if (b.type(selector).dtype() == Dtype::boolean) return {selector, opposite(b, selector)};
  Vars out;
  auto last = std::ssize(node.regions) - 1;
  for (int64_t i = 0; i <= last; ++i) {
    Var number = op::fill(b, b.type(selector), i);
    if (last == 0) {
      out.push_back(op::eq(b, selector, selector));
    } else if (i == 0) {
      out.push_back(op::le(b, selector, number));
    } else {
      out.push_back(i == last ? op::ge(b, selector, number) : op::eq(b, selector, number));
    }
  }
  return out;
}

namespace {

bool has_loop(const Graph& graph) {
  return std::ranges::any_of(graph.nodes, [](const Node& node) {
    if (is_loop(node)) return true;
    return std::ranges::any_of(node.regions, [](const Region& r) { return has_loop(*r); });
  });
}

// Runs one region for all mapped elements; its results count only for the elements of the mask.
class MaskedBranch {
 public:
  MaskedBranch(Builder& b, const Node& node, const Batch& batch)
      : b_(b), node_(node), batch_(batch) {}

  Vars run(const Region& region, Var mask) {
    if (region->nodes.empty() || !needs_mask(region)) return inlined(region, mask, false);
    return inlined(masked(region), mask, true);
  }

 private:
  Vars inlined(const Region& region, Var mask, bool takes_mask) {
    Vars in;
    Flags batched;
    if (takes_mask) {
      in.push_back(mask);
      batched.push_back(true);
    }
    for (size_t i = 1; i < node_.in.size(); ++i) {
      bool many = batch_.axes[i] >= 0;
      Var x = node_.in[i];
      bool small = b_.type(x).rank() == 0 && has_tangent(b_.type(x));
      if (!many && small) x = repeat(b_, x, batch_.size);
      batched.push_back(many || small);
      in.push_back(batched.back() ? guard(b_, mask, x) : x);
    }
    Flags out(region->results.size(), true);
    Region many = vmap_region(region, batch_.size, batched, out);
    return has_loop(*many) ? if_any(many, in, mask) : inline_graph(b_, *many, in);
  }

  // A region with loops runs only if some mapped element takes it.
  Vars if_any(const Region& region, const Vars& in, Var mask) {
    Region none =
        make_region(*region, region->types_of(region->params), [&](Builder& b, const Vars&) {
          Vars out;
          for (const Type& type : result_types(region)) {
            out.push_back(zeros(b, type));
          }
          return out;
        });
    Var any = op::reduce_or(b_, mask, {0});
    return op::cond(b_, any, in, {region, none});
  }

  Builder& b_;
  const Node& node_;
  const Batch& batch_;
};

// Whether the result is an empty tape. If one branch makes a tape, the others return an empty one,
// which is never read.
bool is_placeholder(const Graph& region, size_t result) {
  return std::ranges::any_of(region.nodes, [&](const Node& node) {
    return node.op == &empty_tape_op && node.out[0] == region.results[result];
  });
}

// Each mapped element chooses for itself: every region runs, and the results are selected.
std::vector<BatchedVar> choose_rows(Builder& b, const Node& node, const Batch& batch) {
  if (node.effects == Effect::ordered) return row_by_row(b, node, batch);
  Origin here = b.origin();
  Vars rows = branch_masks(b, node), out;
  MaskedBranch branch(b, node, batch);
  for (size_t i = 0; i < rows.size(); ++i) {
    Vars y = branch.run(node.regions[i], rows[i]);
    b.at(here);
    if (i == 0) out = y;
    for (size_t k = 0; i > 0 && k < y.size(); ++k) {
      bool tape = b.type(y[k]).form() == TypeForm::tape;
      if (!tape) out[k] = choose(b, rows[i], y[k], out[k]);
      if (tape && !is_placeholder(*node.regions[i], k)) out[k] = y[k];
    }
  }
  std::vector<BatchedVar> results;
  for (Var v : out) results.push_back({v, 0});
  return results;
}

}  // namespace

std::vector<BatchedVar> cond_batch(Builder& b, const Node& node, const Batch& batch) {
  if (batch.axes[0] >= 0 && must_agree(node)) return agreed_batch(b, node, batch);
  return batch.axes[0] >= 0 ? choose_rows(b, node, batch) : region_batch(b, node, batch, 1);
}

}  // namespace rille
