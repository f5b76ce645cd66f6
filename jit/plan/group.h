// Group: fused operations that run row by row in one kernel.
#pragma once

#include <vector>

#include "jit/plan.h"
#include "jit/plan/fuse.h"

namespace rille {

// Fused operations of one kernel, in execution order. If there are several, each iteration of their
// shared outer loops runs each operation over its own part, and an operation reads what an earlier
// one computed in the same iteration.
struct FusedKernel {
  std::vector<FusedOp> ops = {};
  Rows rows = {};                  // the values that one operation passes to the next
  std::vector<Local> locals = {};  // of rows that no other kernel reads
};

// The kernels in an order in which they can run. A softmax or a normalization is one kernel, and so
// is its backward pass: reductions of rows, and the operations that read their results and the
// rows. For each operation that reads a result of another one, `choices` receives whether they were
// fused, or why not.
std::vector<FusedKernel> fused_kernels(const LoweredGraph& lowered, const FusedOps& fused,
                                       std::vector<PlanChoice>* choices = nullptr);

}  // namespace rille
