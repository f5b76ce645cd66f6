// tridiagonal_solve as StableHLO text: two loops over rows.
#include "jit/op.h"
#include "jit/ops/matrix.h"
#include "jit/ops/real.h"
#include "jit/ops/sliding.h"
#include "jit/stablehlo/write.h"

namespace rille {
namespace {

Var rows_of(Builder& b, Var x, int64_t from, int64_t count) {
  Shape size = b.type(x).shape();
  Ints start(size.size(), 0), ones(size.size(), 1);
  start[0] = from;
  size[0] = Extent(count);
  return op::slice(b, x, start, size, ones);
}

Var row_at(Builder& b, Var x, int64_t at) {
  const Shape& shape = b.type(x).shape();
  return op::reshape(b, rows_of(b, x, at, 1), Shape(shape.begin() + 1, shape.end()));
}

// A Givens rotation of two neighboring rows that eliminates the element below the diagonal: three
// numbers and the right side of the upper row, and the remaining numbers of the lower row.
struct RotatedRows {
  Vars above, below;
};
RotatedRows turned(Real at, Real next, Real right, const std::array<Real, 4>& under) {
  auto [below, diagonal, other, other_right] = under;
  Builder& b = *at.b;
  Real size = abs(at), size_below = abs(below), most = max(size, size_below);
  Real is_none = most == 0, by = select(is_none, most.number(1), most);
  Real x = size / by, y = size_below / by, r = most * sqrt(x * x + y * y);
  Real length = select(is_none, most.number(1), r);
  auto as_number = [&](Real v) { return Real{&b, of_real(b, v.v, at.dtype())}; };
  auto conjugate = [&](Real v) { return Real{&b, conjugated(b, v.v)}; };
  Real c = select(is_none, at.number(1), at / as_number(length));
  Real s = select(is_none, at.number(0), below / as_number(length));
  Real kept = conjugate(c), brought = conjugate(s);
  return {{as_number(r).v, (kept * next + brought * diagonal).v, (brought * other).v,
           (kept * right + brought * other_right).v},
          {(c * diagonal - s * next).v, (c * other).v, (c * other_right - s * right).v}};
}

// (at, next, right), rows of (dl, d, du, right) -> the same, rows of (r, next, second, right)
Region going_down(const Type& row) {
  Builder b;
  Vars in;
  for (int i = 0; i < 7; ++i) in.push_back(b.param(row));
  auto real = [&](size_t i) { return Real{&b, in[i]}; };
  RotatedRows made = turned(real(0), real(1), real(2), {real(3), real(4), real(5), real(6)});
  Vars out = made.below;
  out.append(made.above);
  return std::make_shared<const Graph>(std::move(b).finish(out));
}

// (x below, x below that), a row of (r, next, second, right) -> (x, x below), x
Region going_up(const Type& row) {
  Builder b;
  Vars in;
  for (int i = 0; i < 6; ++i) in.push_back(b.param(row));
  auto real = [&](size_t i) { return Real{&b, in[i]}; };
  Real x = (real(5) - real(3) * real(0) - real(4) * real(1)) / real(2);
  return std::make_shared<const Graph>(std::move(b).finish({x.v, in[0], x.v}));
}

Vars solve_parts(Builder& b, const Node& node) {
  Type type = b.type(node.in[3]);
  int64_t axis = type.rank() - 2, n = type.extent(static_cast<int>(axis)).number();
  Ints order = counted_from(0, static_cast<size_t>(type.rank())), back = order;
  order.erase(order.begin() + axis);
  order.insert(order.begin(), axis);
  for (size_t i = 0; i < order.size(); ++i) {
    back[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
  }
  std::array<Var, 4> all{};
  for (size_t i = 0; i < 4; ++i) {
    Var wide = i == 3 ? node.in[3] : op::broadcast(b, node.in[i], type.shape(), {axis + 1});
    all[i] = op::permute(b, wide, order);
  }
  Type row = b.type(row_at(b, all[3], 0)), one = b.type(rows_of(b, all[3], 0, 1));
  Var zeros = op::fill(b, one, 0.0), zero = op::fill(b, row, 0.0);
  // Its last element is ignored.
  all[2] = op::concatenate(b, {rows_of(b, all[2], 0, n - 1), zeros}, 0);
  Vars below, carry{row_at(b, all[1], 0), row_at(b, all[2], 0), row_at(b, all[3], 0)};
  for (Var v : all) below.push_back(rows_of(b, v, 1, n - 1));
  Vars down = op::scan(b, {{}, carry, below}, going_down(row), Extent(n - 1), false);
  Vars last{down[0], zero, zero, down[2]}, upper;
  for (size_t i = 0; i < 4; ++i) {
    upper.push_back(op::concatenate(b, {down[3 + i], op::reshape(b, last[i], one.shape())}, 0));
  }
  Vars up = op::scan(b, {{}, {zero, zero}, upper}, going_up(row), Extent(n), true);
  return {op::permute(b, up[2], back)};
}

HloValues tridiagonal_solve(HloWriter& w, const HloNode& n) {
  if (n.result().count() == 0) return {n.in[3]};
  return w.composite(n, [](HloWriter& w, const HloNode& n) { return w.by_parts(n, solve_parts); });
}

constexpr HloWriteRule solvers_written[] = {{"tridiagonal_solve", tridiagonal_solve}};

}  // namespace

std::span<const HloWriteRule> written_solvers() { return solvers_written; }

}  // namespace rille
