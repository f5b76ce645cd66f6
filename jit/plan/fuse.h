// Fuse: which values stand in memory, and what makes them.
#pragma once

#include <vector>

#include "jit/nest/pull.h"

namespace rille {

// One piece of work: a nest to be, or a node that the device or the Plan runs itself.
struct Unit {
  enum class Kind : uint8_t { pointwise, fold, contract, check, node, constant };
  Kind kind = Kind::pointwise;
  int node = -1;                // of fold, contract, check, node
  Var made = {};                // the fold's or contraction's own value
  std::vector<Var> roots = {};  // what it writes
  int64_t since = 0;            // of fold, contract: how many units stood where its node does
  Ints loops = {};              // of pointwise: those of its results, or parts of them
  bool gathers = false;         // of contract: Stage::gathers, which the group decides
  Vars reads = {};              // values in memory; of those that share another's, the other
};

// What fusion decided. `memory.slot` is its own number for a value that stands in memory, -1
// for others; `alias` names the value whose memory a reshape shares.
struct FusedUnits {
  InMemory memory;
  std::vector<Unit> units;  // in the order they run
  std::vector<Var> alias;   // per value; none: its own memory
  // Per value: only the unit that makes it reads it, where it makes it. It needs no store.
  std::vector<bool> passing;

  // Whose memory v stands in.
  Var owner(Var v) const {
    Var other = alias[static_cast<size_t>(v.id)];
    return other.none() ? v : other;
  }
};

FusedUnits fuse(const LoweredGraph& lowered);

// Moves each fold and contraction that a later reader took up (a weight's gradient, by the update
// of the weight) to where all stands that it reads, but not before its own node: what it alone
// reads need not live longer. So what is small and made of params alone, a rate that many updates
// read, goes first.
void place_early(const LoweredGraph& lowered, FusedUnits& fused);

// Whether what an operand of a check shows in its message is more than one word for each element.
bool is_shown_whole(const Graph& graph, const Node& check, size_t operand);

// How v can be read in memory with constant strides, one per axis; none where it cannot.
std::optional<Access> strided(const LoweredGraph& lowered, const InMemory& memory, Var v,
                              Var* base = nullptr);

// Whether a pass had v made a second time, to stand near its readers.
bool is_again(const LoweredGraph& lowered, Var v);

// The loops of a unit: those of its results first. The first `rows` of them number what it makes at
// a time: of a product the batch and i, else all of its results' loops. Of a fold: which axis of
// its input each loop runs along.
struct UnitLoops {
  Ints extents;
  int kept = 0, rows = 0;
  Ints axes = {};
};
UnitLoops loops_of(const LoweredGraph& lowered, const Unit& unit);

// Pulls what a pointwise unit or a fold computes; gives the steps of its roots.
std::vector<int> pull_unit(const LoweredGraph& lowered, Pull& pull, const Unit& unit,
                           const UnitLoops& loops);
// Parts of it: the step of a fold's sum is known from here on; the roots alone.
void end_fold(const LoweredGraph& lowered, Pull& pull, const Unit& unit, int folded,
              Scalar combiner);
std::vector<int> pull_roots(Pull& pull, const Unit& unit);

// Fills in what each unit reads.
void find_reads(const LoweredGraph& lowered, FusedUnits& fused);

}  // namespace rille
