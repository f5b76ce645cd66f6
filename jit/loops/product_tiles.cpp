// The sums of a tile in tile registers.
#include "jit/loops/product.h"

namespace rille {
namespace {

constexpr int64_t rows_each = TileRegister::rows, words_each = TileRegister::row_words;

}  // namespace

// One operation on the registers of all sums, which have the numbers from 0 on.
void ProductLoops::each_tile_register(LoopOpKind kind) {
  int64_t columns = schedule_.tile_columns / words_each;
  for (int64_t row = 0; row < schedule_.tile_rows / rows_each; ++row) {
    for (int64_t column = 0; column < columns; ++column) {
      LoopOp op{.kind = LoopOpKind::tile_zero};
      if (kind != LoopOpKind::tile_zero) {
        op = sums_->rows_from(kind, place(row * rows_each, column * words_each / lanes_));
      }
      op.number = row * columns + column;
      b_.add(std::move(op));
    }
  }
}

// Adds the terms of k in [from, to) to the stored sums, as many values of k at once as a row of a
// tile register has.
void ProductLoops::tile_sums(const Tile& tile, Register from, Register to) {
  int64_t rows = schedule_.tile_rows / rows_each, columns = schedule_.tile_columns / words_each;
  auto clear = [&] { each_tile_register(LoopOpKind::tile_zero); };
  if (schedule_.chunk == 0) {
    clear();
  } else {
    Register within = b_.bits_and(from, b_.i64(SumOrder::products - 1));
    b_.branch(
        b_.truth(Scalar::ne, within, b_.i64(0)), [&] { each_tile_register(LoopOpKind::tile_load); },
        clear);
  }
  auto load = [&](const Operand& operand, int64_t number, int64_t row, Register k, Register panel) {
    LoopOp op = access(operand, {.constant = row}, {.terms = {{k, 1}}}, panel);
    op.kind = LoopOpKind::tile_load;
    op.number = number;
    op.lane_strides = {0, 1, 0};
    op.flag = false;
    b_.add(std::move(op));
  };
  LoopBuilder::Loop all{.from = in_groups(from),
                        .to = in_groups(to, schedule_.group - 1),
                        .step = words_each,
                        .is_nonempty = true};
  int64_t first_row = rows * columns, first_column = first_row + rows;
  b_.loop(all, [&](Register k) {
    for (int64_t i = 0; i < columns; ++i) {
      load(right_, first_column + i, i * words_each, k, tile.right_panel);
    }
    for (int64_t row = 0; row < rows; ++row) {
      load(left_, first_row + row, row * rows_each, k, tile.panel);
      for (int64_t column = 0; column < columns; ++column) {
        b_.add(
            {.kind = LoopOpKind::tile_dot,
             .number = row * columns + column,
             .lanes = {static_cast<int>(first_row + row), static_cast<int>(first_column + column)},
             .most = schedule_.group,
             .flag = unconverted(stage_.operands[0]).dtype == Dtype::i8});
      }
    }
  });
  each_tile_register(LoopOpKind::tile_store);
}

}  // namespace rille
