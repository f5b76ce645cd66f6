// Columns of a reduction over rows in memory, in strips.
#include <bit>

#include "jit/loops/order.h"
#include "jit/loops/partial.h"
#include "jit/loops/sums.h"
#include "jit/loops/vectorizer.h"
#include "vm/error.h"

namespace rille {
namespace {

constexpr int64_t lanes_of_sum = SumOrder::lanes;

// Rows of one lane that are added at once: memory is read as that many streams, which the machine
// brings near by itself, and a partial sum is read and written once for all of them.
constexpr int64_t at_once = 8;
constexpr int64_t group = at_once * lanes_of_sum;

constexpr size_t max_unrolled = 24;  // operations of a term that are written once for each row

// A strip has 64 partial sums of each column, lane by lane, and takes its rows in groups: of each
// lane those that the group has, along all columns. So rows are read in runs as long as the strip,
// where columns one after the other would read a cache line here and a line there.
class StripLoop {
 public:
  StripLoop(LoopBuilder& builder, const LoopOp& columns, Register row, const StripOptions& options)
      : b_(builder),
        columns_(columns),
        options_(options),
        body_(builder, columns, options_.vectors) {
    bool is_before = true;
    for (const LoopOp& op : columns.blocks[0]) {
      if (op.kind == LoopOpKind::fold) {
        fold_ = op;
      } else if (op.kind == LoopOpKind::loop && op.out == row) {
        rows_ = &op;
        is_before = false;
      } else if (op.kind == LoopOpKind::total) {
        total_ = op.out;
      } else {
        (is_before ? before_ : after_).push_back(&op);
      }
    }
    RILLE_CHECK(rows_ != nullptr && total_ >= 0, text(builder.program));
    for (const LoopOp& op : rows_->blocks[0]) {
      (op.kind == LoopOpKind::accumulate ? term_ : terms_).push_back(&op);
    }
    is_long_ = has_blocks(fold_);
    partial_.emplace(b_, fold_.name, b_.program.dtype(fold_.out));
    is_ordered_ = fold_.flag;
    type_ = {is_ordered_ ? b_.program.dtype(fold_.out) : partial_->dtype(), options_.vectors.lanes};
  }

  void write() {
    LoopBuilder::Loop strips{.from = columns_.in[0],
                             .to = columns_.in[1],
                             .step = options_.columns,
                             .is_parallel = columns_.flag};
    b_.loop(strips, [&](Register first) {
      first_ = first;
      end_ = b_.least(b_.plus(first, b_.i64(options_.columns)), columns_.in[1]);
      strip();
    });
  }

 private:
  void strip() {
    Register start = is_ordered_ ? b_.constant(type_, identity_value(fold_.name, type_.dtype))
                                 : partial_->start(type_.lanes);
    sums_.emplace(b_,
                  PartialSums::Options{.type = type_,
                                       .combiner = fold_.name,
                                       .places = {lanes_of_sum, options_.columns / type_.lanes},
                                       .max_blocks = is_long_ ? max_blocks(fold_) : 1,
                                       .role = LoopBuffer::Role::scratch},
                  start);
    sums_->clear();
    Register rows = rows_->in[1];
    b_.loop({.from = b_.i64(0), .to = rows, .step = group}, [&](Register from) {
      b_.loop({.from = b_.i64(0), .to = b_.i64(lanes_of_sum)},
              [&](Register lane) { add(lane, b_.plus(from, lane), rows); });
      if (!is_long_) return;
      Register next = b_.plus(from, b_.i64(group));
      Register within = b_.bits_and(next, b_.i64(SumOrder::block - 1));
      Register ends = b_.truth(Scalar::eq, within, b_.i64(0));
      Register is_last = b_.truth(Scalar::ge, next, rows);
      ends = b_.compute(Scalar::bit_or, Dtype::boolean, {ends, is_last});
      b_.branch(ends, [&] { sums_->end_block(); });
    });
    if (is_long_) sums_->finish();
    sums_->join_places();
    each_vector(false, [&](Register number) {
      Register sum = sums_->get({{}, {.terms = {{number, 1}}}});
      body_.give(total_, is_ordered_ ? sum : partial_->result(sum));
      for (const LoopOp* op : after_) body_.rewrite(*op);
    });
  }

  // The rows of a lane in the group, of which `row` is the first one.
  void add(Register lane, Register row, Register rows) {
    constexpr auto shift = std::countr_zero(static_cast<uint64_t>(lanes_of_sum));
    Register left = b_.plus(b_.minus(rows, row), b_.i64(lanes_of_sum - 1));
    Register count = b_.compute(Scalar::shift_right, Dtype::i64, {left, b_.i64(shift)});
    count = b_.least(count, b_.i64(at_once));
    if (terms_.size() > max_unrolled) return some(lane, row, count);
    Register is_whole = b_.truth(Scalar::eq, b_.minus(end_, first_), b_.i64(options_.columns));
    Register has_all = b_.truth(Scalar::eq, count, b_.i64(at_once));
    is_whole = b_.compute(Scalar::bit_and, Dtype::boolean, {is_whole, has_all});
    b_.branch(is_whole, [&] { all(lane, row); }, [&] { some(lane, row, count); });
  }

  PartialSums::Place place(Register lane, Register number) const {
    return {{.terms = {{lane, 1}}}, {.terms = {{number, 1}}}};
  }

  void all(Register lane, Register row) {
    each_vector(true, [&](Register number) {
      Register sum = sums_->get(place(lane, number));
      for (int64_t i = 0; i < at_once; ++i) {
        sum = joined(sum, term(b_.plus(row, b_.i64(i * lanes_of_sum))));
      }
      sums_->set(place(lane, number), sum);
    });
  }

  void some(Register lane, Register row, Register count) {
    each_vector(false, [&](Register number) {
      Register sum =
          b_.add(type_, {.kind = LoopOpKind::variable, .in = {sums_->get(place(lane, number))}});
      auto now = [&] { return b_.add(type_, {.kind = LoopOpKind::get, .in = {sum}}); };
      b_.loop({.from = b_.i64(0), .to = count, .most = at_once}, [&](Register i) {
        Register next = term(b_.plus(row, b_.times(i, b_.i64(lanes_of_sum))));
        b_.add({.kind = LoopOpKind::set, .in = {sum, joined(now(), next)}});
      });
      sums_->set(place(lane, number), now());
    });
  }

  Register joined(Register x, Register y) { return b_.compute(fold_.name, type_.dtype, {x, y}); }

  // The term of a row, for the vector of columns at hand.
  Register term(Register row) {
    body_.bind(rows_->out, row);
    for (const LoopOp* op : terms_) body_.rewrite(*op);
    Register out = body_.splat(body_.lanes_of(term_[0]->in[1]));
    return is_ordered_ ? out : partial_->of(out);
  }

  // The vectors of the strip, and what depends on nothing but their columns. `is_whole`: all of
  // their lanes are columns.
  void each_vector(bool is_whole, const LoopBuilder::LoopBody& body) {
    auto vector = [&](Register at, Register mask) {
      body_.begin(at, mask);
      for (const LoopOp* op : before_) body_.rewrite(*op);
      body(b_.quotient(b_.minus(at, first_), b_.i64(type_.lanes)));
    };
    Register edge = end_;
    if (!is_whole) {
      edge = b_.plus(first_, b_.bits_and(b_.minus(end_, first_), b_.i64(-type_.lanes)));
    }
    int64_t most = options_.columns / type_.lanes;
    b_.loop({.from = first_, .to = edge, .step = type_.lanes, .most = most},
            [&](Register at) { vector(at, -1); });
    if (is_whole) return;
    b_.loop({.from = edge, .to = end_, .step = type_.lanes, .most = 1},
            [&](Register at) { vector(at, body_.first_mask(b_.minus(end_, at))); });
  }

  LoopBuilder& b_;
  const LoopOp& columns_;
  StripOptions options_;
  Vectorizer body_;
  LoopOp fold_ = {};
  const LoopOp* rows_ = nullptr;
  Register total_ = -1;
  // Of the columns' body: what stands before the loop over rows, and after the total. Of a row:
  // what makes the term, and the accumulation.
  std::vector<const LoopOp*> before_ = {}, after_ = {}, terms_ = {}, term_ = {};
  bool is_long_ = false, is_ordered_ = false;
  RegisterType type_ = {};
  std::optional<PartialResult> partial_;
  std::optional<PartialSums> sums_;
  Register first_ = -1, end_ = -1;  // the columns of the strip
};

}  // namespace

void strip_columns(LoopProgram& program, Register column, Register row,
                   const StripOptions& options) {
  LoopBuilder b(program);
  b.rewrite([&](LoopOp& op) {
    if (op.kind != LoopOpKind::loop || op.out != column) return false;
    StripLoop(b, op, row, options).write();
    return true;
  });
  b.finish();
}

}  // namespace rille
