// The loops of a unit, and what it computes in them.
#include <algorithm>

#include "jit/op.h"
#include "jit/plan/contraction.h"

namespace rille {

UnitLoops loops_of(const LoweredGraph& lowered, const Unit& unit) {
  UnitLoops out;
  if (unit.kind == Unit::Kind::contract) {
    Extents extents =
        extents_of(lowered, lowered.node_of(unit.made), *lowered.as<Contraction>(unit.made));
    out.extents = extents.batch;
    out.extents.insert(out.extents.end(), {extents.rows, extents.columns});
    out.kept = static_cast<int>(out.extents.size());
    out.rows = out.kept - 1;
    return out;
  }
  const Reduce* reduce = unit.made.none() ? nullptr : lowered.as<Reduce>(unit.made);
  if (reduce == nullptr) {
    out.extents = unit.loops.empty() ? lowered.graph.type(unit.roots[0]).ints() : unit.loops;
    out.kept = out.rows = static_cast<int>(out.extents.size());
    return out;
  }
  Ints extents = lowered.graph.type(lowered.node_of(unit.made).in[0]).ints(), folded;
  for (int64_t axis = 0; axis < std::ssize(extents); ++axis) {
    bool is_folded = std::ranges::count(reduce->axes, axis) > 0;
    (is_folded ? folded : out.axes).push_back(axis);
  }
  out.kept = out.rows = static_cast<int>(out.axes.size());
  out.axes.insert(out.axes.end(), folded.begin(), folded.end());
  for (int64_t axis : out.axes) out.extents.push_back(extents[static_cast<size_t>(axis)]);
  return out;
}

namespace {

// Up to the step that reads the sum.
void pull_fold(const LoweredGraph& lowered, Pull& pull, const Unit& unit, const UnitLoops& loops) {
  const Reduce& reduce = *lowered.as<Reduce>(unit.made);
  Var x = lowered.node_of(unit.made).in[0];
  const Type& type = lowered.graph.type(x);
  Place place{type.ints(), std::vector<Index>(loops.axes.size())};
  for (size_t i = 0; i < loops.axes.size(); ++i) {
    place.at[static_cast<size_t>(loops.axes[i])] = pull.index.loop(static_cast<int>(i));
  }
  pull.stage.form = reduce.scan ? StageForm::scan : StageForm::fold;
  pull.stage.reverse = reduce.reverse;
  bool widens = accumulates(reduce.combiner);
  pull.stage.sum_dtype = widens ? sum_dtype_of(type.dtype()) : type.dtype();
  int folded = pull.value(x, place);
  if (reduce.scan) pull.set_home(place);
  end_fold(lowered, pull, unit, folded, reduce.combiner);
}

}  // namespace

void end_fold(const LoweredGraph& lowered, Pull& pull, const Unit& unit, int folded,
              Scalar combiner) {
  pull.stage.combiner = combiner;
  pull.stage.folded = folded;
  NestStep step{.name = Scalar::folded, .dtype = lowered.graph.type(unit.made).dtype()};
  pull.made(unit.made, pull.index.push(step));
}

std::vector<int> pull_roots(Pull& pull, const Unit& unit) {
  for (Var v : unit.roots) pull.own(v);
  std::vector<int> made;
  for (Var v : unit.roots) made.push_back(pull.value(v, pull.identity()));
  return made;
}

std::vector<int> pull_unit(const LoweredGraph& lowered, Pull& pull, const Unit& unit,
                           const UnitLoops& loops) {
  if (unit.kind == Unit::Kind::fold) pull_fold(lowered, pull, unit, loops);
  if (unit.kind == Unit::Kind::contract) {
    pull_product(lowered, pull, unit, *lowered.as<Contraction>(unit.made));
  }
  return pull_roots(pull, unit);
}

}  // namespace rille
