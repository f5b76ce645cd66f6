// Skips zeros of the left operand that change no sum.
#include <algorithm>

#include "jit/loops/order.h"
#include "jit/loops/product.h"

namespace rille {
namespace {

constexpr int64_t piece = 64;  // values of k that are tested together

}  // namespace

// A mask gives zeros after a softmax. So only the rows of this kernel are tested, and only if its
// first product drops elements. Other zeros are too few.
bool ProductLoops::may_skip() const {
  bool is_dense = (stage_.sums_outer_products ? left_.across : left_.deep) == 1 &&
                  left_.dtype == stage_.sum_dtype;
  bool has_bits = stage_.sum_dtype == Dtype::f32 || stage_.sum_dtype == Dtype::f64;
  bool can = left_.is_local && is_dense && has_bits && k_size_ >= 2 * piece && !is_transposed() &&
             (schedule_.chunk == 0 || stage_.sums_outer_products);
  return can && std::ranges::any_of(nest_.stages, [](const Stage& other) {
           return other.form == StageForm::contract && NeededElements(other).drops();
         });
}

// Whether all elements of the right operand are finite: zero times inf or NaN is NaN.
Register ProductLoops::are_finite() {
  Register minus_zero = b_.constant(type_, -0.0);
  Sums seen;
  for (int64_t v = 0; v < vectors_; ++v) {
    seen.push_back(b_.add(type_, {.kind = LoopOpKind::variable, .in = {minus_zero}}));
  }
  bool is_chunk = schedule_.chunk > 0;
  LoopBuilder::Loop all{.from = is_chunk ? chunk_from_ : b_.i64(0),
                        .to = is_chunk ? chunk_to_ : deep_count_,
                        .is_nonempty = true};
  LoopBuilder::Loop columns{
      .from = first_column_, .to = last_column_, .step = schedule_.tile_columns};
  b_.loop(columns, [&](Register column) {
    Tile tile = tile_at(b_.i64(0), b_.i64(0), column);
    b_.loop(all, [&](Register k) {
      for (int64_t v = 0; v < vectors_; ++v) {
        Register sum = seen[static_cast<size_t>(v)];
        Register zero =
            b_.compute(Scalar::mul, type_.dtype, {column_vector(tile, v, k, 0), minus_zero});
        set(sum, b_.compute(Scalar::add, type_.dtype, {get(sum), zero}));
      }
    });
  });
  Register sum = minus_zero;
  for (Register one : seen) sum = b_.compute(Scalar::add, type_.dtype, {sum, get(one)});
  Register is_nan = b_.compute(Scalar::ne, Dtype::boolean, {sum, sum});
  Register some = b_.add({Dtype::boolean, 1},
                         {.kind = LoopOpKind::reduce, .in = {is_nan}, .name = Scalar::bit_or});
  return b_.compute(Scalar::bit_not, Dtype::boolean, {some});
}

// The bitwise or of the left elements that the tile reads for k in [from, to): 0 if all are 0. -0
// does not count as 0.
Register ProductLoops::any_left(const Tile& tile, Register from, Register to) {
  Dtype bits = type_.dtype == Dtype::f64 ? Dtype::i64 : Dtype::i32;
  Register zero = b_.constant({bits, lanes_}, int64_t{0});
  Register any = b_.add({bits, lanes_}, {.kind = LoopOpKind::variable, .in = {zero}});
  auto join = [&](LoopOp op) {
    op.lane_strides = {0, 1};
    Register own = b_.compute(Scalar::bitcast, bits, {b_.add(type_, std::move(op))});
    Register old = b_.add({bits, lanes_}, {.kind = LoopOpKind::get, .in = {any}});
    set(any, b_.compute(Scalar::bit_or, bits, {old, own}));
  };
  if (stage_.sums_outer_products) {  // the elements of a value of k are adjacent
    b_.loop({.from = from, .to = to, .is_nonempty = true}, [&](Register k) {
      for (int64_t row = 0; row < schedule_.tile_rows; row += lanes_) {
        LoopOp op = access(left_, {.constant = row, .terms = {{tile.top, 1}}}, {.terms = {{k, 1}}},
                           tile.panel);
        if (row + lanes_ > schedule_.tile_rows) {
          op.mask = b_.first_lanes(b_.i64(schedule_.tile_rows - row), lanes_);
        }
        join(std::move(op));
      }
    });
  } else {
    for (int64_t row = 0; row < schedule_.tile_rows; ++row) {
      for (int64_t at = 0; at < piece; at += lanes_) {
        join(access(left_, {.constant = row, .terms = {{tile.top, 1}}},
                    {.constant = at, .terms = {{from, 1}}}, tile.panel));
      }
    }
  }
  return b_.add({bits, lanes_}, {.kind = LoopOpKind::get, .in = {any}});
}

// Zero times a finite number is a zero, and adding a zero changes no sum but -0.
Register ProductLoops::changes_nothing(const Tile& tile, Register from, Register to,
                                       const Sums& sums) {
  Register any = any_left(tile, from, to);
  Dtype bits = b_.program.dtype(any);
  Register minus_zero = b_.constant({bits, 1}, bits == Dtype::i64 ? INT64_MIN : int64_t{INT32_MIN});
  Register changes =
      b_.compute(Scalar::ne, Dtype::boolean, {any, b_.constant({bits, 1}, int64_t{0})});
  for (Register sum : sums) {
    Register own = b_.compute(Scalar::bitcast, bits, {get(sum)});
    own = b_.compute(Scalar::eq, Dtype::boolean, {own, minus_zero});
    changes = b_.compute(Scalar::bit_or, Dtype::boolean, {changes, own});
  }
  Register some = b_.add({Dtype::boolean, 1},
                         {.kind = LoopOpKind::reduce, .in = {changes}, .name = Scalar::bit_or});
  return b_.compute(Scalar::bit_not, Dtype::boolean, {some});
}

// Adds the terms of k in [from, to), and skips those that change nothing if `may` is true.
void ProductLoops::skipping(const Tile& tile, Register from, Register to, Register may,
                            const Sums& sums) {
  Register adds = b_.add({Dtype::boolean, 1}, {.kind = LoopOpKind::variable,
                                               .in = {b_.constant({Dtype::boolean, 1}, true)}});
  b_.branch(may, [&] {
    Register is_needed =
        b_.compute(Scalar::bit_not, Dtype::boolean, {changes_nothing(tile, from, to, sums)});
    set(adds, is_needed);
  });
  Register now = b_.add({Dtype::boolean, 1}, {.kind = LoopOpKind::get, .in = {adds}});
  b_.branch(now, [&] { deep(tile, from, to, sums); });
}

void ProductLoops::pieces(const Tile& tile, Register from, Register to, const Sums& sums) {
  if (stage_.sums_outer_products) return skipping(tile, from, to, are_finite_, sums);
  b_.loop({.from = from, .to = to, .step = piece, .is_nonempty = true}, [&](Register k) {
    Register end = b_.plus(k, b_.i64(piece));
    Register is_whole = b_.truth(Scalar::le, end, to);
    Register may = b_.compute(Scalar::bit_and, Dtype::boolean, {are_finite_, is_whole});
    skipping(tile, k, b_.least(end, to), may, sums);
  });
}

}  // namespace rille
