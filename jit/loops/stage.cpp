// Steps of a stage become scalar operations.
#include "jit/loops/stage.h"

#include <algorithm>

namespace rille {

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

namespace {

void add_sizes(const Stage& stage, int& out) {
  auto add = [&](const std::vector<Size>& sizes) {
    for (Size size : sizes) out = std::max(out, size.arg + 1);
  };
  add(stage.loops);
  each_access(stage, [&](const Access& access) { add(access.strides); });
  for (const Stage& operand : stage.operands) add_sizes(operand, out);
}

// Buffers that a stage of the nest writes.
std::vector<bool> written_buffers(const Nest& nest) {
  std::vector<bool> out(nest.buffers.size());
  for (const Stage& stage : nest.stages) {
    for (const Store& store : stage.stores) out[static_cast<size_t>(store.access.buffer)] = true;
  }
  return out;
}

// How many of its loops the code before and after the result of a stage has.
int loops_of_result(const Stage& stage) {
  return stage.form == StageForm::scan ? static_cast<int>(stage.loops.size()) : stage.kept;
}

}  // namespace

int sizes_of(const Nest& nest) {
  int out = 0;
  for (const Stage& stage : nest.stages) {
    add_sizes(stage, out);
    bool has_any_rows =
        is_product(stage) && !stage.loops[static_cast<size_t>(stage.kept) - 2].known();
    if (has_any_rows) out = std::max<int>(out, task_rows + 1);
  }
  return out;
}

StageCode::StageCode(LoopBuilder& builder, const Nest& nest, const Stage& stage)
    : b_(builder),
      nest_(nest),
      stage_(stage),
      counters_(stage.loops.size(), -1),
      steps_(stage.code.size(), -1),
      mirrored_(stage.loops.size(), -1) {
  std::vector<bool> is_written = written_buffers(nest);
  for (const NestStep& step : stage.code) place(step, is_written);
}

void StageCode::place(const NestStep& step, const std::vector<bool>& is_written) {
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
    if (is_written[static_cast<size_t>(step.access.buffer)]) {
      out.depth = std::max(out.depth, nest_.shared);
    }
  }
  bool is_result = step.name == Scalar::product || step.name == Scalar::folded;
  if (is_result && stage_.form != StageForm::pointwise) {
    out = {loops_of_result(stage_), true};
  } else if (step.name == Scalar::folded) {
    after(stage_.folded);
  }
  places_.push_back(out);
}

bool StageCode::is_here(const std::vector<int>& parts, int number) const {
  bool are_parts = parts_ != nullptr && parts_->count > 0;
  int part = are_parts ? parts[static_cast<size_t>(number)] : -1;
  return part < 0 || part == part_;
}

void StageCode::steps_at(int depth, bool is_after) {
  static const std::vector<int> all = {};
  const std::vector<int>& parts = parts_ == nullptr ? all : parts_->steps;
  for (size_t i = 0; i < stage_.code.size(); ++i) {
    bool is_own = places_[i].depth == depth && places_[i].is_after == is_after;
    if (is_own && is_here(parts, static_cast<int>(i))) steps_[i] = step(stage_.code[i]);
  }
}

void StageCode::steps_up_to(int depth) {
  for (int outer = 0; outer <= depth; ++outer) steps_at(outer, false);
}

void StageCode::bind_mirrored(size_t loop, Register counter) {
  counters_[loop] = counter;
  mirrored_[loop] = mirrored(loop);
}

// extent - 1 - counter: what a reverse scan counts.
Register StageCode::mirrored(size_t loop) {
  return b_.index(
      {.constant = -1, .terms = {{b_.size(stage_.loops[loop]), 1}, {counters_[loop], -1}}});
}

// Adds number `loop` of the element, times `scale`.
void StageCode::add_term(LinearIndex& index, size_t loop, Size scale) const {
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

Register StageCode::converted(Register value, Dtype dtype) {
  if (b_.program.dtype(value) == dtype) return value;
  return b_.compute(Scalar::convert, dtype, {value});
}

std::vector<LinearIndex> StageCode::indices_of(const Access& access) {
  LinearIndex out{.constant = access.offset};
  for (size_t loop = 0; loop < access.strides.size(); ++loop) {
    if (!access.strides[loop].is(0)) add_term(out, loop, access.strides[loop]);
  }
  if (access.computed >= 0) out.terms.push_back({at(access.computed), 1});
  if (has_rows_ && nest_.is_local(access.buffer)) return {row_, std::move(out)};
  return {std::move(out)};
}

Register StageCode::step(const NestStep& step) {
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
                           .indices = indices_of(step.access),
                           .mask = step.access.guard < 0 ? -1 : at(step.access.guard)});
    case Scalar::product: return converted(result_, step.dtype);
    case Scalar::folded: return converted(result_ < 0 ? only_term() : result_, step.dtype);
    default: break;
  }
  SmallVector<Register, 3> in;
  for (int operand : step.in) in.push_back(at(operand));
  return b_.compute(step.name, step.dtype, std::move(in));
}

// A reduction of one term is that term.
Register StageCode::only_term() {
  return gives_place(stage_.combiner) ? b_.constant({Dtype::i32, 1}, int64_t{0}) : term();
}

// The element, row-major over the loops.
LinearIndex StageCode::element() {
  LinearIndex out;
  Size scale = 1;
  bool is_fold = stage_.form == StageForm::fold;
  for (auto loop = static_cast<size_t>(is_fold ? stage_.kept : std::ssize(counters_));
       loop-- > 0;) {
    add_term(out, loop, scale);
    scale = scale.number * stage_.loops[loop].number;  // only the outermost may be unknown
  }
  return out;
}

void StageCode::results() {
  for (const NestCheck& check : stage_.checks) {
    LoopOp op{.kind = LoopOpKind::check,
              .in = {at(check.failed)},
              .number = check.check,
              .indices = {element()}};
    for (int payload : check.payload) op.in.push_back(at(payload));
    b_.add(std::move(op));
  }
  static const std::vector<int> all = {};
  const std::vector<int>& parts = parts_ == nullptr ? all : parts_->buffers;
  for (const Store& store : stage_.stores) {
    if (!is_here(parts, store.access.buffer)) continue;
    b_.add({.kind = LoopOpKind::store,
            .in = {at(store.step)},
            .buffer = store.access.buffer,
            .indices = indices_of(store.access)});
  }
}

}  // namespace rille
