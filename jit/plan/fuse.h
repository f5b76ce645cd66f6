// Fuse: which values are materialized, and in which loops.
#pragma once

#include <string_view>
#include <vector>

#include "jit/nest/stage_builder.h"
#include "jit/plan/fusion_cost.h"

namespace rille {

// One fused operation: the loops of a kernel's stage, or a node that the device or the plan runs.
struct FusedOp {
  enum class Kind : uint8_t { pointwise, reduction, contraction, check, node };
  Kind kind = Kind::pointwise;
  int node = -1;                // of reduction, contraction, check, node
  Var core = {};                // the value of the reduction or contraction, before its epilogue
  std::vector<Var> roots = {};  // the values that it writes
  int64_t ops_before = 0;       // of reduction, contraction: see ValueFacts
  Ints loops = {};              // of pointwise: those of its results, or parts of them
  bool sums_outer_products = false;  // of contraction: see Stage; the kernel decides
  Vars reads = {};                   // materialized values; for an alias, its owner
};

// What fusion knows of a value of the graph.
struct ValueFacts {
  // Its readers.
  int uses = 0;          // operands and results that are this value
  int last_reader = -1;  // node
  bool is_result = false;
  // Its cost where it is inlined.
  InlineCost inlined = {};
  // What fusion has decided.
  Var alias = {};            // the value whose buffer a reshape shares; none: it has its own
  Var core = {};             // of the root of an epilogue: the reduction or contraction below it
  int64_t op = -1;           // the fused operation that writes it; -1: none, or a parameter
  int64_t ops_before = 0;    // of a core: the number of fused operations before its own node
  bool is_internal = false;  // only the operation that computes it reads it: it is not stored
};

// What fusion has decided. `memory.slot` is its own number for a materialized value, -1 for others.
struct FusedOps {
  InMemory memory;
  VarMap<ValueFacts> values;
  std::vector<FusedOp> ops = {};  // in execution order

  explicit FusedOps(const Graph& graph);

  bool is_materialized(Var v) const { return memory.slot[static_cast<size_t>(v.id)] >= 0; }
  void materialize(Var v);
  // The value in whose buffer v is.
  Var owner(Var v) const {
    Var other = values[v].alias;
    return other.none() ? v : other;
  }
};

FusedOps fuse(const LoweredGraph& lowered);

// The steps of fuse(), in their order. Each proposes fusions and commits those whose cost
// rejection() accepts.
//
// 1. Inlining: a value is computed by its readers instead of being materialized.
void inline_values(const LoweredGraph& lowered, FusedOps& fused);
// 2. Epilogues: a reduction or contraction also computes the pointwise operations that read it.
//    An epilogue repeats no operation, so that all possible ones are committed.
void fuse_epilogues(const LoweredGraph& lowered, FusedOps& fused);
// 3. Multiple outputs: a fused operation also computes another value of the same shape.
void fuse_siblings(const LoweredGraph& lowered, FusedOps& fused);
// The kernels (jit/plan/group.h) are the fourth step.

// Moves each reduction and contraction with an epilogue (a weight's gradient, with the update of
// the weight) up to the last operation that computes one of its operands, but not before its own
// node, so that operands that only it reads are live for a shorter time. Small operations on
// parameters alone, such as a learning rate, become the first ones.
void place_early(const LoweredGraph& lowered, FusedOps& fused);

// Fills in what each operation reads.
void find_reads(const LoweredGraph& lowered, FusedOps& fused);

// Whether the node computes one value from equal or viewed elements, so that it can be inlined.
bool can_inline(const LoweredGraph& lowered, const Node& node);

// Whether the node of v has a placement. False for a parameter.
bool is_placed(const LoweredGraph& lowered, Var v);

// Whether the message of a check shows more than one word of an operand for each element.
bool is_shown_whole(const Graph& graph, const Node& check, size_t operand);

// The access to v in a buffer with constant strides, one per axis; none if it does not exist.
std::optional<Access> strided(const LoweredGraph& lowered, const InMemory& memory, Var v,
                              Var* base = nullptr);

// The loops of a fused operation: those of its results first. The first `rows` of them count the
// parts that it computes one at a time: the batch and i of a product, else all loops of the
// results. `axes`: the axis of the input of a reduction for each loop.
struct OpLoops {
  Ints extents;
  int kept = 0, rows = 0;
  Ints axes = {};
};
OpLoops loops_of(const LoweredGraph& lowered, const FusedOp& op);
// The extents of the first `kept` loops: those of its results.
Ints kept_loops(const LoweredGraph& lowered, const FusedOp& op);

// The operation that computes a core and writes one value, the core or the root of its epilogue.
FusedOp op_of(const LoweredGraph& lowered, const FusedOps& fused, Var core, Var root);

// Builds the code of a pointwise operation, reduction, or contraction; returns the steps of its
// roots.
std::vector<int> pull_op(const LoweredGraph& lowered, StageBuilder& builder, const FusedOp& op,
                         const OpLoops& loops);
// Parts of it: the step of the reduced value is known from here on; the roots alone.
void end_reduction(const LoweredGraph& lowered, StageBuilder& builder, const FusedOp& op,
                   int folded, Scalar combiner);
std::vector<int> pull_roots(StageBuilder& builder, const FusedOp& op);

}  // namespace rille
