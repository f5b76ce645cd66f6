// Tiles whose right operand is transposed in registers.
#include <algorithm>

#include "jit/loops/product.h"
#include "jit/loops/transpose.h"

namespace rille {
namespace {

constexpr int64_t bytes_at_once = 64;  // a cache line of each column
constexpr int64_t far_ahead = 2048;    // bytes of a column

}  // namespace

// The first element of each column of the tile; the last column is repeated. In whole tiles, their
// distances are constants.
std::vector<LinearIndex> ProductLoops::columns_of(Register column, int64_t apart) {
  bool fits = apart > 1 || columns_ % schedule_.tile_columns == 0;  // strips are whole
  std::vector<LinearIndex> out;
  for (int64_t i = 0; i < schedule_.tile_columns; ++i) {
    LinearIndex index = item_of(right_);
    if (fits) {
      index.constant += i * apart * right_.across;
      index.terms.push_back({column, right_.across});
    } else {
      Register own = b_.least(b_.plus(column, b_.i64(i)), b_.i64(columns_ - 1));
      index.terms.push_back({own, right_.across});
    }
    out.push_back(std::move(index));
  }
  return out;
}

// As many values of k as lanes, contiguous in each column: for each of them, the vector of the
// columns from v * lanes on.
std::vector<Register> ProductLoops::transposed(const Tile& tile, int64_t v, Register k,
                                               int64_t offset) {
  std::vector<Register> out;
  for (int64_t column = 0; column < lanes_; ++column) {
    LinearIndex index = tile.columns[static_cast<size_t>(v * lanes_ + column)];
    index.constant += offset;
    index.terms.push_back({k, 1});
    Register read = b_.add({right_.dtype, lanes_}, {.kind = LoopOpKind::load,
                                                    .buffer = right_.access->buffer,
                                                    .indices = {std::move(index)},
                                                    .lane_strides = {1}});
    if (right_.dtype != type_.dtype) read = b_.compute(Scalar::convert, type_.dtype, {read});
    out.push_back(read);
  }
  transpose(b_, out);
  return out;
}

int64_t ProductLoops::p_at_once() const {
  return std::max<int64_t>(lanes_, bytes_at_once / static_cast<int64_t>(bytes(right_.dtype)));
}

void ProductLoops::transposed_sums(const Tile& tile, Register from, Register to, const Sums& sums) {
  Register edge = b_.plus(from, b_.bits_and(b_.minus(to, from), b_.i64(-p_at_once())));
  b_.loop({.from = from, .to = edge, .step = p_at_once()}, [&](Register k) {
    if (right_.schedule.prefetch) prefetch_far(tile, k);
    for (int64_t part = 0; part < p_at_once(); part += lanes_) {
      for (int64_t v = 0; v < vectors_; ++v) {
        std::vector<Register> columns = transposed(tile, v, k, part);
        for (int64_t lane = 0; lane < lanes_; ++lane) {
          for (int64_t i = 0; i < schedule_.tile_rows; ++i) {
            add_product(sums[static_cast<size_t>(i * vectors_ + v)],
                        row_number(tile, i, k, part + lane), columns[static_cast<size_t>(lane)]);
          }
        }
      }
    }
  });
  b_.loop({.from = edge, .to = to, .most = p_at_once() - 1},
          [&](Register k) { one_p(tile, k, sums); });
}

// Adjacent columns are more streams than the hardware prefetches, so that each column is prefetched
// in advance, and after its end that of the next tile.
void ProductLoops::prefetch_far(const Tile& tile, Register k) {
  int64_t on = std::min(far_ahead / static_cast<int64_t>(bytes(right_.dtype)), k_size_);
  int64_t next_tile = schedule_.tile_columns * right_.across + on - k_size_;
  Register is_within = b_.truth(Scalar::lt, k, b_.i64(k_size_ - on));
  Register by = b_.compute(Scalar::select, Dtype::i64, {is_within, b_.i64(on), b_.i64(next_tile)});
  Register there = b_.plus(k, by);
  for (LinearIndex index : tile.columns) {
    index.terms.push_back({there, 1});
    b_.add({.kind = LoopOpKind::prefetch,
            .buffer = right_.access->buffer,
            .indices = {std::move(index)}});
  }
}

// One value of k: its columns are read one by one.
void ProductLoops::one_p(const Tile& tile, Register k, const Sums& sums) {
  for (int64_t v = 0; v < vectors_; ++v) {
    std::vector<Register> numbers;
    for (int64_t i = 0; i < lanes_; ++i) {
      LinearIndex index = tile.columns[static_cast<size_t>(v * lanes_ + i)];
      index.terms.push_back({k, 1});
      numbers.push_back(b_.add({right_.dtype, 1}, {.kind = LoopOpKind::load,
                                                   .buffer = right_.access->buffer,
                                                   .indices = {std::move(index)}}));
    }
    LoopOp joined{.kind = LoopOpKind::shuffle};
    for (int i = 0; i < lanes_; ++i) {
      joined.in.push_back(numbers[static_cast<size_t>(i)]);
      joined.lanes.push_back(i);
    }
    Register column = b_.add({right_.dtype, lanes_}, std::move(joined));
    if (right_.dtype != type_.dtype) column = b_.compute(Scalar::convert, type_.dtype, {column});
    for (int64_t i = 0; i < schedule_.tile_rows; ++i) {
      add_product(sums[static_cast<size_t>(i * vectors_ + v)], row_number(tile, i, k, 0), column);
    }
  }
}

// Whole strips of columns: tile t has the columns t, t + column_gap … of its strip, so that each
// lane reads one long contiguous range, which is faster than many short ones. Returns the first of
// the remaining columns.
Register ProductLoops::strips(Register first, Register top, Register panel, Register to) {
  int64_t wide = schedule_.tile_columns * schedule_.column_gap;
  b_.program.buffers.push_back({.role = LoopBuffer::Role::local,
                                .dtype = type_.dtype,
                                .extents = {schedule_.tile_rows, wide}});
  auto buffer = static_cast<int>(b_.program.buffers.size()) - 1;
  b_.add({.kind = LoopOpKind::allocate, .buffer = buffer});
  Register count = b_.minus(last_column_, first_column_);
  Register rest = b_.compute(Scalar::rem, Dtype::i64, {count, b_.i64(wide)});
  Register end = b_.minus(last_column_, rest), apart = b_.i64(schedule_.column_gap);
  b_.loop({.from = first_column_, .to = end, .step = wide}, [&](Register strip) {
    b_.loop({.from = b_.i64(0), .to = apart}, [&](Register t) {
      Register column = b_.plus(strip, t);
      Tile tile{.top = top, .panel = panel, .column = column};
      tile.columns = columns_of(column, schedule_.column_gap);
      needed_sums(tile, strip, wide);
      for (int64_t row = 0; row < schedule_.tile_rows; ++row) {
        b_.add({.kind = LoopOpKind::store,
                .in = {sums_->get(place(row, 0), true)},
                .buffer = buffer,
                .indices = {{.constant = row}, {.terms = {{t, 1}}}},
                .lane_strides = {0, schedule_.column_gap}});
      }
    });
    b_.loop({.from = b_.i64(0), .to = apart}, [&](Register t) {
      Register column = b_.plus(strip, b_.times(t, b_.i64(schedule_.tile_columns)));
      epilogue(first, top, to, column, Strip{buffer, strip});
    });
  });
  return end;
}

}  // namespace rille
