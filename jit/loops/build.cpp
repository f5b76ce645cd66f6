// Operations appended to a loop program.
#include "jit/loops/build.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace rille {
namespace {

bool is_at_start(const LoopOp& op) {
  return op.kind == LoopOpKind::constant || op.kind == LoopOpKind::argument;
}

// By bits: -0.0 is not 0.0, and a NaN is itself.
bool is_same(const AttrValue& x, const AttrValue& y) {
  const auto *a = std::get_if<double>(&x), *b = std::get_if<double>(&y);
  if (a == nullptr || b == nullptr) return x == y;
  return std::bit_cast<uint64_t>(*a) == std::bit_cast<uint64_t>(*b);
}

}  // namespace

LoopBuilder::LoopBuilder(LoopProgram& program) : program(program) {
  for (LoopOp& op : program.body) {
    const auto* whole = std::get_if<int64_t>(&op.value);
    bool is_number = op.kind == LoopOpKind::constant && whole != nullptr && !op.flag;
    if (is_number && program.lanes(op.out) == 1) known_[op.out] = *whole;
    bool goes_first = is_at_start(op) && body_.empty();
    (goes_first ? start_ : body_).push_back(std::move(op));
  }
  program.body.clear();
}

void LoopBuilder::finish() {
  program.body = std::move(start_);
  std::ranges::move(body_, std::back_inserter(program.body));
  body_.clear();
}

void LoopBuilder::rewrite(const Replace& replace) { rewrite(std::exchange(body_, {}), replace); }

void LoopBuilder::rewrite(LoopBlock old, const Replace& replace) {
  for (LoopOp& op : old) {
    each_read_register(op, [&](Register& r) {
      if (auto found = aliases_.find(r); found != aliases_.end()) r = found->second;
    });
    if (replace(op)) continue;
    for (LoopBlock& inner : op.blocks) {
      inner = block([&] { rewrite(std::move(inner), replace); });
    }
    add(std::move(op));
  }
}

Register LoopBuilder::fresh(RegisterType type) {
  program.registers.push_back(type);
  return static_cast<Register>(program.registers.size()) - 1;
}

Register LoopBuilder::add(RegisterType type, LoopOp op) {
  Register out = op.out = fresh(type);
  open_->push_back(std::move(op));
  return out;
}

Register LoopBuilder::at_start(RegisterType type, LoopOp op) {
  Register out = op.out = fresh(type);
  start_.push_back(std::move(op));
  return out;
}

void LoopBuilder::at_start(const Body& body) {
  LoopBlock* before = open_;
  open_ = &start_;
  body();
  open_ = before;
}

Register LoopBuilder::constant(RegisterType type, AttrValue value, bool by_lane) {
  for (const LoopOp& op : start_) {
    bool is_like = op.kind == LoopOpKind::constant && op.flag == by_lane;
    if (is_like && is_same(op.value, value) &&
        program.registers[static_cast<size_t>(op.out)] == type)
      return op.out;
  }
  const auto* whole = std::get_if<int64_t>(&value);
  bool is_number = whole != nullptr && type == RegisterType{Dtype::i64, 1} && !by_lane;
  int64_t number = whole != nullptr ? *whole : 0;
  Register out =
      at_start(type, {.kind = LoopOpKind::constant, .value = std::move(value), .flag = by_lane});
  if (is_number) known_[out] = number;
  return out;
}

Register LoopBuilder::argument(int64_t number) {
  for (const LoopOp& op : start_) {
    if (op.kind == LoopOpKind::argument && op.number == number) return op.out;
  }
  return at_start({Dtype::i64, 1}, {.kind = LoopOpKind::argument, .number = number});
}

std::optional<int64_t> LoopBuilder::known(Register r) const {
  auto found = known_.find(r);
  return found == known_.end() ? std::nullopt : std::optional(found->second);
}

Register LoopBuilder::compute(Scalar name, Dtype dtype, SmallVector<Register, 3> in) {
  int lanes = 1;
  for (Register r : in) lanes = std::max(lanes, program.lanes(r));
  return add({dtype, lanes}, {.kind = LoopOpKind::compute, .in = std::move(in), .name = name});
}

Register LoopBuilder::arithmetic(Scalar name, Register x, Register y, Fold fold) {
  auto a = known(x), b = known(y);
  if (a && b) return i64(fold(*a, *b));
  return compute(name, Dtype::i64, {x, y});
}

Register LoopBuilder::plus(Register x, Register y) {
  if (known(x) == 0) return y;
  if (known(y) == 0) return x;
  return arithmetic(Scalar::add, x, y, [](int64_t a, int64_t b) { return a + b; });
}

Register LoopBuilder::minus(Register x, Register y) {
  if (known(y) == 0) return x;
  return arithmetic(Scalar::sub, x, y, [](int64_t a, int64_t b) { return a - b; });
}

Register LoopBuilder::times(Register x, Register y) {
  if (known(x) == 1) return y;
  if (known(y) == 1) return x;
  return arithmetic(Scalar::mul, x, y, [](int64_t a, int64_t b) { return a * b; });
}

Register LoopBuilder::least(Register x, Register y) {
  return arithmetic(Scalar::min, x, y, [](int64_t a, int64_t b) { return std::min(a, b); });
}

Register LoopBuilder::greatest(Register x, Register y) {
  return arithmetic(Scalar::max, x, y, [](int64_t a, int64_t b) { return std::max(a, b); });
}

Register LoopBuilder::bits_and(Register x, Register y) {
  return arithmetic(Scalar::bit_and, x, y, [](int64_t a, int64_t b) { return a & b; });
}

Register LoopBuilder::quotient(Register x, Register y) {
  return arithmetic(Scalar::div, x, y, [](int64_t a, int64_t b) { return a / b; });
}

Register LoopBuilder::index(const LinearIndex& index) {
  if (index.terms.empty()) return i64(index.constant);
  if (index.terms.size() == 1 && index.constant == 0 && index.terms[0].scale.is(1)) {
    return index.terms[0].value;
  }
  int lanes = 1;
  for (const LinearIndex::Term& term : index.terms) {
    lanes = std::max(lanes, program.lanes(term.value));
  }
  return add({Dtype::i64, lanes}, {.kind = LoopOpKind::index, .indices = {index}});
}

LoopBlock LoopBuilder::block(const Body& body) {
  LoopBlock out, *before = open_;
  open_ = &out;
  if (body) body();
  open_ = before;
  return out;
}

void LoopBuilder::loop(const Loop& loop, const LoopBody& body) {
  Register counter = fresh({Dtype::i64, 1});
  this->loop(loop, counter, [&] { body(counter); });
}

void LoopBuilder::loop(const Loop& loop, Register counter, const Body& body) {
  LoopOp op{.kind = LoopOpKind::loop,
            .out = counter,
            .in = {loop.from, loop.to},
            .value = loop.is_nonempty,
            .number = loop.step,
            .most = loop.most,
            .flag = loop.is_parallel};
  op.blocks.push_back(block(body));
  add(std::move(op));
}

void LoopBuilder::branch(Register condition, const Body& then, const Body& otherwise) {
  LoopOp op{.kind = LoopOpKind::branch, .in = {condition}};
  op.blocks.push_back(block(then));
  op.blocks.push_back(block(otherwise));
  add(std::move(op));
}

void LoopBuilder::leave_where(LoopCall answer) {
  Register leaves =
      add({Dtype::boolean, 1}, {.kind = LoopOpKind::call, .number = static_cast<int64_t>(answer)});
  branch(leaves, [&] { add({.kind = LoopOpKind::leave}); });
}

Register LoopBuilder::splat(Register value, int lanes) {
  if (program.lanes(value) == lanes) return value;
  return add({program.dtype(value), lanes},
             {.kind = LoopOpKind::shuffle,
              .in = {value},
              .lanes = std::vector<int>(static_cast<size_t>(lanes), 0)});
}

Register LoopBuilder::first_lanes(Register count, int lanes) {
  return add({Dtype::boolean, lanes}, {.kind = LoopOpKind::first_lanes, .in = {count}});
}

}  // namespace rille
