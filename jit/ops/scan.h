// The rules that scan and while_loop share, each in its file.
#pragma once

#include "jit/ops/regions.h"
#include "jit/regions.h"

namespace rille {

// A loop taken apart.
struct Loop {
  const Node& node;
  LoopShape shape = loop_shape(node);
  const Region& body = node.regions.back();

  size_t inputs() const { return shape.consts + shape.carry + shape.xs; }
  bool is_carry(size_t in) const { return in - shape.consts < shape.carry; }
  bool is_xs(size_t in) const { return in >= shape.consts + shape.carry; }

  // Flags of the inputs, grown until what the body makes of a flagged carry is flagged; of the
  // results with them. Flags that are settled take one walk of the body, so that loops in loops in
  // loops do not double it at each level.
  struct Flow {
    Flags in, out;
  };
  Flow settled(Flags in, Carries carries) const;
};

Type row_type(const Type& xs);  // what a turn reads of xs; a Bug where it has no rows
Type stacked(const Type& row, const LoopShape& shape);

// A scan of the same turns as `like` over other inputs.
Attrs scan_attrs(const LoopShape& like, size_t consts, size_t carry, bool turns);
bool has_turns(const Node& node);  // ys[0] of a while_loop, xs[0] of a scan is its tape of turns

Vars loop_jvp(Builder& b, const Node& node, const Vars& dx);
Vars scan_transpose(Builder& b, const Node& node, const Types& in, const Vars& cts);
std::vector<Batched> loop_batch(Builder& b, const Node& node, const Batch& batch);
Flags loop_flow(const Node& node, const Flags& in, Carries carries);
void loop_split(Splitter& s, const Node& node);

// What a region makes of the rows of tapes.
Var each_row(Builder& b, const Vars& tapes, Region row);
// x + y, of two arrays or, row by row, of two tapes.
Var sum_of(Builder& b, Var x, Var y);

// Tapes as the reference evaluator holds them: bytes that list rows.
Array tape_of(const std::vector<Array>& rows);
std::vector<Array> rows_of(const Array& tape, const Type& row);
size_t rows_in(const Array& tape);
Array zero_row(const Type& row);
Array stack_of(const std::vector<Array>& rows, const Type& type);  // of an array or a tape

std::vector<Sample> scan_samples();
std::vector<Sample> while_samples();

}  // namespace rille
