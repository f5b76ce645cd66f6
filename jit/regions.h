// Regions: how the ops with sub-graphs lay out their inputs.
#pragma once

#include "jit/ir.h"

namespace rille {

// A region reads its params alone; its params and results have exactly the types of what is
// handed in and out. Inputs -> results, and what the regions are:
//
//   cond         selector, operands... -> y...
//     each       (operands...) -> (y...)
//   call, remat  operands... -> y...
//     0          (operands...) -> (y...)
//   scan         consts..., carry..., xs... -> carry..., ys...
//     0          (consts..., carry..., row of xs...) -> (carry..., row of ys...)
//   while_loop   consts..., carry... -> carry..., tape of ys...
//     0          (consts..., carry...) -> (bool[])
//     1          (consts..., carry...) -> (carry..., row of ys...)
//   custom_jvp   x... -> y...
//     0, 1       (x...) -> (y...), (x..., dx...) -> (y..., dy...)
//                with the attribute `of_result` 1 is (x..., y..., dx...) -> (dy...)
//   custom_vjp   x... -> y...
//     0, 1, 2    (x...) -> (y...), (x...) -> (y..., r...), (r..., ct y...) -> (ct x...)
//   linear_call  r..., dx... -> dy...
//     0          (r..., ct y...) -> (ct x...)
//
// dx, dy and ct stand for those x and y that has_tangent(). cond takes region 0 where a bool[]
// selector holds and region 1 where not; an i32[] selector counts regions and is clamped.
//
// A loop with a known number of turns stacks its ys along a new first axis. One without pushes them
// on tapes: a value of Form::tape is a list of rows, one a turn, that only loops make and read. A
// scan whose xs are tapes has no attribute `length`: it takes as many turns as its tapes have rows,
// its ys are tapes, and its xs[0] is the tape of bool[] `turns`, which says under vmap for which
// rows of the batch a turn counts. All its tapes have equally many rows.
struct LoopShape {
  size_t consts, carry, xs, ys;
  bool dynamic;   // ys (and the xs of a scan) are tapes
  bool reverse;   // a scan that begins at the last row
  Extent length;  // turns, where not dynamic
};
bool is_loop(const Node& node);          // a scan or while_loop
LoopShape loop_shape(const Node& node);  // of one

}  // namespace rille
