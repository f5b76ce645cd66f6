// Regions: input layouts of ops with sub-graphs.
#pragma once

#include "jit/ir.h"

namespace rille {

// A region reads only its params. Their types, and the types of its results, are exactly those of
// the values passed in and out. Inputs -> results of each op, with the signatures of its regions:
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
// dx, dy, and ct exist for those x and y that has_tangent(). With a bool[] selector, cond runs
// region 0 if it is true and region 1 if it is false. An i32[] selector is the index of a region,
// clamped.
//
// A loop with a static trip count stacks its ys along a new first axis. Other loops push them on
// tapes: a value of Form::tape is a list of rows, one per iteration, that only loops write and
// read. A scan whose xs are tapes has no attribute `length`: its trip count is the number of rows
// of its tapes, and its ys are tapes. Its xs[0] is the tape of bool[] `turns`, which is false under
// vmap for batch elements whose loop has ended. All its tapes have the same number of rows.
struct LoopShape {
  size_t consts, carry, xs, ys;
  bool dynamic;   // ys (and the xs of a scan) are tapes
  bool reverse;   // a scan that begins at the last row
  Extent length;  // number of iterations, if not dynamic
};
bool is_loop(const Node& node);          // a scan or while_loop
LoopShape loop_shape(const Node& node);  // the layout of a loop

}  // namespace rille
