// Nests as scalar operations in serial loops.
#include <algorithm>

#include "jit/loops.h"
#include "jit/loops/build.h"
#include "jit/loops/order.h"
#include "jit/nest/apart.h"
#include "vm/error.h"

namespace rille {
namespace {

std::vector<LoopBuffer> buffers_of(const Nest& nest) {
  std::vector<LoopBuffer> out;
  for (size_t i = 0; i < nest.buffers.size(); ++i) {
    auto number = static_cast<int>(i);
    LoopBuffer buffer{.dtype = nest.buffers[i], .extents = {0}};
    if (nest.is_constant(number)) buffer.role = LoopBuffer::Role::constant;
    if (nest.is_local(number)) {
      buffer.role = LoopBuffer::Role::local;
      buffer.extents = {nest.locals[i - nest.arguments()].elements};
    }
    out.push_back(std::move(buffer));
  }
  return out;
}

int sizes_of(const Nest& nest) {
  int out = 0;
  auto add = [&](const std::vector<Size>& sizes) {
    for (Size size : sizes) out = std::max(out, size.arg + 1);
  };
  for (const Stage& stage : nest.stages) {
    add(stage.loops);
    each_access(stage, [&](const Access& access) { add(access.strides); });
  }
  return out;
}

// Buffers that a stage of the nest writes.
std::vector<bool> written_buffers(const Nest& nest) {
  std::vector<bool> out(nest.buffers.size());
  for (const Stage& stage : nest.stages) {
    for (const Store& store : stage.stores) out[static_cast<size_t>(store.access.buffer)] = true;
  }
  return out;
}

// The loops of a stage, or of one of its parts.
class StageLowering {
 public:
  StageLowering(LoopBuilder& builder, const Nest& nest, const Stage& stage,
                const std::vector<Register>& shared)
      : b_(builder),
        nest_(nest),
        stage_(stage),
        is_written_(written_buffers(nest)),
        counters_(shared),
        shared_(static_cast<int>(shared.size())),
        steps_(stage.code.size(), -1) {
    counters_.resize(stage.loops.size(), -1);
    mirrored_.resize(stage.loops.size(), -1);
    for (const NestStep& step : stage.code) place(step);
  }

  // `part` of `parts`; -1: all of it.
  std::vector<Register> write(const Apart& parts, int part) {
    parts_ = &parts, part_ = part;
    for (int depth = 0; depth < shared_; ++depth) steps_at(depth, false);
    level(shared_);
    return counters_;
  }

 private:
  // In how many loops a step must be, at least, and whether it needs the total of a reduction.
  struct Place {
    int depth = 0;
    bool is_after = false;
  };

  void place(const NestStep& step) {
    Place out;
    auto after = [&](int in) {
      if (in < 0) return;
      const Place& other = places_[static_cast<size_t>(in)];
      out.depth = std::max(out.depth, other.depth);
      out.is_after = out.is_after || other.is_after;
    };
    for (int in : step.in) after(in);
    if (step.name == Scalar::loop) out.depth = std::max(out.depth, step.loop + 1);
    if (step.name == Scalar::load) {
      for (size_t loop = 0; loop < stage_.loops.size(); ++loop) {
        if (!step.access.strides[loop].is(0)) {
          out.depth = std::max(out.depth, static_cast<int>(loop) + 1);
        }
      }
      after(step.access.computed);
      after(step.access.guard);
      // What an iteration of the shared loops has written is read in that iteration.
      bool is_written = is_written_[static_cast<size_t>(step.access.buffer)];
      if (is_written) out.depth = std::max(out.depth, nest_.shared);
    }
    if (step.name == Scalar::folded) {
      if (is_fold()) out = {stage_.kept, true};
      if (is_scan()) out = {static_cast<int>(stage_.loops.size()), true};
      if (!is_fold() && !is_scan()) after(stage_.folded);
    }
    places_.push_back(out);
  }

  bool is_fold() const { return stage_.form == StageForm::fold; }
  bool is_scan() const { return stage_.form == StageForm::scan; }

  bool is_here(const std::vector<int>& parts, int number) const {
    int part = parts_->count == 0 ? -1 : parts[static_cast<size_t>(number)];
    return part < 0 || part == part_;
  }

  void steps_at(int depth, bool is_after) {
    for (size_t i = 0; i < stage_.code.size(); ++i) {
      bool is_own = places_[i].depth == depth && places_[i].is_after == is_after;
      if (is_own && is_here(parts_->steps, static_cast<int>(i))) steps_[i] = step(stage_.code[i]);
    }
  }

  void level(int depth) {
    if (is_fold() && depth == stage_.kept) return fold();
    steps_at(depth, false);
    if (is_scan() && depth == stage_.kept) return scan();
    if (depth == static_cast<int>(stage_.loops.size())) return results();
    loop(depth, [&] { level(depth + 1); });
  }

  void loop(int depth, const LoopBuilder::Body& body) {
    auto number = static_cast<size_t>(depth);
    LoopBuilder::Loop bounds{.from = b_.i64(0), .to = b_.size(stage_.loops[number])};
    b_.loop(bounds, [&](Register counter) {
      counters_[number] = counter;
      if (stage_.reverse && depth >= stage_.kept) mirrored_[number] = mirrored(number);
      body();
    });
  }

  // extent - 1 - counter: what a reverse scan counts.
  Register mirrored(size_t loop) {
    return b_.index(
        {.constant = -1, .terms = {{b_.size(stage_.loops[loop]), 1}, {counters_[loop], -1}}});
  }

  // Adds number `loop` of the element, times `scale`.
  void add_term(LinearIndex& index, size_t loop, Size scale) const {
    Size extent = stage_.loops[loop];
    if (mirrored_[loop] < 0) {
      index.terms.push_back({counters_[loop], scale});
    } else if (scale.known() && extent.known()) {
      index.constant += (extent.number - 1) * scale.number;
      index.terms.push_back({counters_[loop], -scale.number});
    } else {
      index.terms.push_back({mirrored_[loop], scale});
    }
  }

  void fold() {
    steps_at(stage_.kept, false);
    Dtype dtype = stage_.sum_dtype;
    int64_t most = stage_.max_terms();
    Register sum = b_.add({dtype, 1}, {.kind = LoopOpKind::fold,
                                       .name = stage_.combiner,
                                       .value = most,
                                       .number = stage_.terms(),
                                       .flag = in_order(stage_)});
    terms(stage_.kept, sum);
    Dtype result = gives_place(stage_.combiner) ? Dtype::i32 : dtype;
    total_ = b_.add({result, 1}, {.kind = LoopOpKind::total, .in = {sum}});
    steps_at(stage_.kept, true);
    results();
  }

  // The partial result is a variable, which is combined with one term after the other and read.
  void scan() {
    Dtype dtype = stage_.sum_dtype;
    Register start = b_.constant({dtype, 1}, identity_value(stage_.combiner, dtype));
    Register sum = b_.add({dtype, 1}, {.kind = LoopOpKind::variable, .in = {start}});
    partial_results(stage_.kept, sum);
  }

  void partial_results(int depth, Register sum) {
    if (depth > stage_.kept) steps_at(depth, false);
    if (depth < static_cast<int>(stage_.loops.size())) {
      return loop(depth, [&] { partial_results(depth + 1, sum); });
    }
    Dtype dtype = stage_.sum_dtype;
    Register before = b_.add({dtype, 1}, {.kind = LoopOpKind::get, .in = {sum}});
    Register term = converted(at(stage_.folded), dtype);
    total_ = b_.compute(stage_.combiner, dtype, {before, term});
    b_.add({.kind = LoopOpKind::set, .in = {sum, total_}});
    steps_at(depth, true);
    results();
  }

  void terms(int depth, Register sum) {
    if (depth > stage_.kept) steps_at(depth, false);
    if (depth < static_cast<int>(stage_.loops.size())) {
      return loop(depth, [&] { terms(depth + 1, sum); });
    }
    LoopOp op{.kind = LoopOpKind::accumulate, .in = {sum}};
    op.in.push_back(converted(at(stage_.folded), stage_.sum_dtype));
    if (gives_place(stage_.combiner)) op.in.push_back(position());
    b_.add(std::move(op));
  }

  // The number of the term.
  Register position() {
    Register out = b_.i64(0);
    for (auto loop = static_cast<size_t>(stage_.kept); loop < stage_.loops.size(); ++loop) {
      out = b_.plus(b_.times(out, b_.size(stage_.loops[loop])), counters_[loop]);
    }
    return out;
  }

  Register converted(Register value, Dtype dtype) {
    if (b_.program.dtype(value) == dtype) return value;
    return b_.compute(Scalar::convert, dtype, {value});
  }

  Register at(int step) const { return steps_[static_cast<size_t>(step)]; }

  LinearIndex index_of(const Access& access) const {
    LinearIndex out{.constant = access.offset};
    for (size_t loop = 0; loop < access.strides.size(); ++loop) {
      if (!access.strides[loop].is(0)) add_term(out, loop, access.strides[loop]);
    }
    if (access.computed >= 0) out.terms.push_back({at(access.computed), 1});
    return out;
  }

  Register step(const NestStep& step) {
    RegisterType type{step.dtype, 1};
    switch (step.name) {
      case Scalar::loop: {
        auto loop = static_cast<size_t>(step.loop);
        return mirrored_[loop] < 0 ? counters_[loop] : mirrored_[loop];
      }
      case Scalar::constant: return b_.constant(type, step.value);
      case Scalar::load:
        return b_.add(type, {.kind = LoopOpKind::load,
                             .buffer = step.access.buffer,
                             .indices = {index_of(step.access)},
                             .mask = step.access.guard < 0 ? -1 : at(step.access.guard)});
      case Scalar::folded:
        return converted(is_fold() || is_scan() ? total_ : only_term(), step.dtype);
      default: break;
    }
    SmallVector<Register, 3> in;
    for (int operand : step.in) in.push_back(at(operand));
    return b_.compute(step.name, step.dtype, std::move(in));
  }

  // A reduction of one term is that term.
  Register only_term() {
    if (gives_place(stage_.combiner)) return b_.constant({Dtype::i32, 1}, int64_t{0});
    return converted(at(stage_.folded), stage_.sum_dtype);
  }

  // The element, row-major over the loops.
  LinearIndex element() {
    LinearIndex out;
    Size scale = 1;
    for (auto loop = static_cast<size_t>(is_fold() ? stage_.kept : std::ssize(counters_));
         loop-- > 0;) {
      add_term(out, loop, scale);
      scale = scale.number * stage_.loops[loop].number;  // only the outermost may be unknown
    }
    return out;
  }

  void results() {
    for (const NestCheck& check : stage_.checks) {
      LoopOp op{.kind = LoopOpKind::check,
                .in = {at(check.failed)},
                .number = check.check,
                .indices = {element()}};
      for (int payload : check.payload) op.in.push_back(at(payload));
      b_.add(std::move(op));
    }
    for (const Store& store : stage_.stores) {
      if (!is_here(parts_->buffers, store.access.buffer)) continue;
      b_.add({.kind = LoopOpKind::store,
              .in = {at(store.step)},
              .buffer = store.access.buffer,
              .indices = {index_of(store.access)}});
    }
  }

  LoopBuilder& b_;
  const Nest& nest_;
  const Stage& stage_;
  std::vector<bool> is_written_;
  std::vector<Register> counters_;
  std::vector<Register> mirrored_ = {};  // of the loops that a scan runs backwards; -1: none
  int shared_;
  std::vector<Register> steps_;
  std::vector<Place> places_ = {};
  const Apart* parts_ = nullptr;
  int part_ = -1;
  Register total_ = -1;
};

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
    if (depth == nest_.shared) return stages();
    Size extent = nest_.stages[0].loops[static_cast<size_t>(depth)];
    b_.loop({.from = b_.i64(0), .to = b_.size(extent)}, [&](Register counter) {
      shared_.push_back(counter);
      shared(depth + 1);
    });
  }

  void stages() {
    for (size_t i = nest_.arguments(); i < nest_.buffers.size(); ++i) {
      b_.add({.kind = LoopOpKind::allocate, .buffer = static_cast<int>(i)});
    }
    for (const Stage& stage : nest_.stages) {
      LoweredStage& lowered = out_.stages.emplace_back();
      Apart parts;
      if (nest_.stages.size() == 1) parts = apart(stage, nest_.buffers.size());
      for (int part = 0; part < std::max(parts.count, 1); ++part) {
        StageLowering own(b_, nest_, stage, shared_);
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

bool can_lower(const ScheduledNest& kernel) { return !has_product(kernel.nest); }

LoweredNest lower(const Nest& nest) { return NestLowering(nest).run(); }

}  // namespace rille
