// A long reduction is shared among threads.
#include <algorithm>
#include <bit>
#include <optional>

#include "jit/loops/clone.h"
#include "jit/loops/order.h"
#include "jit/loops/terms.h"
#include "vm/error.h"

namespace rille {
namespace {

class TermSharing {
 public:
  TermSharing(LoopProgram& program, const std::vector<Register>& counters, int64_t pieces,
              const VectorOptions& options, const Terms& terms, LoopOp fold)
      : b_(program),
        counters_(counters),
        pieces_(pieces),
        options_(options),
        fold_(std::move(fold)),
        extents_(terms.extents) {
    fold_.most = options.lanes;
    program.registers[static_cast<size_t>(fold_.out)].lanes = options.lanes;
  }

  void write() {
    LoopBlock rest;
    std::optional<LoopOp> loop;
    b_.rewrite([&](LoopOp& op) {
      if (op.out == fold_.out && op.kind == LoopOpKind::fold) return true;
      if (loop) {
        rest.push_back(std::move(op));
        return true;
      }
      if (op.kind != LoopOpKind::loop || op.out != counters_[0]) return false;
      loop = std::move(op);
      return true;
    });
    share(*loop);
    Register own = b_.minus(b_.end(), b_.begin());
    LoopOp add{.kind = LoopOpKind::fetch_add, .in = {own}, .buffer = counter_, .indices = {{}}};
    Register before = b_.add({Dtype::i64, 1}, std::move(add));
    Register is_last = b_.truth(Scalar::eq, b_.plus(before, own), b_.i64(pieces_));
    b_.branch(is_last, [&] { join(std::move(rest)); });
    b_.finish();
  }

 private:
  RegisterType type() const { return b_.program.registers[static_cast<size_t>(fold_.out)]; }
  bool has_positions() const { return gives_place(fold_.name); }

  int shared(Dtype dtype, std::vector<Size> extents) {
    b_.program.buffers.push_back(
        {.role = LoopBuffer::Role::shared, .dtype = dtype, .extents = std::move(extents)});
    return static_cast<int>(b_.program.buffers.size()) - 1;
  }

  // The reduction of a part of the terms; `max_terms`: 0: not known.
  LoopOp part_of(int64_t max_terms) const {
    LoopOp out = fold_;
    out.number = 0;
    out.value = max_terms;
    return out;
  }

  void share(const LoopOp& loop) {
    counter_ = shared(Dtype::i64, {1});
    partial_ = shared(type().dtype, {pieces_, options_.lanes});
    if (has_positions()) positions_ = shared(Dtype::i32, {pieces_, options_.lanes});
    fold_.flag ? find_length_in_blocks() : find_length();
    b_.loop({.from = b_.begin(), .to = b_.end(), .most = pieces_, .is_parallel = true},
            [&](Register piece) {
              Register from = b_.times(piece, length_);
              Register to = b_.least(b_.plus(from, length_), total_);
              b_.branch(b_.truth(Scalar::lt, from, to), [&] {
                LoopOp part = part_of(max_length_);
                part.out = b_.add(type(), part);
                fold_.flag ? ordered(loop, part, from, to) : unordered(loop, part, from, to);
                keep(part.out, piece);
              });
            });
  }

  // As many iterations of the outermost loop, whole vectors of them.
  void find_length() {
    total_ = extents_[0];
    Register most = b_.i64(pieces_ * options_.lanes);
    Register vectors = b_.quotient(b_.plus(total_, b_.i64(pieces_ * options_.lanes - 1)), most);
    length_ = b_.times(vectors, b_.i64(options_.lanes));
  }

  // 1, 2, 4 ... whole blocks, which the counter of SumOrder joins among each other before it joins
  // them with others: the tree of sums is the same.
  void find_length_in_blocks() {
    total_ = b_.i64(1);
    for (Register extent : extents_) total_ = b_.times(total_, extent);
    auto all = std::get<int64_t>(fold_.value);
    auto doubled = [&](int64_t terms) {
      int64_t length = SumOrder::block;
      while (length < terms / pieces_ || length * pieces_ < terms) length *= 2;
      return length;
    };
    if (all > 0) max_length_ = doubled(all);
    if (auto known = b_.known(total_)) {
      length_ = b_.i64(doubled(*known));
      return;
    }
    constexpr int64_t max_doublings = 40;  // more elements than memory has
    Register start = b_.i64(SumOrder::block);
    Register length = b_.add({Dtype::i64, 1}, {.kind = LoopOpKind::variable, .in = {start}});
    auto now = [&] { return b_.add({Dtype::i64, 1}, {.kind = LoopOpKind::get, .in = {length}}); };
    b_.loop({.from = b_.i64(0), .to = b_.i64(max_doublings)}, [&](Register) {
      Register old = now();
      Register is_short = b_.truth(Scalar::lt, b_.times(old, b_.i64(pieces_)), total_);
      Register twice = b_.plus(old, old);
      b_.add({.kind = LoopOpKind::set,
              .in = {length, b_.compute(Scalar::select, Dtype::i64, {is_short, twice, old})}});
    });
    length_ = now();
  }

  void unordered(const LoopOp& loop, const LoopOp& part, Register from, Register to) {
    LoopOp own = copied(loop, part.out);
    own.in = {from, to};
    if (counters_.size() == 1) return TermVectors(b_, own, options_, part, 1).run(from, to);
    LoopBlock block;
    block.push_back(std::move(own));
    b_.rewrite(std::move(block), [&](LoopOp& op) {
      if (op.kind != LoopOpKind::loop || op.out != inner_) return false;
      TermVectors(b_, op, options_, part, counters_.size()).run(op.in[0], op.in[1]);
      return true;
    });
  }

  // Terms [from, to), numbered row-major over all loops; `from` begins a block.
  void ordered(const LoopOp& loop, const LoopOp& part, Register from, Register to) {
    if (counters_.size() == 1) {
      LoopOp own = copied(loop, part.out);
      return TermVectors(b_, own, options_, part, 1).run(from, to);
    }
    Register row = extents_.back();
    Register last = b_.quotient(b_.plus(to, b_.minus(row, b_.i64(1))), row);
    b_.loop({.from = b_.quotient(from, row), .to = last}, [&](Register number) {
      Register first = b_.times(number, row);
      LoopOp own = row_loop(loop, part.out, number);
      Register low = b_.greatest(b_.minus(from, first), b_.i64(0));
      Register high = b_.least(b_.minus(to, first), row);
      TermVectors(b_, own, options_, part, counters_.size()).row(first, low, high);
    });
    if (!has_blocks(part)) return;
    Register within = b_.bits_and(to, b_.i64(SumOrder::block - 1));
    b_.branch(b_.truth(Scalar::ne, within, b_.i64(0)),
              [&] { b_.add({.kind = LoopOpKind::end_block, .in = {part.out}}); });
  }

  // The innermost loop in row `number` of the terms, after what the loops around it compute.
  LoopOp row_loop(const LoopOp& outermost, Register part, Register number) {
    LoopCloner cloner(b_);
    cloner.renamed[fold_.out] = part;
    Register rest = number;
    for (size_t i = counters_.size() - 1; i-- > 0;) {
      cloner.renamed[counters_[i]] =
          i == 0 ? rest : b_.compute(Scalar::rem, Dtype::i64, {rest, extents_[i]});
      if (i > 0) rest = b_.quotient(rest, extents_[i]);
    }
    const LoopOp* loop = &outermost;
    while (loop->out != counters_.back()) {
      const LoopOp* inner = nullptr;
      for (const LoopOp& op : loop->blocks[0]) {
        if (op.kind == LoopOpKind::loop) {
          inner = &op;
        } else {
          cloner.clone(op);
        }
      }
      RILLE_CHECK(inner != nullptr, text(b_.program));
      loop = inner;
    }
    return b_.block([&] { cloner.clone(*loop); })[0];
  }

  // A copy of the loops, whose terms belong to the reduction `part`.
  LoopOp copied(const LoopOp& loop, Register part) {
    LoopCloner cloner(b_);
    cloner.renamed[fold_.out] = part;
    LoopOp out = b_.block([&] { cloner.clone(loop); })[0];
    inner_ = cloner.at(counters_.back());
    return out;
  }

  LoopOp access(LoopOpKind kind, int buffer, Register piece) const {
    LoopOp out{.kind = kind, .buffer = buffer, .indices = {{.terms = {{piece, 1}}}, {}}};
    if (options_.lanes > 1) out.lane_strides = {0, 1};
    return out;
  }

  void keep(Register part, Register piece) {
    bool gives = has_positions();
    auto store = [&](int buffer, Dtype dtype, bool is_value) {
      LoopOp total{.kind = LoopOpKind::total, .in = {part}, .flag = is_value};
      LoopOp op = access(LoopOpKind::store, buffer, piece);
      op.in = {b_.add({dtype, options_.lanes}, std::move(total))};
      b_.add(std::move(op));
    };
    store(partial_, type().dtype, gives);
    if (gives) store(positions_, Dtype::i32, false);
  }

  // The partial results of the pieces, in their order, each as if it were one block of terms.
  void join(LoopBlock rest) {
    LoopOp all = part_of(pieces_ * SumOrder::block);
    all.out = b_.add(type(), all);
    Register count = b_.quotient(b_.plus(total_, b_.minus(length_, b_.i64(1))), length_);
    b_.loop({.from = b_.i64(0), .to = count, .most = pieces_}, [&](Register piece) {
      Register value = b_.add(type(), access(LoopOpKind::load, partial_, piece));
      LoopOp op{.kind = LoopOpKind::accumulate, .in = {all.out, value}};
      if (has_positions()) {
        Register position =
            b_.add({Dtype::i32, options_.lanes}, access(LoopOpKind::load, positions_, piece));
        Register none = b_.constant({Dtype::i32, 1}, int64_t{-1});
        op.mask = b_.compute(Scalar::ne, Dtype::boolean, {position, none});
        op.in.push_back(b_.compute(Scalar::convert, Dtype::i64, {position}));
      }
      b_.add(std::move(op));
      if (has_blocks(all)) b_.add({.kind = LoopOpKind::end_block, .in = {all.out}});
    });
    for (LoopOp& op : rest) {
      if (op.kind == LoopOpKind::total) op.in[0] = all.out;
      b_.add(std::move(op));
    }
  }

  LoopBuilder b_;
  const std::vector<Register>& counters_;
  int64_t pieces_;
  const VectorOptions& options_;
  LoopOp fold_;
  std::vector<Register> extents_;
  Register total_ = -1, length_ = -1;  // of what is cut in pieces, and of a piece
  int64_t max_length_ = 0;
  Register inner_ = -1;  // the counter of the innermost loop of the copy at hand
  int counter_ = -1, partial_ = -1, positions_ = -1;  // buffers
};

}  // namespace

void share_terms(LoopProgram& program, const std::vector<Register>& counters, int64_t pieces,
                 const VectorOptions& options) {
  Terms terms = find_terms(program, counters);
  TermSharing(program, counters, pieces, options, terms, *terms.fold).write();
}

}  // namespace rille
