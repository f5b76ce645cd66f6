// Proposals of kernels: shared loops, rows, and costs.
#include "jit/plan/kernel_proposal.h"

#include <algorithm>

#include "jit/bounds.h"
#include "jit/schedule.h"

namespace rille {

int64_t product(const Ints& extents, size_t count) {
  int64_t out = 1;
  for (size_t i = 0; i < count; ++i) out *= extents[i];
  return out;
}

int64_t iterations_of(const OpenKernel& kernel) {
  return product(kernel.loops[0].extents, static_cast<size_t>(kernel.shared));
}

void commit(OpenKernel& kernel, KernelProposal proposal) {
  kernel.ops.push_back(proposal.op);
  kernel.loops.push_back(std::move(proposal.loops));
  kernel.shared = proposal.shared;
  kernel.product_rows = proposal.product_rows;
  kernel.reduces |= proposal.reduces;
  kernel.code = proposal.cost.code;
  if (!proposal.sums_outer_products) return;
  kernel.gathering.insert(proposal.op);
  kernel.whole.merge(proposal.whole);
}

KernelProposer::KernelProposer(const LoweredGraph& lowered, const FusedOps& fused)
    : lowered_(lowered),
      graph_(lowered.graph),
      fused_(fused),
      aliases_(lowered.graph.types.size()) {
  for (size_t id = 0; id < aliases_.size(); ++id) {
    Var v{static_cast<int>(id)}, owner = fused.values[v].alias;
    if (!owner.none()) aliases_[static_cast<size_t>(owner.id)].push_back(v);
  }
}

std::string_view KernelProposer::obstacle(const FusedOp& op) const {
  if (op.kind == FusedOp::Kind::contraction) return obstacle_of_product(op);
  bool is_reduction = op.kind == FusedOp::Kind::reduction;
  if (op.kind != FusedOp::Kind::pointwise && !is_reduction) {
    return "one of them is the device's own code, a loop or a branch";
  }
  if (is_reduction && lowered_.as<Reduce>(op.core)->scan) return "one of them is a scan";
  bool is_empty = graph_.type(op.roots[0]).count() == 0;
  if (is_reduction) is_empty |= graph_.type(lowered_.node_of(op.core).in[0]).count() == 0;
  return is_empty ? "one of them has no elements" : "";
}

// The rows of a product must be one axis. Its right operand is packed for each task, and must stay
// in a cache while the rows are computed.
std::string_view KernelProposer::obstacle_of_product(const FusedOp& op) const {
  const Node& node = lowered_.node_of(op.core);
  Extents extents = extents_of(lowered_, node, *lowered_.as<Contraction>(op.core));
  Dtype dtype = graph_.type(op.core).dtype();
  if (graph_.type(op.core).count() == 0 || is_fold(extents, dtype)) {
    return "one of them is a product that runs as a fold";
  }
  if (extents.rows_of.size() != 1) return "one of them is a product whose rows are no axis";
  if (stays_near(extents.columns, extents.deep, dtype)) return "";
  return "one of them is a product whose right operand is too large to stay near";
}

bool KernelProposer::reduces(const FusedOp& op) const {
  return op.kind == FusedOp::Kind::reduction ||
         (op.kind == FusedOp::Kind::contraction && is_placed(lowered_, op.core));
}

OpenKernel KernelProposer::begin(size_t i) const {
  const FusedOp& op = fused_.ops[i];
  OpenKernel out{.ops = {i}, .reduces = reduces(op)};
  if (!obstacle(op).empty()) return out;
  out.loops.push_back(loops_of(lowered_, op));
  out.shared = max_shared(op, out.loops[0]);
  if (op.kind == FusedOp::Kind::contraction) out.product_rows = out.shared;
  return out;
}

KernelProposal KernelProposer::propose(const OpenKernel& kernel, size_t i) const {
  KernelProposal out{.op = i, .rejected = obstacle(fused_.ops[i])};
  if (!out.rejected.empty()) return out;
  if (kernel.loops.empty()) {
    out.rejected = obstacle(fused_.ops[kernel.ops[0]]);
    return out;
  }
  out.cost.ops = kernel.ops.size() + 1;
  out.rejected = rejection(out.cost);
  if (!out.rejected.empty()) return out;
  out = by_rows(kernel, i);
  if (out.rejected.empty()) return out;
  KernelProposal other = by_gathering(kernel, i);
  return other.rejected.empty() ? other : out;
}

// Each iteration of the shared loops computes a part of the operation's results from parts that
// earlier operations computed in the same iteration.
KernelProposal KernelProposer::by_rows(const OpenKernel& kernel, size_t i) const {
  const FusedOp& op = fused_.ops[i];
  KernelProposal out{.op = i,
                     .loops = loops_of(lowered_, op),
                     .product_rows = kernel.product_rows,
                     .reduces = reduces(op)};
  auto reject = [&](std::string_view why) {
    out.rejected = why;
    return out;
  };
  int most = std::min(kernel.shared, max_shared(op, out.loops));
  out.shared = shared_loops(kernel, out.loops, out.reduces || kernel.reduces, most);
  if (op.kind == FusedOp::Kind::contraction) {
    if (kernel.product_rows != OpenKernel::none && kernel.product_rows != out.loops.rows) {
      return reject("their products have other rows");
    }
    out.product_rows = out.loops.rows;
  }
  if (out.product_rows != OpenKernel::none && out.shared != out.product_rows) {
    return reject("they do not share the rows of a product");
  }
  out.cost = cost_of(kernel, out.loops, out.shared);
  if (auto why = rejection(out.cost); !why.empty()) return reject(why);
  Rows rows = rows_of(kernel, out.shared);
  StageBuilder builder(lowered_, fused_.memory, out.loops.extents, out.loops.kept, &rows);
  pull_op(lowered_, builder, op, out.loops);
  if (builder.failed()) return reject("it reads rows of other iterations");
  out.cost.code += builder.stage.code.size();
  if (auto why = rejection(out.cost); !why.empty()) return reject(why);
  if (!stores_rows(op, out.loops, out.shared)) return reject("a turn makes no whole part of it");
  return out;
}

// A product over the rows of the kernel: each iteration adds a term to all its elements, in the
// fixed order of the sum. A task is one item of the batch. Only other kernels read its result.
KernelProposal KernelProposer::by_gathering(const OpenKernel& kernel, size_t i) const {
  FusedOp op = fused_.ops[i];
  KernelProposal out{.op = i,
                     .shared = kernel.shared,
                     .product_rows = kernel.product_rows,
                     .sums_outer_products = true,
                     .rejected = "it is not a product over the rows of the kernel"};
  if (op.kind != FusedOp::Kind::contraction || kernel.product_rows == OpenKernel::none) return out;
  const Node& node = lowered_.node_of(op.core);
  Extents extents = extents_of(lowered_, node, *lowered_.as<Contraction>(op.core));
  out.loops = loops_of(lowered_, op);
  Ints rows = extents.batch;
  rows.insert(rows.end(), extents.deep_of.begin(), extents.deep_of.end());
  const Ints& first = kernel.loops[0].extents;
  bool fits = kernel.shared == kernel.product_rows && std::ssize(rows) == kernel.shared &&
              extents.deep_of.size() == 1 && std::equal(rows.begin(), rows.end(), first.begin());
  if (!fits || product(extents.batch, extents.batch.size()) < min_items) return out;
  op.sums_outer_products = true;
  Rows passed = rows_of(kernel, kernel.shared);
  StageBuilder builder(lowered_, fused_.memory, out.loops.extents, out.loops.kept, &passed);
  pull_op(lowered_, builder, op, out.loops);
  out.cost.code = kernel.code + builder.stage.code.size();
  if (builder.failed() || !rejection(out.cost).empty()) return out;
  const Stage& left = builder.stage.operands[0];
  const NestStep& plain = left.code[static_cast<size_t>(left.folded)];
  bool is_plain = plain.name == Scalar::load && plain.access.computed < 0 && plain.access.guard < 0;
  if (!is_plain) return out;
  each_read(builder.stage.operands[1], [&](const Access& access) {
    out.whole.insert(fused_.owner(Var{builder.slots[static_cast<size_t>(access.buffer)]}).id);
  });
  out.rejected = "";
  return out;
}

FusionCost KernelProposer::cost_of(const OpenKernel& kernel, const OpLoops& loops,
                                   int shared) const {
  FusionCost out{.code = kernel.code, .ops = kernel.ops.size() + 1};
  out.iterations = shared > 0 ? product(loops.extents, static_cast<size_t>(shared)) : 0;
  auto add = [&](const OpLoops& it) {
    out.elements = std::max(out.elements, product(it.extents, it.extents.size()));
  };
  add(loops);
  std::ranges::for_each(kernel.loops, add);
  return out;
}

// Columns of a reduction are computed together, in vectors.
int KernelProposer::max_shared(const FusedOp& op, const OpLoops& loops) const {
  if (op.kind != FusedOp::Kind::reduction) return loops.rows;
  StageBuilder builder(lowered_, fused_.memory, loops.extents, loops.kept);
  pull_op(lowered_, builder, op, loops);
  return has_columns(builder.stage) ? loops.rows - 1 : loops.rows;
}

// The number of outermost loops that all operations then have in common. The widest operation keeps
// enough elements in each iteration for vectors.
int KernelProposer::shared_loops(const OpenKernel& kernel, const OpLoops& loops, bool reduces,
                                 int most) const {
  int shared = 0;
  const Ints& first = kernel.loops[0].extents;
  while (shared < most &&
         first[static_cast<size_t>(shared)] == loops.extents[static_cast<size_t>(shared)]) {
    ++shared;
  }
  auto is_narrow = [&](const OpLoops& it) {
    int64_t iterations = product(it.extents, static_cast<size_t>(shared));
    int64_t own = product(it.extents, it.extents.size()) / std::max<int64_t>(iterations, 1);
    return own < (reduces ? bound::min_row : bound::min_without_fold);
  };
  while (shared > 0 && is_narrow(loops) && std::ranges::all_of(kernel.loops, is_narrow)) --shared;
  return shared;
}

// Whether each iteration computes an equal part of each root.
bool KernelProposer::stores_rows(const FusedOp& op, const OpLoops& loops, int shared) const {
  int64_t iterations = product(loops.extents, static_cast<size_t>(shared));
  return std::ranges::all_of(op.roots,
                             [&](Var v) { return graph_.type(v).count() % iterations == 0; });
}

Rows KernelProposer::rows_of(const OpenKernel& kernel, int shared) const {
  Rows rows{.shared = shared};
  for (size_t op : kernel.ops) {
    int where = kernel.gathering.contains(op) ? Rows::later : Rows::in_memory;
    for (Var v : fused_.ops[op].roots) pass_on(rows, v, where);
  }
  return rows;
}

void KernelProposer::pass_on(Rows& rows, Var v, int local) const {
  rows.local[v.id] = local;
  for (Var alias : aliases_[static_cast<size_t>(v.id)]) rows.local[alias.id] = local;
}

}  // namespace rille
