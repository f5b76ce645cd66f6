// Tests passes/: exact rewrites, constant folding, regions.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "jit/graph.h"
#include "jit/op.h"
#include "jit/pass.h"
#include "tests/unit/backends/arrays.h"
#include "tests/unit/jit/cases.h"

namespace rille {
namespace {

const Type vector32{Dtype::f32, {3}};
const Type matrix32{Dtype::f32, {2, 3}};

// Number of remaining nodes.
template <class F>
size_t count(Pass pass, Type type, F f) {
  Builder b;
  Var x = b.param(type);
  Var y = f(b, x);
  Graph graph = drop_dead(pass(std::move(b).finish({y})));
  verify(graph);
  return graph.nodes.size();
}

TEST(Algebra, drops_what_changes_nothing) {
  EXPECT_EQ(count(algebra, matrix32,
                  [](Builder& b, Var x) { return op::mul(b, x, op::fill(b, b.type(x), 1.0)); }),
            0u);
  EXPECT_EQ(
      count(algebra, matrix32,
            [](Builder& b, Var x) { return op::permute(b, op::permute(b, x, {1, 0}), {1, 0}); }),
      0u);
  EXPECT_EQ(count(algebra, matrix32,
                  [](Builder& b, Var x) { return op::reshape(b, op::reshape(b, x, {6}), {2, 3}); }),
            0u);
  EXPECT_EQ(count(algebra, matrix32,
                  [](Builder& b, Var x) {
                    return op::convert(b, op::convert(b, x, Dtype::f64), Dtype::f32);
                  }),
            0u);
  EXPECT_EQ(count(algebra, matrix32, [](Builder& b, Var x) { return op::neg(b, op::neg(b, x)); }),
            0u);
}

// A sum starts with its first term: over no axes it is its operand, including -0.
TEST(Algebra, drops_a_sum_over_no_axes) {
  auto nothing = [](Builder& b, Var x) { return op::sum(b, x, {}); };
  EXPECT_EQ(count(algebra, vector32, nothing), 0u);
  EXPECT_EQ(count(algebra, Type(Dtype::i32, {3}), nothing), 0u);
}

TEST(Algebra, keeps_what_would_change_a_bit) {
  EXPECT_EQ(count(algebra, vector32,
                  [](Builder& b, Var x) { return op::add(b, x, op::fill(b, b.type(x), 0.0)); }),
            2u);
  EXPECT_EQ(count(algebra, vector32,
                  [](Builder& b, Var x) { return op::mul(b, x, op::fill(b, b.type(x), 0.0)); }),
            2u);
  EXPECT_EQ(count(algebra, vector32,
                  [](Builder& b, Var x) {
                    return op::convert(b, op::convert(b, x, Dtype::bf16), Dtype::f32);
                  }),
            2u);
  EXPECT_EQ(count(algebra, Type(Dtype::i32, {3}),
                  [](Builder& b, Var x) {
                    return op::convert(b, op::convert(b, x, Dtype::f64), Dtype::i8);
                  }),
            2u);
}

// One index per row is written, where the rows are counted by an iota: no scatter is left, and all
// bits are equal, including -0 and indices out of range.
TEST(Algebra, makes_a_choice_of_a_scatter_to_one_place) {
  auto scatters = [](int64_t classes, bool mapped, const std::string& mode) {
    Builder b;
    Var index = b.param(Type(Dtype::i32, {3})), u = b.param(vector32);
    Var columns = op::reshape(b, index, {3, 1});
    Var rows = op::reshape(b, op::iota(b, Type(Dtype::i32, {3}), 0), {3, 1});
    if (mapped) columns = op::convert(b, columns, Dtype::i64);
    if (mapped) rows = op::convert(b, rows, Dtype::i64);
    Var x = op::fill(b, Type(Dtype::f32, {3, classes}), 0.0);
    Var all = op::concatenate(b, {rows, columns}, 1);
    Graph f = std::move(b).finish({op::scatter(b, x, all, u, {0, 1}, mode)}), g = algebra(f);
    Array places(Type(Dtype::i32, {3})), numbers(vector32);
    std::ranges::copy(std::array{-2, 1, 7}, places.edit<int32_t>().begin());
    std::ranges::copy(std::array{2.0F, -0.0F, 3.0F}, numbers.edit<float>().begin());
    std::vector<Array> in{places, numbers};
    EXPECT_TRUE(same_bits(evaluate(g, in)[0], evaluate(f, in)[0])) << print(g);
    return std::ranges::count_if(g.nodes, [](const Node& node) { return node.op == &scatter_op; });
  };
  EXPECT_EQ(scatters(5, false, "add"), 0);
  EXPECT_EQ(scatters(5, true, "set"), 0);
  EXPECT_EQ(scatters(1, false, "add"), 1) << "rows of one place have nothing to choose";
  EXPECT_EQ(scatters(5, false, "mul"), 1);
}

TEST(Algebra, knows_bounds_of_what_counts) {
  auto left = [](auto compare, int64_t bound) {
    Builder b;
    Var counting = op::iota(b, Type(Dtype::i32, {4}), 0);
    Var holds = compare(b, counting, op::fill(b, b.type(counting), bound));
    Graph g = drop_dead(algebra(std::move(b).finish({holds})));
    return g.nodes.size();
  };
  EXPECT_EQ(left(op::lt, 4), 1u);
  EXPECT_EQ(left(op::lt, 3), 3u);
  EXPECT_EQ(left(op::ge, 0), 1u);
  EXPECT_EQ(left(op::ge, 1), 3u);
  EXPECT_EQ(left(op::le, 3), 1u);
  EXPECT_EQ(left(op::gt, -1), 1u);
  EXPECT_EQ(left(op::gt, 0), 3u);
}

TEST(Algebra, moves_a_fill_without_moving) {
  EXPECT_EQ(count(algebra, matrix32,
                  [](Builder& b, Var x) {
                    Var two = op::fill(b, Type(Dtype::f32, {3}), 2.0);
                    Var wide = op::broadcast(b, two, {2, 3}, {0});
                    return op::add(b, x, op::permute(b, op::permute(b, wide, {1, 0}), {1, 0}));
                  }),
            2u);
}

TEST(Fold, computes_exact_operations_on_numbers) {
  EXPECT_EQ(count(fold, vector32,
                  [](Builder& b, Var x) {
                    Var two = op::fill(b, b.type(x), 2.0);
                    return op::mul(b, x, op::sqrt(b, op::add(b, two, two)));
                  }),
            2u);
  EXPECT_EQ(count(fold, vector32,
                  [](Builder& b, Var x) {
                    Var one = op::fill(b, matrix32, 1.0);
                    return op::add(b, x, op::sum(b, one, {0}));
                  }),
            2u);
}

// Their bits are those of generated code, which differ from the reference.
TEST(Fold, leaves_functions_and_sums_that_round) {
  EXPECT_EQ(count(fold, vector32,
                  [](Builder& b, Var x) {
                    return op::mul(b, x, op::exp(b, op::fill(b, b.type(x), 2.0)));
                  }),
            3u);
  EXPECT_EQ(count(fold, vector32,
                  [](Builder& b, Var x) {
                    Var half = op::fill(b, matrix32, 0.5);
                    return op::add(b, x, op::sum(b, half, {0}));
                  }),
            3u);
}

// Rewriting the graph of one op must not change a bit of its results. Complex numbers are computed
// by real formulas, which the reference does not use.
class Optimized : public testing::TestWithParam<Case> {
 protected:
  static testing::AssertionResult fits(const Graph& f, const Array& got, const Array& want) {
    if (std::ranges::none_of(f.types, has_parts)) return same_bits(got, want);
    bool has_loops = std::ranges::any_of(f.nodes, [](const Node& it) { return it.op->expand; });
    return near_enough(got, want, has_loops ? 1 << 12 : 16);
  }
};

TEST_P(Optimized, gives_the_same_bits) {
  const Case& c = GetParam();
  if (c.op->effects != Effect::none) GTEST_SKIP();
  Graph f = graph_of(c), g = optimize(f);
  verify(g);
  auto in = Draws(11, c.sample.low, c.sample.high).draw(c.sample.in);
  auto want = evaluate(f, in), got = evaluate(g, in);
  for (size_t i = 0; i < want.size(); ++i) EXPECT_TRUE(fits(f, got[i], want[i])) << print(g);
}

// The same for values recomputed after the peak.
TEST_P(Optimized, gives_the_same_bits_in_pieces) {
  const Case& c = GetParam();
  if (c.op->effects != Effect::none) GTEST_SKIP();
  Graph f = graph_of(c);
  auto in = Draws(11, c.sample.low, c.sample.high).draw(c.sample.in);
  auto want = evaluate(f, in);
  for (int pieces : {1, 2, 5}) {
    Graph g = in_pieces(f, pieces);
    verify(g);
    auto got = evaluate(g, in);
    for (size_t i = 0; i < want.size(); ++i) EXPECT_TRUE(same_bits(got[i], want[i])) << print(g);
  }
}

// Values that are live after the peak are recomputed from the values saved at the cut.
TEST(InPieces, makes_a_chain_again_from_its_middle) {
  Builder b;
  Vars chain{b.param(vector32)};
  for (int i = 0; i < 8; ++i) chain.push_back(op::exp(b, chain.back()));
  Var sum = chain[8];
  for (int i = 7; i > 0; --i) sum = op::mul(b, sum, chain[static_cast<size_t>(i)]);
  Graph f = std::move(b).finish({sum}), g = in_pieces(f, 2);
  auto exps = [](const Graph& of) {
    return std::ranges::count_if(of.nodes, [](const Node& n) { return n.op->name == "exp"; });
  };
  EXPECT_EQ(exps(f), 8);
  EXPECT_GT(exps(g), 8);
  EXPECT_LT(exps(g), 16) << "what passes the cut is kept";
  auto in = Draws(11, -1, 0.1).draw(Types{vector32});
  EXPECT_TRUE(same_bits(evaluate(g, in)[0], evaluate(f, in)[0]));
}

// With a constant as each input, everything that can be folded is folded.
TEST_P(Optimized, gives_the_same_bits_of_numbers) {
  const Case& c = GetParam();
  if (c.op->effects != Effect::none) GTEST_SKIP();
  Builder b;
  Vars in;
  for (Type type : c.sample.in) {
    if (type.dtype() == Dtype::key || type.form() != TypeForm::array) GTEST_SKIP();
    bool whole = is_integer(type.dtype()) || type.dtype() == Dtype::boolean;
    in.push_back(op::fill(b, type, whole ? AttrValue(int64_t{1}) : AttrValue(0.75)));
  }
  Vars out = b.emit(*c.op, in, c.sample.attrs, c.sample.regions);
  Graph f = std::move(b).finish(out), g = optimize(f);
  verify(g);
  auto want = evaluate(f, {}), got = evaluate(g, {});
  for (size_t i = 0; i < want.size(); ++i) EXPECT_TRUE(fits(f, got[i], want[i])) << print(g);
}

INSTANTIATE_TEST_SUITE_P(ops, Optimized, testing::ValuesIn(all_cases()), case_name);

}  // namespace
}  // namespace rille
