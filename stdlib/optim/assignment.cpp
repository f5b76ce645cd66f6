// optim.hungarian_algorithm: linear assignment.
#include <limits>

#include "stdlib/array.h"
#include "stdlib/transform/loops.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

Array at_place(const Array& x, const Array& place) {
  return index(x, {{.form = Subscript::Kind::index, .index = place}});
}
Array with_place(const Array& x, const Array& place, const Array& value) {
  return updated(x, {{.form = Subscript::Kind::index, .index = place}}, value);
}
Array filled(int64_t count, int32_t with) {
  return full({Extent(count)}, Array(static_cast<int64_t>(with)), Dtype::i32);
}
Array i32(int64_t x) { return Array::scalar(Dtype::i32, static_cast<double>(x)); }

// Shortest augmenting paths: each row is matched by the cheapest alternating path to a free column.
// There are n rows and m >= n columns. `low_row` and `low_column` are the dual variables: reduced
// costs are costs minus these.
// source: Crouse, IEEE Trans. Aerosp. Electron. Syst. 52 (2016), section II
struct AssignmentProblem {
  Array cost;
  int64_t n, m;

  // Returns distance, before (the row from which each column is reached), is_done, row, reached
  // (the distance of that row), and end (the free column, or -1 before it is found).
  LoopCarry path(const LoopCarry& at, const Array& start) const {
    const Array &low_row = at[0], &low_column = at[1], &row_of = at[2];
    Array far = full({Extent(m)}, Array(std::numeric_limits<double>::infinity()), cost.dtype());
    Array most = Array::scalar(cost.dtype(), cost.dtype() == Dtype::f64 ? 1e300 : 3e38);
    auto goes = [](const LoopCarry& x) { return lt(x[5], 0); };
    auto turn = [&](const LoopCarry& x) -> LoopCarry {
      Array reach = x[4] + at_place(cost, x[3]) - at_place(low_row, x[3]) - low_column;
      Array is_nearer = logical_and(logical_not(x[2]), lt(reach, x[0]));
      Array distance = where(is_nearer, reach, x[0]), before = where(is_nearer, x[3], x[1]);
      // The distance of an open column is limited to a finite number, so that the path ends even
      // if all costs are inf.
      Array next = convert(argmin(where(x[2], far, minimum(distance, most))), Dtype::i32);
      Array owner = at_place(row_of, next), is_free = lt(owner, 0);
      return {distance,
              before,
              with_place(x[2], next, truth),
              where(is_free, x[3], owner),
              at_place(distance, next),
              where(is_free, next, x[5])};
    };
    Array done = ne(filled(m, 0), 0);
    Array from = broadcast(start, {Extent(m)});
    return run_while_loop({far, from, done, start, Array::scalar(cost.dtype(), 0), i32(-1)}, goes,
                          turn);
  }

  // Updates the dual variables: of `start`, of each done column, and of the row that owns it.
  void lower(LoopCarry& at, const LoopCarry& path, const Array& start) const {
    Array by = path[4] - path[0], owned = ge(at[2], 0);
    Array moves = where(path[2], by, zeros_like(by));
    update(at[0], {{.form = Subscript::Kind::index, .index = maximum(at[2], 0)}},
           where(owned, moves, zeros_like(moves)), UpdateOp::add);
    update(at[0], {{.form = Subscript::Kind::index, .index = start}}, path[4], UpdateOp::add);
    at[1] = at[1] - moves;
  }

  // Augments the matching along the path from the free column back to `start`: each row takes the
  // column that was reached from it.
  void exchange(LoopCarry& at, const LoopCarry& path, const Array& start) const {
    Array before = path[1];
    auto turn = [&](const LoopCarry& x) -> LoopCarry {
      Array row = at_place(before, x[2]), freed = at_place(x[1], row);
      Array end = where(eq(row, start), i32(-1), freed);
      return {with_place(x[0], x[2], row), with_place(x[1], row, x[2]), end};
    };
    LoopCarry end = run_while_loop(
        {at[2], at[3], path[5]}, [](const LoopCarry& x) { return ge(x[2], 0); }, turn);
    at[2] = end[0];
    at[3] = end[1];
  }

  Array columns() const {
    LoopCarry begin{zeros({Extent(n)}, cost.dtype()), zeros({Extent(m)}, cost.dtype()),
                    filled(m, -1), filled(n, -1)};
    return run_scan_loop(begin, {arange(0, n)}, [&](const LoopCarry& all) {
      LoopCarry at(all.begin(), all.begin() + 4);
      const Array& start = all[4];
      LoopCarry found = path(at, start);
      lower(at, found, start);
      exchange(at, found, start);
      return at;
    })[3];
  }

  const Array truth = eq(i32(0), 0);
};

Array costs_of(const Array& given) {
  Array cost = stop_gradient(strong(inexact(given)));
  if (bytes(cost.dtype()) < bytes(Dtype::f32)) cost = convert(cost, Dtype::f32);
  return where(isnan(cost), std::numeric_limits<double>::infinity(), cost);
}

Arrays hungarian_algorithm(const Array& cost_matrix) {
  Array cost = costs_of(cost_matrix);
  int64_t rows = cost.shape()[0].number(), columns = cost.shape()[1].number();
  if (rows == 0 || columns == 0) return {filled(0, 0), filled(0, 0)};
  bool is_tall = rows > columns;
  if (is_tall) cost = transpose(cost);
  Array i = arange(0, std::min(rows, columns));
  Array j = AssignmentProblem{cost, std::min(rows, columns), std::max(rows, columns)}.columns();
  Array paid = index(cost, {{.form = Subscript::Kind::index, .index = i},
                            {.form = Subscript::Kind::index, .index = j}});
  check(all(isfinite(paid)), "value",
        "optim.hungarian_algorithm: no assignment has a finite cost; inf and nan in `cost_matrix` "
        "forbid a pair");
  if (!is_tall) return {i, j};
  Array order = argsort(j);
  return {at_place(j, order), convert(order, Dtype::i32)};
}

}  // namespace

extern const Builtin optim_hungarian_algorithm_builtin = {
    .signature = "optim.hungarian_algorithm(cost_matrix: real[n, m]) -> (int[...], int[...])",
    .brief =
        "Solves the linear assignment problem by the Hungarian algorithm. Each row and each column "
        "is used at most once, and the sum of the costs is minimal.",
    .params = {{"cost_matrix",
                "Cost of assigning row i to column j. inf or NaN forbids the pair."}},
    .returns =
        "row indices i, in ascending order, and column indices j of the pairs, i32[min(n, m)] each",
    .errors = "error[value] if no assignment has a finite cost",
    .example =
        "let cost = [[8.0, 4.0, 7.0], [5.0, 2.0, 3.0], [9.0, 6.0, 7.0], [9.0, 4.0, 8.0]]\n"
        "let (i, j) = optim.hungarian_algorithm(cost)\n"
        "(i, j, sum(cost[i, j]))  #> ([0, 1, 3], [0, 2, 1], 15)",
    .source = "Crouse, IEEE Trans. Aerosp. Electron. Syst. 52, 2016; optax.hungarian_algorithm",
    .call = bind<&hungarian_algorithm>,
};

}  // namespace rille
