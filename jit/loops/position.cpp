// Which term of a reduction is the extreme.
#include "jit/loops/position.h"

namespace rille {

PositionReduction::PositionReduction(LoopBuilder& builder, const LoopOp& fold)
    : b_(builder),
      partial_(builder, fold.name, builder.program.dtype(fold.out)),
      lanes_(builder.program.lanes(fold.out)),
      is_together_(fold.most > 0) {
  auto variable = [&](Register value) {
    RegisterType type = b_.program.registers[static_cast<size_t>(value)];
    return b_.add(type, {.kind = LoopOpKind::variable, .in = {value}});
  };
  variables_.value = variable(partial_.start(lanes_));
  variables_.position = variable(b_.constant({Dtype::u32, lanes_}, int64_t{UINT32_MAX}));
}

// A later term has to be better, unless there is none yet.
void PositionReduction::accumulate(const LoopOp& op) {
  Register term = partial_.of(op.in[1]);
  Register position = b_.compute(Scalar::convert, Dtype::u32, {op.in[2]});
  if (is_together_ && lanes_ > b_.program.lanes(position)) {
    Register numbers = b_.constant({Dtype::i64, lanes_}, int64_t{0}, true);
    numbers = b_.compute(Scalar::convert, Dtype::u32, {numbers});
    position = b_.compute(Scalar::add, Dtype::u32, {position, numbers});
  }
  auto [best, old] = now();
  Register wins = partial_.beats(term, best);
  auto and_also = [&](Scalar name, Register other) {
    wins = b_.compute(name, Dtype::boolean, {wins, other});
  };
  if (!partial_.starts_beyond_all()) {
    and_also(Scalar::bit_or, b_.compute(Scalar::eq, Dtype::boolean, {old, none()}));
  }
  if (op.mask >= 0) and_also(Scalar::bit_and, op.mask);
  auto set = [&](Register variable, Dtype dtype, Register now, Register before) {
    Register value = b_.compute(Scalar::select, dtype, {wins, now, before});
    b_.add({.kind = LoopOpKind::set, .in = {variable, value}});
  };
  set(variables_.value, partial_.dtype(), term, best);
  set(variables_.position, Dtype::u32, position, old);
}

Register PositionReduction::total(const LoopOp& op) {
  Best best = now();
  int wanted = b_.program.lanes(op.out);
  for (int lanes = lanes_; lanes > wanted; lanes /= 2) {
    auto part = [&](int from) {
      return Best{half(best.value, from, lanes / 2), half(best.position, from, lanes / 2)};
    };
    best = better(part(0), part(lanes / 2));
  }
  if (op.flag) return partial_.result(best.value);
  return b_.compute(Scalar::convert, Dtype::i32, {best.position});
}

PositionReduction::Best PositionReduction::now() {
  return {get(variables_.value), get(variables_.position)};
}

Register PositionReduction::get(Register variable) {
  RegisterType type = b_.program.registers[static_cast<size_t>(variable)];
  return b_.add(type, {.kind = LoopOpKind::get, .in = {variable}});
}

PositionReduction::Best PositionReduction::better(Best x, Best y) {
  Register ties = b_.compute(Scalar::eq, Dtype::boolean, {x.value, y.value});
  Register is_first = b_.compute(Scalar::lt, Dtype::boolean, {y.position, x.position});
  ties = b_.compute(Scalar::bit_and, Dtype::boolean, {ties, is_first});
  Register wins = partial_.beats(y.value, x.value);
  wins = b_.compute(Scalar::bit_or, Dtype::boolean, {wins, ties});
  return {b_.compute(Scalar::select, partial_.dtype(), {wins, y.value, x.value}),
          b_.compute(Scalar::select, Dtype::u32, {wins, y.position, x.position})};
}

Register PositionReduction::half(Register whole, int from, int lanes) {
  LoopOp op{.kind = LoopOpKind::shuffle, .in = {whole}};
  for (int i = 0; i < lanes; ++i) op.lanes.push_back(from + i);
  return b_.add({b_.program.dtype(whole), lanes}, std::move(op));
}

}  // namespace rille
