// KernelProposal: a fused operation as the last of a kernel.
#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "jit/plan/contraction.h"
#include "jit/plan/fuse.h"

namespace rille {

// A kernel to which operations are added. `loops` has one item per operation.
struct OpenKernel {
  static constexpr int none = -1;

  std::vector<size_t> ops = {};     // indices into FusedOps::ops
  std::set<size_t> gathering = {};  // products of these whose k the shared rows are
  std::set<int> whole = {};         // values that such a product reads from a buffer
  std::vector<OpLoops> loops = {};  // empty if the kernel takes no other operations
  int shared = 0;                   // loops that all operations share
  size_t code = 0;                  // steps
  bool reduces = false;             // contains a reduction
  int product_rows = none;          // number of loops of the rows of its products
};

// A proposal and its cost. `rejected` says why it is impossible or too expensive; it is empty for a
// proposal that can be committed.
struct KernelProposal {
  size_t op = 0;
  OpLoops loops = {};
  int shared = 0, product_rows = OpenKernel::none;
  bool reduces = false, sums_outer_products = false;
  std::set<int> whole = {};
  FusionCost cost = {};
  std::string_view rejected = "";
};

void commit(OpenKernel& kernel, KernelProposal proposal);

class KernelProposer {
 public:
  KernelProposer(const LoweredGraph& lowered, const FusedOps& fused);

  // A kernel of one operation.
  OpenKernel begin(size_t op) const;
  KernelProposal propose(const OpenKernel& kernel, size_t op) const;
  // Why the operation shares a kernel with no other one; empty if it can.
  std::string_view obstacle(const FusedOp& op) const;
  // The values that the operations of a kernel pass on, if they share this number of loops.
  Rows rows_of(const OpenKernel& kernel, int shared) const;
  // v is passed on in this local, or in its buffer (Rows::in_memory).
  void pass_on(Rows& rows, Var v, int local) const;

 private:
  KernelProposal by_rows(const OpenKernel& kernel, size_t op) const;
  KernelProposal by_gathering(const OpenKernel& kernel, size_t op) const;
  bool reduces(const FusedOp& op) const;
  std::string_view obstacle_of_product(const FusedOp& op) const;
  int max_shared(const FusedOp& op, const OpLoops& loops) const;
  int shared_loops(const OpenKernel& kernel, const OpLoops& loops, bool reduces, int most) const;
  FusionCost cost_of(const OpenKernel& kernel, const OpLoops& loops, int shared) const;
  bool stores_rows(const FusedOp& op, const OpLoops& loops, int shared) const;

  const LoweredGraph& lowered_;
  const Graph& graph_;
  const FusedOps& fused_;
  std::vector<Vars> aliases_;  // per value: those that share its buffer
};

// The product of the first `count` extents.
int64_t product(const Ints& extents, size_t count);
// The iterations of the shared loops of a kernel.
int64_t iterations_of(const OpenKernel& kernel);

}  // namespace rille
