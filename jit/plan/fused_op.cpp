// The loops and the code of a fused operation.
#include <algorithm>

#include "jit/op.h"
#include "jit/plan/contraction.h"

namespace rille {

OpLoops loops_of(const LoweredGraph& lowered, const FusedOp& op) {
  OpLoops out;
  if (op.kind == FusedOp::Kind::contraction) {
    Extents extents =
        extents_of(lowered, lowered.node_of(op.core), *lowered.as<Contraction>(op.core));
    out.extents = extents.batch;
    out.extents.insert(out.extents.end(), {extents.rows, extents.columns});
    out.kept = static_cast<int>(out.extents.size());
    out.rows = out.kept - 1;
    return out;
  }
  const Reduce* reduce = op.core.none() ? nullptr : lowered.as<Reduce>(op.core);
  if (reduce == nullptr) {
    out.extents = op.loops.empty() ? lowered.graph.type(op.roots[0]).ints() : op.loops;
    out.kept = out.rows = static_cast<int>(out.extents.size());
    return out;
  }
  Ints extents = lowered.graph.type(lowered.node_of(op.core).in[0]).ints(), reduced;
  for (int64_t axis = 0; axis < std::ssize(extents); ++axis) {
    bool is_reduced = std::ranges::count(reduce->axes, axis) > 0;
    (is_reduced ? reduced : out.axes).push_back(axis);
  }
  out.kept = out.rows = static_cast<int>(out.axes.size());
  out.axes.insert(out.axes.end(), reduced.begin(), reduced.end());
  for (int64_t axis : out.axes) out.extents.push_back(extents[static_cast<size_t>(axis)]);
  return out;
}

FusedOp op_of(const LoweredGraph& lowered, const FusedOps& fused, Var core, Var root) {
  bool reduces = lowered.as<Reduce>(core) != nullptr;
  return {.kind = reduces ? FusedOp::Kind::reduction : FusedOp::Kind::contraction,
          .node = lowered.producer[static_cast<size_t>(core.id)],
          .core = core,
          .roots = {root},
          .ops_before = fused.values[core].ops_before};
}

Ints kept_loops(const LoweredGraph& lowered, const FusedOp& op) {
  OpLoops loops = loops_of(lowered, op);
  loops.extents.resize(static_cast<size_t>(loops.kept));
  return loops.extents;
}

namespace {

// Up to the step that reads the reduced value.
void pull_reduction(const LoweredGraph& lowered, StageBuilder& builder, const FusedOp& op,
                    const OpLoops& loops) {
  const Reduce& reduce = *lowered.as<Reduce>(op.core);
  Var x = lowered.node_of(op.core).in[0];
  const Type& type = lowered.graph.type(x);
  Place place{type.ints(), std::vector<Index>(loops.axes.size())};
  for (size_t i = 0; i < loops.axes.size(); ++i) {
    place.at[static_cast<size_t>(loops.axes[i])] = builder.index.loop(static_cast<int>(i));
  }
  builder.stage.form = reduce.scan ? StageForm::scan : StageForm::fold;
  builder.stage.reverse = reduce.reverse;
  bool widens = accumulates(reduce.combiner);
  builder.stage.sum_dtype = widens ? sum_dtype_of(type.dtype()) : type.dtype();
  int folded = builder.value(x, place);
  if (reduce.scan) builder.set_home(place);
  end_reduction(lowered, builder, op, folded, reduce.combiner);
}

}  // namespace

void end_reduction(const LoweredGraph& lowered, StageBuilder& builder, const FusedOp& op,
                   int folded, Scalar combiner) {
  builder.stage.combiner = combiner;
  builder.stage.folded = folded;
  NestStep step{.name = Scalar::folded, .dtype = lowered.graph.type(op.core).dtype()};
  builder.made(op.core, builder.index.push(step));
}

std::vector<int> pull_roots(StageBuilder& builder, const FusedOp& op) {
  for (Var v : op.roots) builder.own(v);
  std::vector<int> made;
  for (Var v : op.roots) made.push_back(builder.value(v, builder.identity()));
  return made;
}

std::vector<int> pull_op(const LoweredGraph& lowered, StageBuilder& builder, const FusedOp& op,
                         const OpLoops& loops) {
  if (op.kind == FusedOp::Kind::reduction) pull_reduction(lowered, builder, op, loops);
  if (op.kind == FusedOp::Kind::contraction) {
    pull_product(lowered, builder, op, *lowered.as<Contraction>(op.core));
  }
  return pull_roots(builder, op);
}

}  // namespace rille
