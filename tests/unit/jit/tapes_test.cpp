// A tape without rows next to one with rows.
#include <gtest/gtest.h>

#include "jit/graph.h"
#include "jit/ops/scan.h"

namespace rille {
namespace {

// Three iterations push x, x + 1, x + 2 on a tape. Two tapes next to it have no rows, one of
// arrays and one of tapes: the sum of all is that of the first.
constexpr std::string_view sums = R"(graph(%0: f64[2]) {
  %1: f64[] = fill dtype=f64 shape=() value=0.0
  %2: f64[2], %3: f64[], %4: tape[f64[2]] = while_loop %0, %1 consts=0 (%0: f64[2], %1: f64[]) {
    %2: f64[] = fill dtype=f64 shape=() value=2.5
    %3: bool[] = lt %1, %2
    return %3
  } (%0: f64[2], %1: f64[]) {
    %2: f64[2] = fill dtype=f64 shape=(2,) value=1.0
    %3: f64[2] = add %0, %2
    %4: f64[] = fill dtype=f64 shape=() value=1.0
    %5: f64[] = add %1, %4
    return %3, %5, %0
  }
  %5: tape[f64[2]] = empty_tape type=tape[f64[2]]
  %6: tape[tape[f64[2]]] = empty_tape type=tape[tape[f64[2]]]
  %7: f64[2] = fill dtype=f64 shape=(2,) value=0.0
  %8: f64[2] = scan %7, %4, %5, %6 carry=1 consts=0 reverse=false )"
                                  R"((%0: f64[2], %1: f64[2], %2: f64[2], %3: tape[f64[2]]) {
    %4: f64[2] = scan %1, %3 carry=1 consts=0 reverse=false (%0: f64[2], %1: f64[2]) {
      %2: f64[2] = add %0, %1
      return %2
    }
    %5: f64[2] = add %4, %2
    %6: f64[2] = add %0, %5
    return %6
  }
  return %8
}
)";

TEST(Tapes, without_rows_read_as_zeros) {
  Graph graph = parse_graph(sums);
  EXPECT_EQ(print(graph), sums);
  Array x(Type(Dtype::f64, {2}));
  x.edit<double>()[0] = 1.5;
  x.edit<double>()[1] = -4;
  std::vector<Array> got = evaluate(graph, std::vector<Array>{x});
  EXPECT_EQ(got[0].as<double>()[0], 3 * 1.5 + 3);
  EXPECT_EQ(got[0].as<double>()[1], 3 * -4.0 + 3);
}

TEST(Tapes, a_row_of_zeros_is_whole) {
  Type row(Dtype::f64, {300});
  Array zeros = zero_row(row);
  EXPECT_EQ(zeros.type(), row);
  for (double x : zeros.as<double>()) EXPECT_EQ(x, 0);
  EXPECT_EQ(rows_in(zero_row(Type::tape(row))), 0U);
}

}  // namespace
}  // namespace rille
