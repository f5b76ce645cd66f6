// Nests as scalar operations in serial loops.
#include <algorithm>
#include <map>

#include "jit/loops.h"
#include "jit/loops/order.h"
#include "jit/loops/stage_loops.h"
#include "vm/error.h"

namespace rille {
namespace {

class NestLowering {
 public:
  explicit NestLowering(const Nest& nest)
      : nest_(nest),
        out_{.program = {.buffers = buffers_of(nest), .sizes = sizes_of(nest)}},
        b_(out_.program) {}

  LoweredNest run() {
    shared(0);
    b_.finish();
    return std::move(out_);
  }

 private:
  void shared(int depth) {
    bool gathers =
        std::ranges::any_of(nest_.stages, [](const Stage& it) { return it.sums_outer_products; });
    if (gathers && depth == nest_.shared - 1) return gather();
    if (depth == nest_.shared) return stages();
    Size extent = nest_.stages[0].loops[static_cast<size_t>(depth)];
    b_.loop({.from = b_.i64(0), .to = b_.size(extent)}, [&](Register counter) {
      shared_.push_back(counter);
      shared(depth + 1);
    });
  }

  void allocate() {
    for (size_t i = nest_.arguments(); i < nest_.buffers.size(); ++i) {
      b_.add({.kind = LoopOpKind::allocate, .buffer = static_cast<int>(i)});
    }
  }

  // The last of the shared loops is k: each iteration adds a term to all elements of products.
  void gather() {
    out_.stages.resize(nest_.stages.size());
    std::map<const Stage*, PartialSums> sums;
    int64_t deep = 0;
    for (const Stage& stage : nest_.stages) {
      if (!stage.sums_outer_products) continue;
      auto row = static_cast<size_t>(stage.kept) - 2;
      deep = stage.k_size();
      PartialSums::Options options{.type = {stage.sum_dtype, 1},
                                   .places = {stage.loops[row], stage.loops[row + 1]},
                                   .max_blocks = (deep - 1) / SumOrder::products + 1};
      Register start = b_.constant(options.type, identity_value(Scalar::add, stage.sum_dtype));
      sums.try_emplace(&stage, b_, options, start).first->second.clear();
    }
    b_.loop({.from = b_.i64(0), .to = b_.i64(deep)}, [&](Register k) {
      allocate();
      for (size_t i = 0; i < nest_.stages.size(); ++i) {
        const Stage& stage = nest_.stages[i];
        std::vector<Register> counters = shared_;
        if (stage.sums_outer_products) {
          StageLoops(b_, nest_, stage, counters).add_terms(sums.at(&stage), k);
          continue;
        }
        counters.push_back(k);
        out_.stages[i].counters.push_back(StageLoops(b_, nest_, stage, counters).write({}, -1));
      }
      if (deep <= SumOrder::products) return;
      Register next = b_.plus(k, b_.i64(1));
      Register within = b_.bits_and(next, b_.i64(SumOrder::products - 1));
      Register ends = b_.compute(
          Scalar::bit_or, Dtype::boolean,
          {b_.truth(Scalar::eq, within, b_.i64(0)), b_.truth(Scalar::eq, next, b_.i64(deep))});
      b_.branch(ends, [&] {
        for (auto& [stage, own] : sums) own.end_block();
      });
    });
    for (const Stage& stage : nest_.stages) {
      if (!stage.sums_outer_products) continue;
      PartialSums& own = sums.at(&stage);
      if (deep > SumOrder::products) own.finish();
      StageLoops(b_, nest_, stage, shared_).finish(own);
    }
  }

  void stages() {
    allocate();
    for (const Stage& stage : nest_.stages) {
      LoweredStage& lowered = out_.stages.emplace_back();
      IndependentParts parts;
      if (nest_.stages.size() == 1) parts = independent_parts(stage, nest_.buffers.size());
      for (int part = 0; part < std::max(parts.count, 1); ++part) {
        StageLoops own(b_, nest_, stage, shared_);
        lowered.counters.push_back(own.write(parts, parts.count == 0 ? -1 : part));
      }
    }
  }

  const Nest& nest_;
  LoweredNest out_;
  LoopBuilder b_;
  std::vector<Register> shared_ = {};
};

}  // namespace

LoweredNest lower(const Nest& nest) { return NestLowering(nest).run(); }

}  // namespace rille
