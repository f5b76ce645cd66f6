// The loops over the terms of a reduction.
#include "jit/loops/terms.h"

#include <algorithm>

#include "jit/loops/clone.h"
#include "jit/loops/order.h"
#include "vm/error.h"

namespace rille {

Terms find_terms(const LoopProgram& program, const std::vector<Register>& counters) {
  Terms out;
  std::map<Register, const LoopOp*> folds;
  Register fold = -1;
  each_op(program.body, [&](const LoopOp& op) {
    if (op.kind == LoopOpKind::fold) folds[op.out] = &op;
    if (op.kind != LoopOpKind::loop || std::ranges::count(counters, op.out) == 0) return;
    out.extents.push_back(op.in[1]);
    if (op.out != counters.back()) return;
    for (const LoopOp& inner : op.blocks[0]) {
      if (inner.kind == LoopOpKind::accumulate) fold = inner.in[0];
    }
  });
  RILLE_CHECK(fold >= 0 && out.extents.size() == counters.size(), text(program));
  out.fold = folds.at(fold);
  return out;
}

TermVectors::TermVectors(LoopBuilder& builder, const LoopOp& loop, const VectorOptions& options,
                         const LoopOp& fold, size_t loops)
    : b_(builder),
      lanes_(options.lanes),
      body_(builder, loop, options),
      fold_(fold),
      is_only_(loops == 1),
      is_long_(has_blocks(fold)) {}

void TermVectors::run(Register from, Register to) {
  if (!is_long_) return between(from, to);
  b_.loop({.from = from, .to = to, .step = SumOrder::block}, [&](Register first) {
    between(first, b_.least(b_.plus(first, b_.i64(SumOrder::block)), to));
    end_block();
  });
}

void TermVectors::end_block() { b_.add({.kind = LoopOpKind::end_block, .in = {fold_.out}}); }

// Terms of one run that begins at lane 0.
void TermVectors::between(Register from, Register to) {
  Register edge = b_.plus(from, b_.bits_and(b_.minus(to, from), b_.i64(-lanes_)));
  int64_t all = is_only_ ? fold_.number : 0;
  int64_t terms = is_long_ ? SumOrder::block : std::get<int64_t>(fold_.value);
  int64_t most = (terms + lanes_ - 1) / lanes_;
  if (all == 0 || all >= lanes_) {
    LoopBuilder::Loop whole{.from = from, .to = edge, .step = lanes_, .most = most};
    b_.loop(whole, [&](Register at) { body_.vector(at, -1); });
  }
  if (all != 0 && all % lanes_ == 0) return;
  b_.loop({.from = edge, .to = to, .step = lanes_, .most = 1},
          [&](Register at) { body_.vector(at, body_.first_mask(b_.minus(to, at))); });
}

void TermVectors::row(Register first, Register from, Register to) {
  first_ = first;
  Register rest = b_.i64(lanes_ - 1);
  Register lane = b_.bits_and(b_.plus(first_, from), rest);
  Register whole = b_.plus(from, b_.bits_and(b_.minus(b_.i64(0), lane), rest));
  b_.branch(b_.truth(Scalar::ne, lane, b_.i64(0)), [&] {
    Register at = b_.minus(from, lane);
    Register before = b_.compute(Scalar::bit_not, Dtype::boolean, {body_.first_mask(lane)});
    Register until = body_.first_mask(b_.minus(to, at));
    vector(at, b_.compute(Scalar::bit_and, Dtype::boolean, {before, until}), to);
  });
  Register room = b_.greatest(b_.minus(to, whole), b_.i64(0));
  Register edge = b_.plus(whole, b_.bits_and(room, b_.i64(-lanes_)));
  b_.loop({.from = whole, .to = edge, .step = lanes_}, [&](Register at) { vector(at, -1, -1); });
  b_.loop({.from = edge, .to = to, .step = lanes_, .most = 1},
          [&](Register at) { vector(at, body_.first_mask(b_.minus(to, at)), to); });
}

// One vector, after which a block may end; `end`: of the row, where the vector may reach further.
void TermVectors::vector(Register at, Register mask, Register end) {
  body_.vector(at, mask);
  if (!is_long_) return;
  Register next = b_.plus(at, b_.i64(lanes_));
  Register within = b_.bits_and(b_.plus(first_, next), b_.i64(SumOrder::block - 1));
  Register ends = b_.truth(Scalar::eq, within, b_.i64(0));
  if (end >= 0) {
    ends = b_.compute(Scalar::bit_and, Dtype::boolean, {ends, b_.truth(Scalar::le, next, end)});
  }
  b_.branch(ends, [&] { end_block(); });
}

namespace {

// Writes each term of a reduction by itself, in the order in which few of them wait.
class TermCode {
 public:
  TermCode(LoopBuilder& builder, const std::vector<Register>& counters, const LoopOp& fold)
      : b_(builder), counters_(counters), fold_(fold), lanes_(SumOrder::lanes_of(fold.number)) {}

  Register write(const LoopOp& outermost) {
    const LoopOp* loop = &outermost;
    for (size_t i = 0; i < counters_.size(); ++i) {
      extents_.push_back(*b_.known(loop->in[1]));
      blocks_.push_back(&loop->blocks[0]);
      for (const LoopOp& op : loop->blocks[0]) {
        if (op.kind == LoopOpKind::loop) loop = &op;
      }
    }
    return terms(0, 1);
  }

 private:
  // Terms first, first + step, ...; -1: there are none.
  Register terms(int64_t first, int64_t step) {
    if (first >= fold_.number) return -1;
    if (step == lanes_) return term(first);
    Register x = terms(first, 2 * step), y = terms(first + step, 2 * step);
    if (y < 0) return x;
    return b_.compute(fold_.name, b_.program.dtype(fold_.out), {x, y});
  }

  Register term(int64_t number) {
    LoopCloner cloner(b_);
    for (size_t i = counters_.size(); i-- > 0;) {
      cloner.renamed[counters_[i]] = b_.i64(number % extents_[i]);
      number /= extents_[i];
    }
    for (const LoopBlock* body : blocks_) {
      for (const LoopOp& op : *body) {
        if (op.kind == LoopOpKind::accumulate) return cloner.at(op.in[1]);
        if (op.kind != LoopOpKind::loop) cloner.clone(op);
      }
    }
    RILLE_CHECK(false, text(b_.program));
  }

  LoopBuilder& b_;
  const std::vector<Register>& counters_;
  const LoopOp& fold_;
  int64_t lanes_;
  std::vector<int64_t> extents_ = {};
  std::vector<const LoopBlock*> blocks_ = {};
};

}  // namespace

void vectorize_terms(LoopProgram& program, const std::vector<Register>& counters,
                     const VectorOptions& options) {
  Terms terms = find_terms(program, counters);
  LoopOp fold = *terms.fold;
  fold.most = options.lanes;
  program.registers[static_cast<size_t>(fold.out)].lanes = options.lanes;
  bool is_long = has_blocks(fold);
  bool has_rest = fold.number == 0 || fold.number % SumOrder::block != 0;
  LoopBuilder b(program);
  b.rewrite([&](LoopOp& op) {
    bool is_total = op.kind == LoopOpKind::total && op.in[0] == fold.out;
    if (op.kind == LoopOpKind::fold && op.out == fold.out) op.most = options.lanes;
    if (is_total && is_long && counters.size() > 1 && has_rest) {  // what is left of a block
      Register all = b.i64(1);
      for (Register extent : terms.extents) all = b.times(all, extent);
      Register rest = b.bits_and(all, b.i64(SumOrder::block - 1));
      b.branch(b.truth(Scalar::ne, rest, b.i64(0)),
               [&] { b.add({.kind = LoopOpKind::end_block, .in = {fold.out}}); });
    }
    if (op.kind != LoopOpKind::loop || op.out != counters.back()) return false;
    TermVectors vectors(b, op, options, fold, counters.size());
    if (counters.size() == 1 || !fold.flag) {
      vectors.run(op.in[0], op.in[1]);
      return true;
    }
    Register rows = b.i64(0);
    for (size_t i = 0; i + 1 < counters.size(); ++i) {
      rows = b.plus(b.times(rows, terms.extents[i]), counters[i]);
    }
    vectors.row(b.times(rows, terms.extents.back()), op.in[0], op.in[1]);
    return true;
  });
  b.finish();
}

void unroll_terms(LoopProgram& program, const std::vector<Register>& counters) {
  LoopOp fold = *find_terms(program, counters).fold;
  Register sum = -1;
  LoopBuilder b(program);
  b.rewrite([&](LoopOp& op) {
    if (op.kind == LoopOpKind::fold && op.out == fold.out) return true;
    if (op.kind == LoopOpKind::loop && op.out == counters[0]) {
      sum = TermCode(b, counters, fold).write(op);
      return true;
    }
    if (op.kind != LoopOpKind::total || op.in[0] != fold.out) return false;
    b.alias(op.out, sum);
    return true;
  });
  b.finish();
}

}  // namespace rille
