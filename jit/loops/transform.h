// Transformations of loop programs.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "jit/loops/build.h"

namespace rille {

// Each transformation takes a program and gives one that computes the same bits. Loops are named by
// the registers of their counters.

// A loop over the elements of vectors becomes one over vectors of `lanes`, and one more iteration
// for what is left, whose lanes have a mask. What varies from iteration to iteration is computed in
// vectors, all else once. Loads of neighbors become loads of vectors, others gathers. Loops inside
// stay, and each of their iterations is that of all lanes. `shares_divisors`: quotients of many
// vectors by one number may multiply by its reciprocal (the quotient has the same bits).
struct VectorOptions {
  int lanes = 1;
  bool shares_divisors = false;
  bool is_whole = false;  // the number of iterations of any range is a multiple of the lanes
  // The loop outside of which the next iteration's memory is brought near meanwhile; -1: none.
  Register prefetch_along = -1;
  // Whether iterations [first, last] need vectors of their own; where they do not, one vector is
  // computed and stored for several. Gives a bool, or -1: they do.
  std::function<Register(LoopBuilder&, Register first, Register last)> needed = {};
};
// Returns the counters of the loops inside, in the part of whole vectors, by the old ones.
std::map<Register, Register> vectorize(LoopProgram& program, Register counter,
                                       const VectorOptions& options);

// The same of the loops over the terms of a reduction, outermost first: the last one becomes one
// over vectors, whose lanes are terms one after the other.
void vectorize_terms(LoopProgram& program, const std::vector<Register>& counters,
                     const VectorOptions& options);

// The terms of reductions that have few of them are written one by one, and are joined as the order
// of sums has it: few registers hold what waits. `counters`: the loops over the terms.
void unroll_terms(LoopProgram& program, const std::vector<Register>& counters);

// The terms of the only reduction of a program are shared among `pieces` iterations of the kernel's
// range, in vectors of lanes as vectorize_terms() makes them. Partial results go to memory that all
// ranges of a run share; the range that ends last joins them, and runs what reads the total. So the
// bits do not depend on who runs which range.
void share_terms(LoopProgram& program, const std::vector<Register>& counters, int64_t pieces,
                 const VectorOptions& options);

// The loop `column` around a reduction along the loop `row` becomes one over strips of `columns`
// columns. Their partial sums are in the thread's scratch, and rows are read along the strip.
struct StripOptions {
  VectorOptions vectors = {};
  int64_t columns = 0;
};
void strip_columns(LoopProgram& program, Register column, Register row,
                   const StripOptions& options);

// Of a loop whose vectors have lanes some distance apart in memory, each of which goes to its
// neighbor in the next iteration: as many iterations as there are lanes read and write their square
// of elements row by row and transpose it in registers. Other loops, and long ones, stay.
void transpose_squares(LoopProgram& program, Register counter);

// Reductions become variables, and those in the order of SumOrder that need more partial sums than
// a register has lanes, memory.
void lower_folds(LoopProgram& program);

// The loop `inner` goes around the loop `outer`, which contains it, and all between them.
void move_outside(LoopProgram& program, Register inner, Register outer);

// Cuts the loop at the iterations from which on a comparison of its counter with a constant has its
// other answer: each of the resulting loops computes and reads only what its part needs. Returns
// their counters. `extent`: of the whole loop, of which a kernel may run a part. Where the cuts are
// many or close to each other the loop stays as it is.
std::vector<Register> split_at_comparisons(LoopProgram& program, Register counter, int64_t extent,
                                           int lanes);

// Of a loop that contains little else than the loop `inner`: blocks of `size` of its iterations,
// inside of each the inner loop, and inside of that the iterations of the block.
void tile(LoopProgram& program, Register outer, Register inner, int64_t size);

// The loop becomes parallel: it runs the iterations of the kernel's range. Where several loops
// share a range, each has as many iterations of it as its extent, rounded up to a multiple of
// `align`, and this one is number `part`; -1: the range is that of this loop alone.
void take_range(LoopProgram& program, Register counter, Size extent, int part, int64_t align);

// Long loops ask between parts of their iterations whether the run is to stop, and leave; of
// parallel ones the caller asks, between ranges.
void insert_stop_checks(LoopProgram& program);

// Stores of whole vectors to results of the stage, which the program does not read, go past the
// caches where the result has `least` bytes or more.
void stream_stores(LoopProgram& program, const Stage& stage, int64_t least);

// Operations whose results nothing reads are dropped, and registers are numbered in their order.
void clean(LoopProgram& program);

}  // namespace rille
