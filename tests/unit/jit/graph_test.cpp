// Tests graph/: text, hash, inlining, attributes, origins.
#include "jit/graph.h"

#include <gtest/gtest.h>

#include "jit/op.h"
#include "vm/error.h"
#include "vm/value.h"

namespace rille {
namespace {

const char* const noted =
    "graph(%0: f32[3, n], %1: bool[]) {\n"
    "  %2: f32[3, n] = mul %0, %0\n"
    "  %3: f32[n] = sum %2 axes=[0]\n"
    "  %4: f64[] = fill dtype=f64 shape=() value=-0.5\n"
    "  %5: i32[2] = fill dtype=i32 shape=(2,) value=7\n"
    "  check %1, %1 kind=\"value\" message=\"a \\\"quoted\\\" line\\nand one more\"\n"
    "  print %4 format=\"{0:.3f}\"\n"
    "  return %3, %5\n"
    "}\n";

TEST(GraphText, reads_back) { EXPECT_EQ(print(parse_graph(noted)), noted); }

std::string fault(const std::string& text) {
  try {
    parse_graph(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(GraphText, says_where_it_is_wrong) {
  EXPECT_EQ(fault("graph(%0: f33[]) {}"),
            "graph text, line 1, column 14: expected a type, got 'f33'");
  EXPECT_EQ(fault("graph(%0: f32[]) {\n  %1: f32[] = tan8 %0\n  return %1\n}"),
            "graph text, line 2, column 19: unknown primitive 'tan8'");
  EXPECT_EQ(fault("graph() {\n  return %4\n}"), "graph text, line 2, column 12: %4 is not defined");
}

TEST(GraphText, never_crashes_a_reader) {
  for (size_t cut = 0; cut + 1 < std::string_view(noted).size(); ++cut) {
    EXPECT_NE(fault(std::string(noted).substr(0, cut)), "none");
    std::string changed = noted;
    changed[cut] = static_cast<char>(changed[cut] + 1);
    fault(changed);
  }
  EXPECT_NE(fault("graph(%0: f32[]) { %1: f32[] = add %0 return %1 }"), "none");
  EXPECT_NE(fault("graph(%0: f32[2]) { %1: f32[] = sum %0 return %1 }"), "none");
  EXPECT_NE(fault("graph(%0: f32[2]) { %1: f32[] = sum %0 axes=1 return %1 }"), "none");
}

Graph line(double slope, int spare) {
  Builder b;
  for (int i = 0; i < spare; ++i) op::fill(b, Type(Dtype::f32, Shape{}), 0.0);
  Var x = b.param({Dtype::f32, {3}});
  Var y = op::mul(b, x, op::fill(b, b.type(x), slope));
  Graph graph = std::move(b).finish({y});
  graph.nodes.erase(graph.nodes.begin(), graph.nodes.begin() + spare);
  return graph;
}

TEST(CanonicalHash, sees_what_is_computed_and_not_how_values_are_numbered) {
  EXPECT_EQ(canonical_hash(line(2, 0)), canonical_hash(line(2, 3)));
  EXPECT_NE(canonical_hash(line(2, 0)), canonical_hash(line(3, 0)));
  EXPECT_NE(canonical_hash(line(0.0, 0)), canonical_hash(line(-0.0, 0)));
}

TEST(InlineGraph, puts_arguments_in_the_place_of_parameters) {
  Builder b;
  Var x = b.param({Dtype::f32, {3}});
  Vars once = inline_graph(b, line(2, 0), {x});
  Vars twice = inline_graph(b, line(3, 0), once);
  Graph graph = std::move(b).finish(twice);
  verify(graph);
  Array in(Type(Dtype::f32, {3}));
  for (float& value : in.edit<float>()) value = 5;
  EXPECT_EQ(evaluate(graph, std::vector{in})[0].as<float>()[2], 30);
}

TEST(Attrs, are_one_record_however_they_are_written) {
  Attrs a{{"axes", Ints{0, 1}}, {"flag", true}}, b{{"flag", true}, {"axes", Ints{0, 1}}};
  EXPECT_EQ(a, b);
  EXPECT_EQ(a.with("flag", false).with("flag", true), b);
  EXPECT_NE(a, a.with("flag", false));
  EXPECT_NE(Attrs({{"x", 0.0}}), Attrs({{"x", -0.0}}));
  EXPECT_NE(Attrs({{"x", 1.0}}), Attrs({{"x", int64_t{1}}}));
  EXPECT_TRUE(Attrs().empty());
  EXPECT_THROW(a.at("none"), Bug);
}

TEST(Attrs, print_so_that_the_kind_is_seen) {
  EXPECT_EQ(text(AttrValue(1.0)), "1.0");
  EXPECT_EQ(text(AttrValue(int64_t{1})), "1");
  EXPECT_EQ(text(AttrValue(Shape{3})), "(3,)");
  EXPECT_EQ(text(AttrValue(Ints{3})), "[3]");
  EXPECT_EQ(text(AttrValue(Type(Dtype::f32, {3}))), "f32[3]");
}

TEST(Origin, is_one_link_for_one_place) {
  Span span{.file = 0, .begin = 1, .end = 2};
  Value model = Value::tuple({1, Value::tuple({2, 3})});
  auto layer = [&] {
    return ModulePath().step(model.branch(), 1).step(model.items()[1].branch(), 0);
  };
  EXPECT_EQ(Origin::at(span, layer()).through("jvp"), Origin::at(span, layer()).through("jvp"));
  EXPECT_NE(Origin::at(span, layer()).through("jvp"), Origin::at(span, layer()).through("vmap"));
  EXPECT_NE(Origin::at(span, layer()), Origin::at(span));
  EXPECT_EQ(Origin::at(span, layer()).through("jvp").through("vmap").text(),
            "1..2 in [1][0] < jvp < vmap");
  EXPECT_EQ(layer().pattern(), "1/0");
}

TEST(Origin, moves_to_another_layer) {
  Span span{.file = 0, .begin = 1, .end = 2};
  Value model = Value::tuple({1, 2});
  ModulePath first = ModulePath().step(model.branch(), 0),
             second = ModulePath().step(model.branch(), 1);
  auto move = [&](const ModulePath& path) { return path == first ? second : path; };
  EXPECT_EQ(Origin::at(span, first).through("jvp").moved(move),
            Origin::at(span, second).through("jvp"));
  EXPECT_EQ(Origin::at(span).moved(move), Origin::at(span));
}

TEST(Filled, puts_values_into_holes) {
  Array x(0.25), y(int64_t{7});
  EXPECT_EQ(filled("a {0:.3f} b {1} {{0}}", std::vector{x, y}), "a 0.250 b 7 {0}");
  EXPECT_EQ(filled("{2} {", std::vector{x, y}), "{2} {");
}

}  // namespace
}  // namespace rille
