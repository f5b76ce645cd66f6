// Regions: how the ops with sub-graphs lay out their inputs.
#pragma once

#include "jit/ir.h"

namespace rille {

// A region reads its params alone; its params and results have exactly the types of what is
// handed in and out.
//
//   op          inputs                     regions                                results
//   cond        selector, operands...      each (operands...) -> (y...)           y...
//   call, remat operands...                (operands...) -> (y...)                y...
//   scan        consts..., carry..., xs... (consts..., carry..., row of xs...)
//                                            -> (carry..., row of ys...)          carry..., ys...
//   while_loop  consts..., carry...        0: (consts..., carry...) -> (bool[])
//                                          1: (consts..., carry...)
//                                            -> (carry..., row of ys...)          carry...,
//                                            tapes...
//   custom_jvp  operands...                0: (x...) -> (y...)   1: (x..., dx...) -> (y..., dy...)
//   custom_vjp  operands...                0: (x...) -> (y...)   1: (x...) -> (y..., r...)
//                                          2: (r..., ct y...) -> (ct x...)
//   linear_call residuals..., dx...        0: (r..., ct y...) -> (ct x...)        dy...
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
LoopShape loop_shape(const Node& node);  // of a scan or while_loop

}  // namespace rille
