// Rules that scan and while_loop share.
#pragma once

#include "jit/ops/regions.h"
#include "jit/regions.h"

namespace rille {

// The parts of a loop.
struct Loop {
  const Node& node;
  LoopShape shape = loop_shape(node);
  const Region& body = node.regions.back();

  size_t inputs() const { return shape.consts + shape.carry + shape.xs; }
  bool is_carry(size_t in) const { return in - shape.consts < shape.carry; }
  bool is_xs(size_t in) const { return in >= shape.consts + shape.carry; }

  // The flags of the inputs, extended until the body propagates no flag to an unflagged carry, and
  // the resulting flags of the results. Flags that are already complete take a single walk over the
  // body, so that nested loops do not double the work at each level.
  struct FlagFlow {
    Flags in, out;
  };
  FlagFlow settled(Flags in, TypePredicate carries) const;
};

Type row_type(const Type& xs);  // the type of one row of xs; error[bug] if xs has no rows
Type stacked(const Type& row, const LoopShape& shape);

// The attributes of a scan with the same trip count as `like`, over other inputs.
Attrs scan_attrs(const LoopShape& like, size_t consts, size_t carry, bool turns);
bool has_turns(const Node& node);  // whether ys[0] of a while_loop, or xs[0] of a scan, is its tape
                                   // of iterations

Vars loop_jvp(Builder& b, const Node& node, const Vars& dx);
Vars scan_transpose(Builder& b, const Node& node, const Types& in, const Vars& cts);
std::vector<BatchedVar> loop_batch(Builder& b, const Node& node, const Batch& batch);
Flags loop_flow(const Node& node, const Flags& in, TypePredicate carries);
void loop_split(Splitter& s, const Node& node);

// The results of a region for the rows of tapes.
Var each_row(Builder& b, const Vars& tapes, Region row);
// x + y of two arrays, or row by row of two tapes.
Var sum_of(Builder& b, Var x, Var y);

// Tapes in the reference evaluator: bytes that hold a list of rows.
Array tape_of(const std::vector<Array>& rows);
std::vector<Array> rows_of(const Array& tape, const Type& row);
size_t rows_in(const Array& tape);
Array zero_row(const Type& row);
Array stack_of(const std::vector<Array>& rows, const Type& type);  // as an array or a tape

std::vector<Sample> scan_samples();
std::vector<Sample> while_samples();

}  // namespace rille
