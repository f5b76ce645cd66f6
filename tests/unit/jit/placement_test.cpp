// Tests the placement of nodes: text, equality, copies, plans.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "jit/equal.h"
#include "jit/graph.h"
#include "jit/isa.h"
#include "jit/op.h"
#include "jit/pass.h"
#include "jit/plan.h"
#include "jit/target.h"
#include "jit/transform.h"
#include "vm/error.h"

namespace rille {
namespace {

constexpr Placement all_placements[] = {Placement::anywhere, Placement::near_reader,
                                        Placement::deferred};

const Type matrix{Dtype::f32, {64, 64}};

// Two results that one kernel can compute; the second one has a placement.
Graph pair(Placement placement) {
  Builder b;
  Var x = b.param(matrix);
  Var first = op::exp(b, x);
  Var second = b.emit(sin_op, {x}, {}, {}, placement)[0];
  return std::move(b).finish({first, second});
}

// The sum of x * x, the factor of which has a placement.
Graph square_sum(Placement placement) {
  Builder b;
  Var x = b.param(matrix);
  Var square = b.emit(mul_op, {x, x}, {}, {}, placement)[0];
  Var sum = op::sum(b, op::exp(b, square), {0, 1});
  return std::move(b).finish({sum});
}

int64_t count(const Graph& graph, Placement placement) {
  return std::ranges::count(graph.nodes, placement, &Node::placement);
}

std::string fault(const std::string& node) {
  try {
    parse_graph("graph(%0: bool[]) {\n  " + node + "\n  return %0\n}\n");
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(Placement, is_printed_and_parsed) {
  const char* const text =
      "graph(%0: f32[3]) {\n"
      "  %1: f32[3] = mul %0, %0 @near_reader\n"
      "  %2: f32[] = sum %1 axes=[0] @deferred\n"
      "  %3: f32[] = call %2 name=\"f\" @deferred (%0: f32[]) {\n"
      "    return %0\n"
      "  }\n"
      "  return %3\n"
      "}\n";
  Graph graph = parse_graph(text);
  verify(graph);
  EXPECT_EQ(print(graph), text);
  EXPECT_EQ(graph.nodes[0].placement, Placement::near_reader);
  EXPECT_EQ(graph.nodes[1].placement, Placement::deferred);
  for (Placement placement : all_placements) {
    EXPECT_EQ(count(parse_graph(print(pair(placement))), placement),
              placement == Placement::anywhere ? 2 : 1);
  }
}

TEST(Placement, is_checked) {
  EXPECT_EQ(fault("%1: bool[] = bit_not %0 @near_reader"), "none");
  EXPECT_EQ(fault("%1: bool[] = bit_not %0 @here"),
            "graph text, line 2, column 32: unknown placement 'here'");
  // A node with an effect runs where it is; a node near its reader has one result.
  EXPECT_NE(fault("print %0 format=\"{0}\" @deferred"), "none");
  EXPECT_NE(fault("%1: bool[] = call %0 name=\"f\" @near_reader (%0: bool[]) { return %0 }"),
            "none");
  EXPECT_EQ(fault("%1: bool[] = call %0 name=\"f\" @deferred (%0: bool[]) { return %0 }"), "none");

  Graph graph = parse_graph("graph(%0: f32[]) { print %0 format=\"{0}\" return %0 }");
  verify(graph);
  graph.nodes[0].placement = Placement::deferred;
  EXPECT_THROW(verify(graph), Bug);
}

TEST(Placement, makes_nodes_different) {
  for (Placement a : all_placements) {
    for (Placement b : all_placements) {
      Graph left = pair(a), right = pair(b);
      EXPECT_EQ(same_graph(left, right), a == b) << print(left) << print(right);
      EXPECT_EQ(canonical_hash(left) == canonical_hash(right), a == b);
    }
  }
}

TEST(Placement, keeps_nodes_apart_in_cse) {
  Builder b;
  Var x = b.param(matrix), sum = x;
  for (int copy = 0; copy < 2; ++copy) {
    for (Placement placement : all_placements) {
      sum = op::add(b, sum, b.emit(exp_op, {x}, {}, {}, placement)[0]);
    }
  }
  Graph graph = drop_dead(merge_equal(std::move(b).finish({sum})));
  verify(graph);
  auto exps = std::ranges::count(graph.nodes, &exp_op, &Node::op);
  EXPECT_EQ(exps, 3) << print(graph);
  EXPECT_EQ(count(graph, Placement::near_reader), 1);
  EXPECT_EQ(count(graph, Placement::deferred), 1);
}

TEST(Placement, is_kept_by_transforms_and_passes) {
  Graph graph = square_sum(Placement::near_reader);
  Graph body = square_sum(Placement::deferred);
  EXPECT_EQ(count(jvp(graph), Placement::near_reader), 1);
  EXPECT_EQ(count(value_and_grad(graph), Placement::near_reader), 1);
  EXPECT_EQ(count(vmap(graph, 2, {}), Placement::near_reader), 1);
  for (const PassEntry& pass : pass_list()) {
    EXPECT_EQ(count(pass.run(graph), Placement::near_reader), 1) << pass.name;
    EXPECT_EQ(count(pass.run(body), Placement::deferred), 1) << pass.name;
  }
  Builder b;
  Vars out = inline_graph(b, graph, {b.param(matrix)});
  EXPECT_EQ(count(std::move(b).finish(out), Placement::near_reader), 1);
}

TEST(Placement, separates_kernels) {
  Target target = target_of(*isa_named("avx2"));
  EXPECT_EQ(make_plan(pair(Placement::anywhere), target).steps.size(), 1u);
  EXPECT_EQ(make_plan(pair(Placement::near_reader), target).steps.size(), 2u);
  EXPECT_EQ(make_plan(pair(Placement::deferred), target).steps.size(), 2u);
}

// The scores of the second softmax are recomputed. The kernel of the first softmax may recompute
// them, because it has the same rows, but not if they are deferred.
TEST(Placement, defers_a_product) {
  auto steps = [](const std::string& placement) {
    std::string scores =
        "dot_general %0, %1 dtype=f32 left_batch=[0] left_contracted=[2] right_batch=[0] "
        "right_contracted=[2]";
    Graph graph = parse_graph(
        "graph(%0: f32[4, 32, 16], %1: f32[4, 32, 16]) {\n"
        "  %2: f32[4, 32, 32] = " +
        scores +
        "\n"
        "  %3: f32[4, 32] = reduce_max %2 axes=[2]\n"
        "  %4: f32[4, 32, 32] = " +
        scores + placement +
        "\n"
        "  %5: f32[4, 32, 32] = broadcast %3 axes=[2] shape=(4, 32, 32)\n"
        "  %6: f32[4, 32, 32] = sub %4, %5\n"
        "  %7: f32[4, 32, 32] = mul %6, %4\n"
        "  %8: f32[4, 32] = sum %7 axes=[2]\n"
        "  return %8, %3\n"
        "}\n");
    return make_plan(graph, target_of(*isa_named("avx2"))).steps.size();
  };
  EXPECT_EQ(steps(" @near_reader"), 1u);
  EXPECT_EQ(steps(" @deferred"), 2u);
}

}  // namespace
}  // namespace rille
