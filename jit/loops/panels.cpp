// An operand of a product is evaluated into panels.
#include "jit/loops/panels.h"

#include <algorithm>

#include "jit/loops/transpose.h"
#include "jit/loops/vectorizer.h"

namespace rille {
namespace {

// The loops batch..., across, k... with the loop across innermost.
Stage across_inside(Stage stage, size_t across) {
  auto rotate = [&](auto& list) {
    auto at = list.begin() + static_cast<std::ptrdiff_t>(across);
    std::rotate(at, at + 1, list.end());
  };
  auto last = static_cast<int>(stage.loops.size()) - 1, from = static_cast<int>(across);
  rotate(stage.loops);
  for (NestStep& step : stage.code) {
    if (step.name == Scalar::load) rotate(step.access.strides);
    if (step.name == Scalar::loop && step.loop >= from) {
      step.loop = step.loop == from ? last : step.loop - 1;
    }
  }
  return stage;
}

const TilesSchedule& tiles_of(const StageSchedule& product) {
  return std::get<TilesSchedule>(product.form);
}

int64_t rounded_up(int64_t x, int64_t unit) { return (x + unit - 1) / unit * unit; }

// What elements are combined with by exclusive or.
int64_t flips(const Stage& operand, const TilesSchedule& tiles, bool is_left) {
  bool flips_sign = is_left && tiles.group == 4 && !tiles.in_tile_registers;
  return flips_sign && unconverted(operand).dtype == Dtype::i8 ? 0x80 : 0;
}

}  // namespace

Panels::Panels(LoopBuilder& builder, const Nest& nest, const Stage& operand,
               const StageSchedule& product, size_t batch, bool is_left, int64_t count)
    : b_(builder),
      nest_(nest),
      schedule_(is_left ? tiles_of(product).left : tiles_of(product).right),
      operand_(is_across() ? across_inside(operand, batch) : operand),
      lanes_(product.lanes),
      tile_(is_left ? tiles_of(product).tile_rows : tiles_of(product).tile_columns),
      group_(tiles_of(product).group),
      flips_(flips(operand, tiles_of(product), is_left)),
      in_tiles_(tiles_of(product).in_tile_registers),
      batch_(batch),
      is_left_(is_left),
      code_(builder, nest, operand_),
      value_dtype_(operand.code[static_cast<size_t>(operand.folded)].dtype),
      dtype_(group_ > 1 && is_float(value_dtype_) ? Dtype::u32 : value_dtype_) {
  count_ = b_.i64(1);
  bool is_known = true;
  int64_t extent = 1;
  for (size_t loop = batch; static_cast<int>(loop) < operand.kept; ++loop) {
    count_ = b_.times(count_, b_.size(operand.loops[loop]));
    is_known = is_known && operand.loops[loop].known();
    extent *= operand.loops[loop].number;
  }
  is_whole_ = is_known && extent % tile_ == 0;
  std::vector<Size> extents = {count, schedule_.panel / schedule_.stride, schedule_.stride};
  b_.program.buffers.push_back({.role = LoopBuffer::Role::scratch,
                                .dtype = dtype_,
                                .extents = std::move(extents),
                                .offset = schedule_.at});
  buffer_ = static_cast<int>(b_.program.buffers.size()) - 1;
  if (transposes_words()) {
    int64_t rows = 2 * tile_;
    b_.program.buffers.push_back({.role = LoopBuffer::Role::scratch,
                                  .dtype = dtype_,
                                  .extents = {count, rows, schedule_.panel / rows},
                                  .offset = schedule_.at});
    rows_buffer_ = static_cast<int>(b_.program.buffers.size()) - 1;
  }
  if (is_in_words()) {
    b_.program.buffers.push_back({.role = LoopBuffer::Role::view, .dtype = dtype_, .extents = {0}});
    words_ = static_cast<int>(b_.program.buffers.size()) - 1;
  }
  if (is_across() || is_left) return;
  b_.program.buffers.push_back(
      {.role = LoopBuffer::Role::local, .dtype = value_dtype_, .extents = {lanes_, lanes_}});
  square_ = static_cast<int>(b_.program.buffers.size()) - 1;
}

void Panels::enter(const std::vector<Register>& batch) {
  b_.add({.kind = LoopOpKind::allocate, .buffer = buffer_});
  if (rows_buffer_ >= 0) b_.add({.kind = LoopOpKind::allocate, .buffer = rows_buffer_});
  if (words_ >= 0) {
    b_.add({.kind = LoopOpKind::view,
            .number = unconverted(operand_).access.buffer,
            .buffer = words_,
            .indices = {{}}});
  }
  if (square_ >= 0) b_.add({.kind = LoopOpKind::allocate, .buffer = square_});
  for (size_t i = 0; i < batch.size(); ++i) code_.bind(i, batch[i]);
  code_.steps_up_to(static_cast<int>(batch.size()));
}

void Panels::write(Register first, Register number, int64_t count) {
  if (is_across()) return across(first, number, count);
  is_left_ ? rows(first, number) : columns(first, number);
}

std::vector<LinearIndex> Panels::indices(LinearIndex number, LinearIndex row, LinearIndex k) const {
  if (transposes_words()) row.constant += tile_;
  if (is_by_rows() || transposes_words()) std::swap(row, k);
  return {std::move(number), std::move(k), std::move(row)};
}

void Panels::put(Register value, std::vector<LinearIndex> to) {
  if (b_.program.dtype(value) != dtype_) value = b_.compute(Scalar::bitcast, dtype_, {value});
  LoopOp store{
      .kind = LoopOpKind::store, .in = {value}, .buffer = buffer_, .indices = std::move(to)};
  if (b_.program.lanes(value) > 1) store.lane_strides = {0, 0, 1};
  b_.add(std::move(store));
}

// The vector of the elements from `at` on along the innermost loop.
Register Panels::vector_of(Register at, Register mask, bool has_guards) {
  Register counter = b_.fresh({Dtype::i64, 1});
  code_.bind(last(), counter);
  bool is_deep = p_from_ >= 0 && last() == first_deep();
  if (is_deep) code_.take_row({.terms = {{counter, 1}, {p_from_, -1}}});
  LoopOp loop{.kind = LoopOpKind::loop, .out = counter, .number = 1};
  auto depth = static_cast<int>(operand_.loops.size());
  loop.blocks.push_back(b_.block([&] { code_.steps_at(depth, false); }));
  VectorOptions options{.lanes = lanes_};
  Vectorizer body(b_, loop, options);
  body.begin(at, mask);
  if (!has_guards) body.assume_guards();
  for (const LoopOp& op : loop.blocks[0]) body.rewrite(op);
  return body.splat(body.lanes_of(code_.at(operand_.folded)));
}

// The counters of the loops across for a row; rows after the last one repeat it.
void Panels::bind_row(Register row) {
  if (!is_whole_) row = b_.least(row, b_.minus(count_, b_.i64(1)));
  if (rows_from_ >= 0) code_.take_row({.terms = {{row, 1}, {rows_from_, -1}}});
  for (auto loop = static_cast<size_t>(operand_.kept); loop-- > batch_;) {
    Register extent = b_.size(operand_.loops[loop]);
    bool is_first = loop == batch_;
    code_.bind(loop, is_first ? row : b_.compute(Scalar::rem, Dtype::i64, {row, extent}));
    if (!is_first) row = b_.quotient(row, extent);
  }
}

// Iterations of the outermost loop of k.
std::pair<Register, Register> Panels::outermost() {
  int64_t inner = 1;
  size_t end = operand_.loops.size() - (is_across() ? 1 : 0);
  for (size_t loop = first_deep() + 1; loop < end; ++loop) inner *= operand_.loops[loop].number;
  if (from_ < 0) return {b_.i64(0), b_.size(operand_.loops[first_deep()])};
  return {b_.quotient(from_, b_.i64(inner)), b_.quotient(to_, b_.i64(inner))};
}

std::pair<Register, Register> Panels::innermost() {
  if (last() == first_deep()) return outermost();
  return {b_.i64(0), b_.size(operand_.loops[last()])};
}

// All iterations of the loops of k outside the vectors. `body` gets k in units of the loops inside.
void Panels::each_deep(bool has_steps, const Body& body) {
  outer(first_deep(), b_.i64(0), has_steps, body);
}

void Panels::outer(size_t loop, Register k, bool has_steps, const Body& body) {
  if (loop == last()) return body(k);
  Register extent = b_.size(operand_.loops[loop]);
  Register from = b_.i64(0), to = extent;
  if (loop == first_deep()) std::tie(from, to) = outermost();
  b_.loop({.from = from, .to = to}, [&](Register at) {
    code_.bind(loop, at);
    bool is_row = p_from_ >= 0 && loop == first_deep();
    if (is_row) code_.take_row({.terms = {{at, 1}, {p_from_, -1}}});
    if (has_steps) code_.steps_at(static_cast<int>(loop) + 1, false);
    outer(loop + 1, b_.plus(b_.times(k, extent), b_.minus(at, from)), has_steps, body);
  });
}

// Whole vectors along the innermost loop, which is a loop of k, then a masked one.
void Panels::vectors(Register k, const Vector& body) {
  auto [from, to] = innermost();
  Register before = b_.minus(b_.times(k, b_.size(operand_.loops[last()])), from);
  Register edge = b_.plus(from, b_.bits_and(b_.minus(to, from), b_.i64(-lanes_)));
  b_.loop({.from = from, .to = edge, .step = lanes_},
          [&](Register at) { body(b_.plus(before, at), at, -1); });
  auto known = b_.known(b_.minus(to, from));
  if (known && *known % lanes_ == 0) return;
  b_.loop({.from = edge, .to = to, .step = lanes_, .most = 1}, [&](Register at) {
    body(b_.plus(before, at), at, b_.first_lanes(b_.minus(to, at), lanes_));
  });
}

// Only the last panels have masks, which are expensive. Left tiles that are packed together may be
// more than the remaining ones.
void Panels::across(Register first, Register number, int64_t count) {
  int64_t width = rounded_up(tile_, lanes_);
  auto write = [&](bool has_masks) {
    groups_at_once() ? across_groups(first, number, count, has_masks)
                     : across_all(first, number, count, has_masks);
  };
  if (is_whole_ && width == tile_ && (!is_left_ || count == 1)) return write(false);
  Register end = b_.plus(first, b_.i64((count - 1) * tile_ + width));
  b_.branch(b_.truth(Scalar::le, end, count_), [&] { write(false); }, [&] { write(true); });
}

void Panels::across_all(Register first, Register number, int64_t count, bool has_masks) {
  each_deep(true, [&](Register k) {
    if (is_left_ && !has_masks) prefetch_rows(first, count);
    for (int64_t panel = 0; panel < count; ++panel) {
      for (int64_t from = 0; from < tile_; from += lanes_) {
        Register at = b_.plus(first, b_.i64(panel * tile_ + from));
        Register mask = has_masks ? b_.first_lanes(b_.minus(count_, at), lanes_) : -1;
        put(vector_of(at, mask),
            {{.constant = panel, .terms = {{number, 1}}}, {.terms = {{k, 1}}}, {.constant = from}});
      }
    }
  });
}

// Prefetches some values of k in advance: the hardware does not prefetch short ranges of distant
// rows.
void Panels::prefetch_rows(Register first, int64_t count) {
  constexpr int64_t later = 8, line = 64;
  const NestStep& step = unconverted(operand_);
  if (step.name != Scalar::load || step.access.computed >= 0 || step.access.guard >= 0) return;
  if (!step.access.strides[last()].is(1)) return;
  auto each = line / static_cast<int64_t>(bytes(step.dtype));
  code_.bind(last(), first);
  LoopOp op{.kind = LoopOpKind::prefetch,
            .buffer = step.access.buffer,
            .indices = code_.indices_of(step.access)};
  LinearIndex& index = op.indices.back();
  Size stride = step.access.strides[last() - 1];
  if (stride.known()) {
    index.constant += later * stride.number;
  } else {
    index.terms.push_back({b_.i64(later), stride});
  }
  for (int64_t at = 0; at < count * tile_; at += each) {
    b_.add(op);
    index.constant += each;
  }
}

// Whether all guards of loads are true in iterations [from, from + count) of the innermost loop;
// -1: unknown, or without guards.
Register Panels::guards_hold(Register from, Register count) {
  Register counter = b_.fresh({Dtype::i64, 1});
  code_.bind(last(), counter);
  LoopOp loop{.kind = LoopOpKind::loop, .out = counter, .number = 1};
  auto depth = static_cast<int>(operand_.loops.size());
  loop.blocks.push_back(b_.block([&] { code_.steps_at(depth, false); }));
  VectorOptions options{.lanes = lanes_};
  return Vectorizer(b_, loop, options).guards_hold(from, count);
}

void Panels::rows(Register first, Register number) {
  if (!copies_words()) return evaluate_rows(first, number);
  auto [from, to] = outermost();
  Register deep = b_.minus(to, from);
  Register rest = b_.bits_and(deep, b_.i64(group_ - 1));
  auto copy = [&] { copy_words(first, number); };
  auto evaluate = [&] {
    evaluate_rows(first, number);
    group_rows(number, deep);
  };
  if (auto known = b_.known(rest)) return *known == 0 ? copy() : evaluate();
  b_.branch(b_.truth(Scalar::eq, rest, b_.i64(0)), copy, evaluate);
}

void Panels::evaluate_rows(Register first, Register number) {
  b_.loop({.from = b_.i64(0), .to = b_.i64(tile_)}, [&](Register row) {
    bind_row(b_.plus(first, row));
    for (auto depth = static_cast<int>(batch_) + 1; depth <= operand_.kept; ++depth) {
      code_.steps_at(depth, false);
    }
    each_deep(true, [&](Register outside) {
      auto [from, to] = innermost();
      auto run = [&](bool has_guards) {
        vectors(outside, [&](Register k, Register at, Register mask) {
          put(vector_of(at, mask, has_guards),
              {{.terms = {{number, 1}}}, {.terms = {{row, 1}}}, {.terms = {{k, 1}}}});
        });
      };
      // A window inside its array needs no guards.
      Register all = guards_hold(from, b_.minus(to, from));
      if (all < 0) return run(true);
      b_.branch(all, [&] { run(false); }, [&] { run(true); });
    });
  });
}

// Evaluates squares of as many columns as lanes column by column, and transposes them.
void Panels::columns(Register first, Register number) {
  b_.loop({.from = b_.i64(0), .to = b_.i64(tile_), .step = lanes_}, [&](Register from) {
    each_deep(false, [&](Register outside) {
      vectors(outside, [&](Register k, Register at, Register mask) {
        square(first, k, mask, at, number, from);
      });
    });
  });
}

void Panels::square(Register first, Register k, Register mask, Register at, Register number,
                    Register from) {
  auto access = [&](LoopOpKind kind, LinearIndex column) {
    return LoopOp{.kind = kind,
                  .buffer = square_,
                  .indices = {std::move(column), {}},
                  .lane_strides = {0, 1}};
  };
  b_.loop({.from = b_.i64(0), .to = b_.i64(lanes_)}, [&](Register column) {
    bind_row(b_.plus(b_.plus(first, from), column));
    for (auto depth = static_cast<int>(batch_) + 1; depth < std::ssize(operand_.loops); ++depth) {
      code_.steps_at(depth, false);
    }
    LoopOp store = access(LoopOpKind::store, {.terms = {{column, 1}}});
    store.in = {vector_of(at, mask)};
    b_.add(std::move(store));
  });
  std::vector<Register> lines;
  for (int i = 0; i < lanes_; ++i) {
    lines.push_back(b_.add({value_dtype_, lanes_}, access(LoopOpKind::load, {.constant = i})));
  }
  transpose(b_, lines);
  for (int i = 0; i < lanes_; ++i) {
    put(lines[static_cast<size_t>(i)],
        {{.terms = {{number, 1}}}, {.constant = i, .terms = {{k, 1}}}, {.terms = {{from, 1}}}});
  }
}

}  // namespace rille
