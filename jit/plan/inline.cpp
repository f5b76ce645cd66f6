// Inlining: values that their readers compute.
#include <algorithm>

#include "jit/cost.h"
#include "jit/op.h"
#include "jit/plan/fuse.h"

namespace rille {
namespace {

// Reads of each element from which a view with a border, such as a pad, is materialized.
constexpr int64_t max_border_reads = 8;

class Inliner {
 public:
  Inliner(const LoweredGraph& lowered, FusedOps& fused)
      : lowered_(lowered), graph_(lowered.graph), fused_(fused) {}

  void run() {
    for (size_t i = 0; i < graph_.nodes.size(); ++i) {
      const Node& node = graph_.nodes[i];
      if (can_inline(lowered_, node)) {
        propose(node);
      } else {
        for (Var v : node.out) fused_.materialize(v);
        materialize_operands(node, lowered_.lowering[i]);
      }
    }
  }

 private:
  InlineCost& cost(Var v) { return fused_.values[v].inlined; }
  bool is_rejected(Var v, Reuse reuse) {
    return !rejection({.reuse = reuse, .inlined = cost(v)}).empty();
  }

  // Proposes to inline the operands of the node into it, then the node into its readers.
  void propose(const Node& node) {
    Var v = node.out[0];
    for (size_t i = 0; i < node.in.size(); ++i) {
      if (is_rejected(node.in[i], Reuse::elements) && repeats(node, i)) {
        fused_.materialize(node.in[i]);
      }
    }
    cost(v) = cost_at(node);
    const ValueFacts& facts = fused_.values[v];
    if (facts.is_result || is_rejected(v, facts.uses > 1 ? Reuse::readers : Reuse::once)) {
      fused_.materialize(v);
    }
  }

  InlineCost cost_at(const Node& node) {
    auto* point = lowered_.as<Pointwise>(node.out[0]);
    auto* view = lowered_.as<View>(node.out[0]);
    InlineCost out;
    if (point != nullptr) out.operations = cost_of(point->code);
    if (view != nullptr && view->guarded) out.operations = 1;
    for (Var in : node.in) {
      const InlineCost& below = cost(in);
      out.operations += below.operations;
      out.reads_memory |= below.reads_memory;
      if (!fused_.is_materialized(in)) out.depth = std::max(out.depth, below.depth + 1);
    }
    return out;
  }

  // Whether the node reads an element of the operand more than once.
  bool repeats(const Node& node, size_t operand) const {
    Var v = node.out[0];
    if (auto* point = lowered_.as<Pointwise>(v)) return looks_up(*point, node, operand);
    auto is_larger = [&](Var in) { return graph_.type(v).count() > graph_.type(in).count(); };
    return graph_.type(v).count() > 0 && std::ranges::all_of(node.in, is_larger);
  }

  // Whether the code looks up more elements of the operand than it has. A lookup that is needed
  // only within a bound of the last axis happens only there (jit/codegen/cuts.cpp).
  bool looks_up(const Pointwise& point, const Node& node, size_t operand) const {
    constexpr int64_t max_lanes = 16;  // of any vector
    const Type &type = graph_.type(node.out[0]), &from = graph_.type(node.in[operand]);
    bool has_runs = std::ranges::all_of(node.in, [&](Var in) {
      const Type& part = graph_.type(in);
      return part.rank() > 0 && part.rank() == type.rank() && part.ints().back() >= max_lanes;
    });
    int64_t lookups = 0;
    for (const Scalars::ScalarStep& step : point.code.steps) {
      if (step.name != Scalar::load) continue;
      if (std::get<int64_t>(step.value) != static_cast<int64_t>(operand)) continue;
      bool is_bound = has_runs && std::ssize(step.in) > type.rank() &&
                      bounds_last(point.code, step.in.back(), type.rank());
      lookups += is_bound ? from.count() : type.count();
    }
    return lookups > from.count();
  }

  // Whether the step compares the index of the last axis with a constant, or is a conjunction of
  // two such steps.
  static bool bounds_last(const Scalars& code, int step, int rank) {
    const Scalars::ScalarStep& it = code.steps[static_cast<size_t>(step)];
    if (it.name == Scalar::bit_and) {
      return bounds_last(code, it.in[0], rank) && bounds_last(code, it.in[1], rank);
    }
    if (it.name != Scalar::lt && it.name != Scalar::ge) return false;
    const Scalars::ScalarStep& index = code.steps[static_cast<size_t>(it.in[0])];
    const Scalars::ScalarStep& bound = code.steps[static_cast<size_t>(it.in[1])];
    return index.name == Scalar::index && std::get<int64_t>(index.value) == rank - 1 &&
           bound.name == Scalar::constant;
  }

  // A reduction inlines its input. A contraction inlines cheap operands. A node that the device or
  // the plan runs reads buffers.
  void materialize_operands(const Node& node, const std::optional<Lowering>& lowering) {
    if (node.op == &check_op) {
      for (size_t i = 2; i < node.in.size(); ++i) {
        if (is_shown_whole(graph_, node, i)) materialize_input(node.in[i]);
      }
    } else if (lowering && std::holds_alternative<Reduce>(*lowering)) {
      materialize_borders(node.in[0], graph_.type(node.in[0]).count());
    } else if (lowering && std::holds_alternative<Contraction>(*lowering)) {
      for (Var in : node.in) materialize_factor(in);
    } else {
      for (Var in : node.in) {
        if (graph_.type(in).form() == TypeForm::array) materialize_input(in);
      }
    }
  }

  // If an operand of a product is not inlined, the value below its views is materialized.
  void materialize_factor(Var v) {
    if (!is_rejected(v, Reuse::operand)) return;
    while (is_rejected(v, Reuse::operand)) {
      auto* view = lowered_.as<View>(v);
      if (view == nullptr || view->guarded) break;
      v = lowered_.node_of(v).in[0];
    }
    fused_.materialize(v);
  }

  // A view with a border that a reduction reads in overlapping windows is materialized, because
  // otherwise each read is compared with the border.
  void materialize_borders(Var v, int64_t reads) {
    if (fused_.is_materialized(v)) return;
    auto* view = lowered_.as<View>(v);
    if (view == nullptr && lowered_.as<Pointwise>(v) == nullptr) return;
    if (view != nullptr && view->guarded && reads / max_border_reads >= graph_.type(v).count()) {
      if (keeps_rows(v)) fused_.materialize(v);
      return;
    }
    for (Var in : lowered_.node_of(v).in) materialize_borders(in, reads);
  }

  // Whether v, if it is materialized now, is read from memory with stride 1 along its last axis.
  bool keeps_rows(Var v) const {
    Ints loops = graph_.type(v).ints();
    StageBuilder builder(lowered_, fused_.memory, loops, static_cast<int>(loops.size()));
    builder.value(v, builder.identity());
    return std::ranges::all_of(builder.stage.code, [](const NestStep& step) {
      return step.name != Scalar::load || step.access.strides.back().is(1);
    });
  }

  // A reshape of a materialized value shares its buffer.
  void materialize_input(Var v) {
    if (fused_.is_materialized(v)) return;
    auto* view = lowered_.as<View>(v);
    if (view != nullptr && view->reshape && !fused_.values[v].is_result) {
      Var from = lowered_.node_of(v).in[0];
      materialize_input(from);
      fused_.values[v].alias = fused_.owner(from);
    }
    fused_.materialize(v);
  }

  const LoweredGraph& lowered_;
  const Graph& graph_;
  FusedOps& fused_;
};

}  // namespace

void inline_values(const LoweredGraph& lowered, FusedOps& fused) { Inliner(lowered, fused).run(); }

}  // namespace rille
