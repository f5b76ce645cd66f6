// A stage becomes scalar operations in serial loops.
#include "jit/loops/stage_loops.h"

#include "jit/loops/order.h"

namespace rille {

StageLoops::StageLoops(LoopBuilder& builder, const Nest& nest, const Stage& stage,
                       const std::vector<Register>& shared)
    : b_(builder),
      nest_(nest),
      stage_(stage),
      shared_(static_cast<int>(shared.size())),
      code_(builder, nest, stage) {
  for (size_t i = 0; i < shared.size(); ++i) code_.bind(i, shared[i]);
}

// `part` of `parts`; -1: all of it.
std::vector<Register> StageLoops::write(const IndependentParts& parts, int part) {
  code_.take_part(parts, part);
  for (int depth = 0; depth < shared_; ++depth) code_.steps_at(depth, false);
  level(shared_);
  return code_.counters();
}

void StageLoops::level(int depth) {
  code_.steps_at(depth, false);
  if (depth == stage_.kept) {
    if (stage_.form == StageForm::fold) return fold();
    if (stage_.form == StageForm::scan) return scan();
    if (is_product(stage_)) return product();
    return code_.results();
  }
  loop(depth, [&] { level(depth + 1); });
}

void StageLoops::loop(int depth, const LoopBuilder::Body& body) {
  auto number = static_cast<size_t>(depth);
  LoopBuilder::Loop bounds{.from = b_.i64(0), .to = b_.size(stage_.loops[number])};
  b_.loop(bounds, [&](Register counter) {
    bool is_mirrored = stage_.reverse && depth >= stage_.kept;
    is_mirrored ? code_.bind_mirrored(number, counter) : code_.bind(number, counter);
    body();
  });
}

void StageLoops::after(Register result, int depth) {
  code_.give(result);
  code_.steps_at(depth, true);
  code_.results();
}

void StageLoops::fold() {
  Dtype dtype = stage_.sum_dtype;
  int64_t most = stage_.max_terms();
  Register sum = b_.add({dtype, 1}, {.kind = LoopOpKind::fold,
                                     .name = stage_.combiner,
                                     .value = most,
                                     .number = stage_.terms(),
                                     .flag = in_order(stage_)});
  terms(stage_.kept, sum);
  Dtype result = gives_place(stage_.combiner) ? Dtype::i32 : dtype;
  after(b_.add({result, 1}, {.kind = LoopOpKind::total, .in = {sum}}), stage_.kept);
}

// The partial result is a variable, which is combined with one term after the other and read.
void StageLoops::scan() {
  Dtype dtype = stage_.sum_dtype;
  Register start = b_.constant({dtype, 1}, identity_value(stage_.combiner, dtype));
  Register sum = b_.add({dtype, 1}, {.kind = LoopOpKind::variable, .in = {start}});
  partial_results(stage_.kept, sum);
}

void StageLoops::partial_results(int depth, Register sum) {
  if (depth > stage_.kept) code_.steps_at(depth, false);
  if (depth < static_cast<int>(stage_.loops.size())) {
    return loop(depth, [&] { partial_results(depth + 1, sum); });
  }
  Dtype dtype = stage_.sum_dtype;
  Register before = b_.add({dtype, 1}, {.kind = LoopOpKind::get, .in = {sum}});
  Register now = b_.compute(stage_.combiner, dtype, {before, code_.term()});
  b_.add({.kind = LoopOpKind::set, .in = {sum, now}});
  after(now, depth);
}

void StageLoops::terms(int depth, Register sum) {
  if (depth > stage_.kept) code_.steps_at(depth, false);
  if (depth < static_cast<int>(stage_.loops.size())) {
    return loop(depth, [&] { terms(depth + 1, sum); });
  }
  LoopOp op{.kind = LoopOpKind::accumulate, .in = {sum, code_.term()}};
  if (gives_place(stage_.combiner)) op.in.push_back(position());
  b_.add(std::move(op));
}

// The number of the term.
Register StageLoops::position() {
  Register out = b_.i64(0);
  for (auto loop = static_cast<size_t>(stage_.kept); loop < stage_.loops.size(); ++loop) {
    out = b_.plus(b_.times(out, b_.size(stage_.loops[loop])), code_.counters()[loop]);
  }
  return out;
}

// One element: the sum over k of products.
void StageLoops::product() {
  auto row = static_cast<size_t>(stage_.kept) - 2;
  Dtype dtype = stage_.sum_dtype;
  Register sum = b_.add({dtype, 1}, {.kind = LoopOpKind::fold,
                                     .name = Scalar::add,
                                     .value = stage_.k_size(),
                                     .lanes = {1},
                                     .flag = is_float(dtype)});
  Register deep = b_.i64(1);
  const Stage& left = stage_.operands[0];
  for (auto loop = static_cast<size_t>(left.kept); loop < left.loops.size(); ++loop) {
    deep = b_.times(deep, b_.size(left.loops[loop]));
  }
  b_.loop({.from = b_.i64(0), .to = deep}, [&](Register k) {
    Register x = element(left, code_.counters()[row], k);
    Register y = element(stage_.operands[1], code_.counters()[row + 1], k);
    b_.add({.kind = LoopOpKind::accumulate, .in = {sum, x, y}});
  });
  after(b_.add({dtype, 1}, {.kind = LoopOpKind::total, .in = {sum}}), stage_.kept);
}

// Element (number `across` of its rows, k) of an operand.
Register StageLoops::element(const Stage& operand, Register across, Register k) {
  auto batch = static_cast<size_t>(stage_.kept) - 2, kept = static_cast<size_t>(operand.kept);
  StageCode code(b_, nest_, operand);
  for (size_t i = 0; i < batch; ++i) code.bind(i, code_.counters()[i]);
  bind_digits(b_, code, operand, batch, kept, across);
  bind_digits(b_, code, operand, kept, operand.loops.size(), k);
  code.steps_up_to(static_cast<int>(operand.loops.size()));
  return code.at(operand.folded);
}

// Loops [from, to), counted row-major.
void StageLoops::bind_digits(LoopBuilder& b, StageCode& code, const Stage& operand, size_t from,
                             size_t to, Register number) {
  for (size_t loop = to; loop-- > from;) {
    Register extent = b.size(operand.loops[loop]);
    bool is_outermost = loop == from;
    code.bind(loop, is_outermost ? number : b.compute(Scalar::rem, Dtype::i64, {number, extent}));
    if (!is_outermost) number = b.quotient(number, extent);
  }
}

void StageLoops::add_terms(PartialSums& sums, Register k) {
  Dtype dtype = stage_.sum_dtype;
  sums.each_place([&](const PartialSums::Place& place) {
    Register x = element(stage_.operands[0], place[0].terms[0].value, k);
    Register y = element(stage_.operands[1], place[1].terms[0].value, k);
    Register sum = sums.get(place);
    if (is_float(dtype)) {
      sum = b_.compute(Scalar::fma, dtype, {x, y, sum});
    } else {
      sum = b_.compute(Scalar::add, dtype, {sum, b_.compute(Scalar::mul, dtype, {x, y})});
    }
    sums.set(place, sum);
  });
}

void StageLoops::finish(PartialSums& sums) {
  code_.steps_up_to(stage_.kept - 2);
  sums.each_place([&](const PartialSums::Place& place) {
    auto row = static_cast<size_t>(stage_.kept) - 2;
    code_.bind(row, place[0].terms[0].value);
    code_.bind(row + 1, place[1].terms[0].value);
    code_.steps_at(stage_.kept - 1, false);
    code_.steps_at(stage_.kept, false);
    after(sums.get(place), stage_.kept);
  });
}

}  // namespace rille
