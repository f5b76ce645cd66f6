// A loop over elements becomes one over vectors.
#include <algorithm>

#include "jit/loops/vectorizer.h"
#include "vm/error.h"

namespace rille {

Vectorizer::Vectorizer(LoopBuilder& builder, const LoopOp& loop, const VectorOptions& options,
                       const std::vector<Register>& given)
    : b_(builder), loop_(loop), lanes_(options.lanes), options_(options) {
  varies_[loop.out] = true;
  for (Register r : given) varies_[r] = true;
  study(loop.blocks[0]);
}

void Vectorizer::write() {
  Register from = loop_.in[0], to = loop_.in[1];
  Register length = b_.minus(to, from);
  auto known = b_.known(length);
  Register edge = options_.is_whole ? to : b_.plus(from, b_.bits_and(length, b_.i64(-lanes_)));
  if (options_.needed) from = repeated(from, edge);
  if (!known || *known >= lanes_) {
    int64_t most = loop_.most / lanes_;
    LoopBuilder::Loop whole{from, edge, lanes_, most, loop_.flag};
    b_.loop(whole, [&](Register at) { vector(at, -1); });
  }
  if (options_.is_whole || (known && *known % lanes_ == 0)) return;
  LoopBuilder::Loop rest{.from = edge, .to = to, .step = lanes_, .most = 1};
  b_.loop(rest, [&](Register at) { vector(at, first_mask(b_.minus(to, at))); });
}

// Several vectors at a time, of which one may stand for all. Returns where the rest of them begins.
Register Vectorizer::repeated(Register from, Register edge) {
  constexpr int some = 4;
  int64_t piece = int64_t{some} * lanes_;
  Register end = b_.plus(from, b_.bits_and(b_.minus(edge, from), b_.i64(-piece)));
  b_.loop({.from = from, .to = end, .step = piece}, [&](Register first) {
    Register last = b_.plus(first, b_.i64(piece - 1));
    auto each_vector = [&] {
      Register after = b_.plus(first, b_.i64(piece));
      b_.loop({.from = first, .to = after, .step = lanes_, .most = some},
              [&](Register at) { vector(at, -1); });
    };
    Register is_needed = options_.needed(b_, first, last);
    if (is_needed < 0) return each_vector();
    b_.branch(is_needed, each_vector, [&] {
      repeats_ = some;
      vector(first, -1);
      repeats_ = 1;
    });
  });
  return end;
}

Register Vectorizer::first_mask(Register count) { return b_.first_lanes(count, lanes_); }

bool Vectorizer::varies(const LoopOp& op) const {
  bool out = false;
  each_read_register(op, [&](Register r) { out = out || varies(r); });
  return out;
}

void Vectorizer::study(const LoopBlock& block) {
  for (const LoopOp& op : block) {
    if (op.out >= 0) defined_[op.out] = &op;
    // A variable may become one that varies later on.
    bool changes = op.kind == LoopOpKind::variable || op.kind == LoopOpKind::fold;
    if (op.out >= 0 && (changes || varies(op))) varies_[op.out] = true;
    for (const LoopBlock& inner : op.blocks) study(inner);
  }
}

void Vectorizer::begin(Register first, Register mask) {
  mask_ = mask;
  has_guards_ = true;
  scalars_ = {{loop_.out, first}};
  vectors_.clear();
}

Register Vectorizer::guards_hold(Register from, Register count) {
  begin(from, -1);
  Register all = -1;
  for (const LoopOp& op : loop_.blocks[0]) {
    if (op.kind != LoopOpKind::load || op.mask < 0) continue;
    Register one = holds_for(op.mask, count);
    if (one < 0) return -1;
    all = all < 0 ? one : b_.compute(Scalar::bit_and, Dtype::boolean, {all, one});
  }
  return all;
}

Register Vectorizer::holds_for(Register guard, Register count) {
  if (!varies(guard)) return scalar(guard);
  const LoopOp& op = *defined_.at(guard);
  if (op.kind != LoopOpKind::compute) return -1;
  if (op.name == Scalar::bit_and) {
    Register x = holds_for(op.in[0], count), y = holds_for(op.in[1], count);
    return x < 0 || y < 0 ? -1 : b_.compute(Scalar::bit_and, Dtype::boolean, {x, y});
  }
  auto lanes = lane_bound(op);
  if (!lanes) return -1;
  return lanes->are_first ? b_.truth(Scalar::ge, lanes->bound, count)
                          : b_.truth(Scalar::le, lanes->bound, b_.i64(0));
}

void Vectorizer::vector(Register first, Register mask) {
  begin(first, mask);
  block(loop_.blocks[0]);
}

void Vectorizer::block(const LoopBlock& ops) {
  auto scalars = scalars_, vectors = vectors_;
  for (size_t i = 0; i < ops.size(); ++i) {
    if (i + 1 < ops.size() && is_woven(ops[i], ops[i + 1])) {
      store_woven(ops[i], ops[i + 1]);
      ++i;
    } else {
      rewrite(ops[i]);
    }
  }
  scalars_ = std::move(scalars), vectors_ = std::move(vectors);
}

Register Vectorizer::scalar(Register r) const {
  auto found = scalars_.find(r);
  return found == scalars_.end() ? r : found->second;
}

Register Vectorizer::lanes_of(Register r) {
  if (!varies(r)) return scalar(r);
  auto found = vectors_.find(r);
  if (found != vectors_.end()) return found->second;
  RILLE_CHECK(r == loop_.out, r);
  Register numbers = b_.constant({Dtype::i64, lanes_}, int64_t{0}, true);
  return vectors_[r] = b_.compute(Scalar::add, Dtype::i64, {scalar(r), numbers});
}

Register Vectorizer::splat(Register r) { return b_.splat(r, lanes_); }

void Vectorizer::rewrite(const LoopOp& op) {
  switch (op.kind) {
    case LoopOpKind::loop: {
      LoopBuilder::Loop own{scalar(op.in[0]), scalar(op.in[1]), op.number, op.most};
      Register counter = scalars_[op.out] = b_.fresh({Dtype::i64, 1});
      if (mask_ < 0) whole_loops_[op.out] = counter;
      return b_.loop(own, counter, [&] { block(op.blocks[0]); });
    }
    case LoopOpKind::branch:
      RILLE_CHECK(!varies(op), text(b_.program));
      return b_.branch(
          scalar(op.in[0]), [&] { block(op.blocks[0]); }, [&] { block(op.blocks[1]); });
    case LoopOpKind::store: return store(op);
    case LoopOpKind::check: return check(op);
    case LoopOpKind::variable:
    case LoopOpKind::get:
    case LoopOpKind::set: return variable(op);
    case LoopOpKind::fold:
    case LoopOpKind::accumulate:
    case LoopOpKind::end_block:
    case LoopOpKind::total: return reduction(op);
    default: break;
  }
  if (!varies(op)) return copy(op);
  switch (op.kind) {
    case LoopOpKind::index: vectors_[op.out] = index(op); return;
    case LoopOpKind::compute: vectors_[op.out] = compute(op); return;
    case LoopOpKind::load: vectors_[op.out] = load(op); return;
    default: RILLE_CHECK(false, text(op.kind), " in a loop that becomes vectors");
  }
}

void Vectorizer::copy(const LoopOp& op) {
  LoopOp own = op;
  each_read_register(own, [&](Register& r) { r = scalar(r); });
  if (op.out < 0) return b_.add(std::move(own));
  scalars_[op.out] = b_.add(type(op.out), std::move(own));
}

void Vectorizer::variable(const LoopOp& op) {
  LoopOp own = op;
  bool is_new = op.kind == LoopOpKind::variable;
  for (size_t i = 0; i < own.in.size(); ++i) {
    own.in[i] = is_new || i > 0 ? splat(lanes_of(op.in[i])) : lanes_of(op.in[i]);
  }
  if (op.out < 0) return b_.add(std::move(own));
  vectors_[op.out] = b_.add(wide(op.out), std::move(own));
}

// A reduction inside the loop has a lane for each iteration; one outside of it takes the lanes of a
// vector as terms one after the other.
void Vectorizer::reduction(const LoopOp& op) {
  LoopOp own = op;
  if (op.kind == LoopOpKind::fold) {
    vectors_[op.out] = b_.add(wide(op.out), std::move(own));
    return;
  }
  bool is_inside = varies(op.in[0]);
  if (is_inside) own.in[0] = vectors_.at(op.in[0]);
  if (op.kind == LoopOpKind::accumulate) {
    own.in[1] = splat(lanes_of(op.in[1]));
    if (op.in.size() > 2) own.in[2] = is_inside ? lanes_of(op.in[2]) : first_of(op.in[2]);
    if (!is_inside) own.mask = mask_;
  }
  if (op.out < 0) return b_.add(std::move(own));
  vectors_[op.out] = b_.add(wide(op.out), std::move(own));
}

// The same lanes of the next iteration of an outer loop.
void Vectorizer::prefetch(const LoopOp& op, LoopOp own) {
  constexpr int64_t line = 64;  // bytes
  const LoopBuffer& buffer = b_.program.buffers[static_cast<size_t>(op.buffer)];
  bool moves = false;
  for (size_t axis = 0; axis < op.indices.size(); ++axis) {
    for (const LinearIndex::Term& term : op.indices[axis].terms) {
      if (term.value != options_.prefetch_along) continue;
      own.indices[axis].terms.push_back({b_.i64(1), term.scale});
      moves = true;
    }
  }
  if (!moves || buffer.role == LoopBuffer::Role::local) return;
  own.kind = LoopOpKind::prefetch;
  own.lane_strides.clear();
  own.mask = -1;
  int64_t each = line / static_cast<int64_t>(bytes(buffer.dtype));
  for (int64_t lane = 0; lane < lanes_; lane += each) {
    b_.add(own);
    own.indices.back().constant += each;
  }
}

LinearIndex Vectorizer::lane_index(const LinearIndex& index) {
  LinearIndex out = index;
  for (LinearIndex::Term& term : out.terms) {
    term.value = term.value == loop_.out ? scalar(term.value) : lanes_of(term.value);
  }
  return out;
}

Size Vectorizer::stride_of(const LinearIndex& index) const {
  for (const LinearIndex::Term& term : index.terms) {
    if (term.value == loop_.out) return term.scale;
  }
  return 0;
}

Register Vectorizer::index(const LoopOp& op) {
  LinearIndex index = op.indices[0];
  for (LinearIndex::Term& term : index.terms) term.value = lanes_of(term.value);
  return b_.index(index);
}

std::optional<int> Vectorizer::growth(Register r) const {
  if (!varies(r)) return 0;
  if (r == loop_.out) return 1;
  const LoopOp& op = *defined_.at(r);
  bool is_sum = op.name == Scalar::add || op.name == Scalar::sub;
  if (op.kind != LoopOpKind::compute || !is_sum) return std::nullopt;
  auto x = growth(op.in[0]), y = growth(op.in[1]);
  if (!x || !y || (op.name == Scalar::sub && *y != 0) || *x + *y > 1) return std::nullopt;
  return *x + *y;
}

Register Vectorizer::first_of(Register r) {
  if (!varies(r) || r == loop_.out) return scalar(r);
  const LoopOp& op = *defined_.at(r);
  Register x = first_of(op.in[0]), y = first_of(op.in[1]);
  return op.name == Scalar::sub ? b_.minus(x, y) : b_.plus(x, y);
}

std::optional<Vectorizer::LaneBound> Vectorizer::lane_bound(const LoopOp& op) {
  bool is_less = op.name == Scalar::lt || op.name == Scalar::le;
  if (!is_less && op.name != Scalar::gt && op.name != Scalar::ge) return std::nullopt;
  if (type(op.in[0]).dtype != Dtype::i64) return std::nullopt;
  auto x = growth(op.in[0]), y = growth(op.in[1]);
  if (!x || !y || *x + *y != 1) return std::nullopt;
  bool are_first = (*x == 1) == is_less;
  Register left = first_of(op.in[0]), right = first_of(op.in[1]);
  Register bound = *x == 1 ? b_.minus(right, left) : b_.minus(left, right);
  bool holds_at_bound = op.name == Scalar::le || op.name == Scalar::ge;
  if (are_first == holds_at_bound) bound = b_.plus(bound, b_.i64(1));
  return LaneBound{bound, are_first};
}

std::optional<Register> Vectorizer::first_lanes(const LoopOp& op) {
  auto lanes = lane_bound(op);
  if (!lanes) return std::nullopt;
  Register out = first_mask(b_.greatest(lanes->bound, b_.i64(0)));
  return lanes->are_first ? out : b_.compute(Scalar::bit_not, Dtype::boolean, {out});
}

Register Vectorizer::compute(const LoopOp& op) {
  if (auto mask = first_lanes(op)) return *mask;
  LoopOp own{.kind = LoopOpKind::compute, .name = op.name};
  for (Register r : op.in) own.in.push_back(lanes_of(r));
  own.flag = options_.shares_divisors && op.name == Scalar::div && is_float(type(op.out).dtype) &&
             varies(op.in[0]) && !varies(op.in[1]);
  return b_.add(wide(op.out), std::move(own));
}

Register Vectorizer::both(Register mask, Register other) {
  if (other < 0) return mask;
  if (mask < 0) return splat(other);
  return b_.compute(Scalar::bit_and, Dtype::boolean, {mask, other});
}

LoopOp Vectorizer::access(const LoopOp& op) {
  LoopOp own{.kind = op.kind, .buffer = op.buffer};
  for (const LinearIndex& index : op.indices) {
    own.indices.push_back(lane_index(index));
    own.lane_strides.push_back(stride_of(index));
  }
  return own;
}

bool Vectorizer::is_run(const LoopOp& op, const LoopOp& own, int64_t step) const {
  bool by_lane = false;
  for (const LinearIndex& index : op.indices) {
    for (const LinearIndex::Term& term : index.terms) {
      by_lane = by_lane || (term.value != loop_.out && varies(term.value));
    }
  }
  for (size_t axis = 0; axis + 1 < own.lane_strides.size(); ++axis) {
    by_lane = by_lane || !own.lane_strides[axis].is(0);
  }
  return !by_lane && own.lane_strides.back().is(step);
}

Register Vectorizer::load(const LoopOp& op) {
  LoopOp own = access(op);
  Register guard = op.mask < 0 || !has_guards_ ? -1 : lanes_of(op.mask);
  own.mask = both(mask_, guard);
  bool is_run = this->is_run(op, own, 1);
  if (is_run && options_.prefetch_along >= 0) prefetch(op, own);
  if (is_run && guard >= 0) keep_near(own, guard);
  if (this->is_run(op, own, 2) && own.mask < 0) return every_second(op, own);
  return b_.add(wide(op.out), std::move(own));
}

void Vectorizer::keep_near(LoopOp& own, Register guard) {
  Register some = guard;
  if (b_.program.lanes(guard) > 1) {
    some = b_.add({Dtype::boolean, 1},
                  {.kind = LoopOpKind::reduce, .in = {own.mask}, .name = Scalar::bit_or});
  }
  for (LinearIndex& index : own.indices) {
    Register at = b_.compute(Scalar::select, Dtype::i64, {some, b_.index(index), b_.i64(0)});
    index = {.constant = 0, .terms = {{at, 1}}};
  }
}

Register Vectorizer::every_second(const LoopOp& op, LoopOp own) {
  own.lane_strides.back() = 1;
  Register low = b_.add(wide(op.out), own);
  own.indices.back().constant += lanes_ - 1;
  Register high = b_.add(wide(op.out), own);
  LoopOp picked{.kind = LoopOpKind::shuffle, .in = {low, high}};
  for (int at = 0; at < 2 * lanes_; at += 2) picked.lanes.push_back(at < lanes_ ? at : at + 1);
  return b_.add(wide(op.out), std::move(picked));
}

void Vectorizer::store(const LoopOp& op) {
  if (!varies(op)) return copy(op);
  LoopOp own = access(op);
  own.mask = mask_;
  own.in = {splat(lanes_of(op.in[0]))};
  for (int i = 0; i < repeats_; ++i) {
    b_.add(own);
    own.indices.back().constant += lanes_;  // repeated vectors are rows: neighbors in memory
  }
}

bool Vectorizer::is_woven(const LoopOp& first, const LoopOp& second) const {
  bool are_stores = first.kind == LoopOpKind::store && second.kind == LoopOpKind::store;
  if (!are_stores || first.buffer != second.buffer) return false;
  std::vector<LinearIndex> next = first.indices;
  ++next.back().constant;
  LoopOp strides;
  for (const LinearIndex& index : first.indices) strides.lane_strides.push_back(stride_of(index));
  return next == second.indices && is_run(first, strides, 2);
}

void Vectorizer::store_woven(const LoopOp& first, const LoopOp& second) {
  auto woven = [&](Register x, Register y) {
    LoopOp op{.kind = LoopOpKind::shuffle, .in = {x, y}};
    for (int lane = 0; lane < lanes_; ++lane) {
      op.lanes.push_back(lane);
      op.lanes.push_back(lane + lanes_);
    }
    return b_.add({b_.program.dtype(x), 2 * lanes_}, std::move(op));
  };
  LoopOp own = access(first);
  own.lane_strides.back() = 1;
  own.in = {woven(splat(lanes_of(first.in[0])), splat(lanes_of(second.in[0])))};
  if (mask_ >= 0) own.mask = woven(mask_, mask_);
  b_.add(std::move(own));
}

void Vectorizer::check(const LoopOp& op) {
  LoopOp own = op;
  own.in.clear();
  for (Register r : op.in) own.in.push_back(lanes_of(r));
  own.in[0] = splat(own.in[0]);
  for (LinearIndex::Term& term : own.indices[0].terms) term.value = scalar(term.value);
  own.mask = mask_;
  b_.add(std::move(own));
}

std::map<Register, Register> vectorize(LoopProgram& program, Register counter,
                                       const VectorOptions& options) {
  std::map<Register, Register> out;
  LoopBuilder builder(program);
  builder.rewrite([&](LoopOp& op) {
    if (op.kind != LoopOpKind::loop || op.out != counter) return false;
    Vectorizer vectors(builder, op, options);
    vectors.write();
    out = vectors.whole_loops();
    return true;
  });
  builder.finish();
  return out;
}

}  // namespace rille
