// Kernel fusion: an operation joins the kernel it reads.
#include "jit/plan/group.h"

#include <algorithm>
#include <iterator>

#include "jit/bounds.h"
#include "jit/plan/kernel_proposal.h"

namespace rille {
namespace {

constexpr std::string_view recomputed = "it is made again, near its readers";

class KernelFuser {
 public:
  KernelFuser(const LoweredGraph& lowered, const FusedOps& fused, std::vector<PlanChoice>* choices)
      : lowered_(lowered),
        graph_(lowered.graph),
        fused_(fused),
        proposer_(lowered, fused),
        choices_(choices),
        readers_(graph_.types.size()),
        is_result_(graph_.types.size(), false),
        kernel_of_(fused.ops.size(), none) {
    for (size_t i = 0; i < fused.ops.size(); ++i) {
      for (Var v : fused.ops[i].reads) readers_[at(v)].push_back(i);
    }
    for (Var v : graph_.results) is_result_[at(fused.owner(v))] = true;
  }

  std::vector<FusedKernel> run() {
    for (size_t i = 0; i < fused_.ops.size(); ++i) {
      if (!join(i)) begin(i);
    }
    std::vector<FusedKernel> out;
    for (const OpenKernel& kernel : kernels_) {
      if (!kernel.ops.empty()) out.push_back(closed(kernel));
    }
    return out;
  }

 private:
  static constexpr size_t none = SIZE_MAX;

  static size_t at(Var v) { return static_cast<size_t>(v.id); }

  void begin(size_t op) {
    kernel_of_[op] = kernels_.size();
    kernels_.push_back(proposer_.begin(op));
  }

  // The kernels that compute what the operation reads, without its own one.
  std::set<size_t> sources(const FusedOp& op) const {
    std::set<size_t> out;
    for (Var v : op.reads) {
      int64_t writer = fused_.values[v].op;
      if (writer >= 0) out.insert(kernel_of_[static_cast<size_t>(writer)]);
    }
    out.erase(none);  // an operation may read a reshape of its own result
    return out;
  }

  // Proposes the operation as the last one of the last kernel that computes a value it reads: its
  // other operands are materialized by then. Before that, merges this kernel with the other kernels
  // that it reads, the last one first, as long as the proposals are accepted.
  bool join(size_t i) {
    const FusedOp& op = fused_.ops[i];
    std::set<size_t> from = sources(op);
    if (from.empty()) return false;
    size_t last = *from.rbegin();
    if (auto why = proposer_.obstacle(op); !why.empty()) return note_rejected(i, last, why);
    if (placement(op) != Placement::anywhere && placement(last) == Placement::anywhere) {
      return note_rejected(i, last, recomputed);
    }
    last = merged(std::move(from));
    size_t other = kernels_[last].ops.back();
    KernelProposal proposal = proposer_.propose(kernels_[last], i);
    if (!proposal.rejected.empty()) return note_rejected(i, last, proposal.rejected);
    commit(kernels_[last], std::move(proposal));
    kernel_of_[i] = last;
    note_fused(i, other, last);
    return true;
  }

  // Merges the last kernels as far as possible; returns the resulting kernel.
  size_t merged(std::set<size_t> from) {
    size_t last = *from.rbegin();
    for (auto other = std::next(from.rbegin()); other != from.rend(); ++other) {
      size_t begun = kernels_[last].ops[0];
      // The operation reads a kernel that stays separate, so it cannot run in an earlier one.
      if (auto why = merge(*other, last); !why.empty()) {
        note_rejected(begun, *other, why);
        break;
      }
      last = *other;
      note_fused(begun, kernels_[last].ops[0], last);
    }
    return last;
  }

  // Appends the operations of a later kernel to an earlier one, if their operands are materialized
  // by then. Returns why not, or an empty text.
  std::string_view merge(size_t early, size_t late) {
    const FusedOp& begun = fused_.ops[kernels_[late].ops[0]];
    bool is_product = begun.kind == FusedOp::Kind::contraction;
    if (placement(begun) == Placement::deferred ||
        (placement(begun) == Placement::near_reader && !is_product)) {
      return recomputed;
    }
    for (size_t op : kernels_[late].ops) {
      for (size_t kernel : sources(fused_.ops[op])) {
        if (kernel > early && kernel != late) {
          return "it also reads what a kernel between them makes";
        }
      }
    }
    OpenKernel both = kernels_[early];
    for (size_t op : kernels_[late].ops) {
      KernelProposal proposal = proposer_.propose(both, op);
      if (!proposal.rejected.empty()) return proposal.rejected;
      commit(both, std::move(proposal));
    }
    for (size_t op : kernels_[late].ops) kernel_of_[op] = early;
    kernels_[early] = std::move(both);
    kernels_[late].ops.clear();
    return "";
  }

  Placement placement(const FusedOp& op) const {
    return lowered_.node_of(op.core.none() ? op.roots[0] : op.core).placement;
  }
  Placement placement(size_t kernel) const {
    return placement(fused_.ops[kernels_[kernel].ops[0]]);
  }

  void note_fused(size_t op, size_t other, size_t kernel) {
    note(op, other, {.joins = true, .iterations = iterations_of(kernels_[kernel])});
  }
  bool note_rejected(size_t op, size_t kernel, std::string_view why) {
    note(op, kernels_[kernel].ops.back(), {.why = why});
    return false;
  }

  // Several readers of an operation may propose the same.
  void note(size_t op, size_t other, PlanChoice choice) {
    constexpr int64_t max_recent = 8;
    const auto &own = fused_.ops[op].roots, &others = fused_.ops[other].roots;
    if (choices_ == nullptr || own.empty() || others.empty()) return;
    auto recent = std::min<int64_t>(std::ssize(*choices_), max_recent);
    bool is_known = std::any_of(
        choices_->rbegin(), choices_->rbegin() + recent,
        [&](const PlanChoice& it) { return it.unit == own[0] && it.other == others[0]; });
    if (is_known) return;
    choice.unit = own[0];
    choice.other = others[0];
    choices_->push_back(choice);
  }

  FusedKernel closed(const OpenKernel& kernel) const {
    FusedKernel out;
    for (size_t op : kernel.ops) {
      out.ops.push_back(fused_.ops[op]);
      out.ops.back().sums_outer_products = kernel.gathering.contains(op);
    }
    if (kernel.ops.size() == 1) return out;
    out.rows = proposer_.rows_of(kernel, kernel.shared);
    place_locals(out, kernel);
    return out;
  }

  // Rows that only the kernel reads are locals, as long as they stay in a cache.
  void place_locals(FusedKernel& out, const OpenKernel& kernel) const {
    bool has_products = kernel.product_rows != OpenKernel::none;
    int64_t left = has_products ? bound::row_locals : bound::near_locals;
    int64_t iterations = iterations_of(kernel);
    for (const FusedOp& op : out.ops) {
      for (Var v : op.roots) {
        const Type& type = graph_.type(v);
        int64_t row = type.count() / iterations;
        int64_t size = row * static_cast<int64_t>(bytes(type.dtype()));
        bool stays =
            fused_.values[v].is_internal || op.sums_outer_products || kernel.whole.contains(v.id);
        if (stays || is_read_elsewhere(v, kernel_of_[kernel.ops[0]]) || size > left) continue;
        left -= size;
        proposer_.pass_on(out.rows, v, static_cast<int>(out.locals.size()));
        out.locals.push_back({type.dtype(), row});
      }
    }
  }

  bool is_read_elsewhere(Var v, size_t kernel) const {
    return is_result_[at(v)] || std::ranges::any_of(readers_[at(v)], [&](size_t op) {
             return kernel_of_[op] != kernel;
           });
  }

  const LoweredGraph& lowered_;
  const Graph& graph_;
  const FusedOps& fused_;
  KernelProposer proposer_;
  std::vector<PlanChoice>* choices_;
  std::vector<std::vector<size_t>> readers_;  // per value: operations
  std::vector<bool> is_result_;               // per value: it or an alias of it is a result
  std::vector<size_t> kernel_of_;             // per operation; none: not placed yet
  std::vector<OpenKernel> kernels_;
};

}  // namespace

std::vector<FusedKernel> fused_kernels(const LoweredGraph& lowered, const FusedOps& fused,
                                       std::vector<PlanChoice>* choices) {
  return KernelFuser(lowered, fused, choices).run();
}

}  // namespace rille
