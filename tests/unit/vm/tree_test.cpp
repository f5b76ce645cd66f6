// Tests vm/tree.h and the text of values.
#include "vm/tree.h"

#include <gtest/gtest.h>

namespace rille {
namespace {

Layout form_of(std::vector<std::string> names, const StructType* type = nullptr) {
  Layout out;
  out.names = std::move(names);
  out.type = type;
  return out;
}

StructType norm_struct() {
  StructType out;
  out.name = "Norm";
  out.order = {"scale", "mean"};
  out.state = {"mean"};
  return out;
}

const Layout wb = form_of({"b", "w"});
const StructType norm_type = norm_struct();
const Layout norm = form_of({"mean", "scale"}, &norm_type);

Value pair(Value b, Value w) { return Value::branch(&wb, {std::move(b), std::move(w)}); }

TEST(Tree, flattens_and_comes_back) {
  Value tree = Value::tuple({pair(1.0, 2), Value("static"), Value(), pair(3.0, Value::tuple({4}))});
  FlatTree flat = flatten(tree);
  EXPECT_EQ(flat.leaves.size(), 4u);
  EXPECT_EQ(text(flat.shape.unflatten(flat.leaves)), text(tree));
  EXPECT_EQ(text(tree), "((b = 1, w = 2), \"static\", nil, (b = 3, w = (4,)))");
}

TEST(Tree, shapes_are_equal_where_structure_and_static_parts_are) {
  auto shape = [](const Value& tree) { return flatten(tree).shape; };
  EXPECT_EQ(shape(pair(1.0, "a")), shape(pair(2.5, "a")));
  EXPECT_EQ(shape(pair(1.0, "a")).hash(), shape(pair(2.5, "a")).hash());
  EXPECT_FALSE(shape(pair(1.0, "a")) == shape(pair(1.0, "b")));
  EXPECT_FALSE(shape(pair(1.0, Value())) == shape(pair(1.0, 2.0)));
  EXPECT_FALSE(shape(Value::tuple({1, 2})) == shape(pair(1, 2)));
}

TEST(Tree, paths_are_written_as_in_source) {
  Value tree = pair(1, Value::tuple({2, pair(3, 4)}));
  EXPECT_EQ(join(paths(tree)), "b, w[0], w[1].b, w[1].w");
  EXPECT_EQ(paths(Value(1.0)), std::vector<std::string>{""});
}

TEST(Tree, knows_which_leaves_are_state) {
  FlatTree flat = flatten(Value::tuple({Value::branch(&norm, {Value::tuple({1, 2}), 3}), 4}));
  EXPECT_EQ(flat.state, (std::vector<bool>{true, true, false, false}));
}

Value add_all(const Values& leaves) {
  double sum = 0;
  for (const Value& leaf : leaves) sum += leaf.as_array().number();
  return sum;
}

TEST(Tree, maps_over_several_trees) {
  EXPECT_EQ(text(map_leaves({pair(1, 2), pair(10, 20)}, false, add_all)), "(b = 11, w = 22)");
  EXPECT_EQ(text(map_leaves({pair(1, pair(2, 3)), Value(10)}, true, add_all)),
            "(b = 11, w = (b = 12, w = 13))");
  EXPECT_EQ(text(map_leaves({pair(1, 2), pair(Value(), 20)}, false, add_all)), "(b = 1, w = 22)");
  EXPECT_EQ(text(map_leaves({pair(1, pair(2, 3)), pair(10, Value())}, true, add_all)),
            "(b = 11, w = (b = 2, w = 3))");
}

TEST(Tree, says_where_two_trees_part) {
  try {
    map_leaves({pair(1, Value::tuple({1, 2})), pair(1, Value::tuple({1, 2, 3}))}, true, add_all);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::type);
    EXPECT_STREQ(error.what(), "the trees differ at `w`: a tuple of 2 and a tuple of 3");
  }
}

TEST(Tree, refuses_what_is_nested_too_deeply) {
  Value tree = 1;
  for (int i = 0; i < 4000; ++i) tree = Value::tuple({tree});
  EXPECT_THROW(flatten(tree), Error);
  EXPECT_THROW(same(tree, Value::tuple({tree})), Error);
}

TEST(Tree, same_compares_structure_and_leaves) {
  EXPECT_TRUE(same(pair(1, 2), pair(1, 2.0)));
  EXPECT_FALSE(same(pair(1, 2), pair(1, 3)));
  EXPECT_FALSE(same(pair(1, 2), Value::tuple({1, 2})));
  EXPECT_FALSE(same(Value("a"), Value("b")));
  EXPECT_FALSE(same(std::nan(""), std::nan("")));
  EXPECT_FALSE(same(int64_t{1} << 53, (int64_t{1} << 53) + 1));
  EXPECT_FALSE(same(Array(Type(Dtype::f32, {2})), Array(Type(Dtype::f32, {3}))));
}

TEST(Value, prints_as_scripts_show_it) {
  EXPECT_EQ(text(Value("a")), "a");
  EXPECT_EQ(text(Value::tuple({Value("a\n")})), "(\"a\\n\",)");
  EXPECT_EQ(text(Value::branch(&norm, {1, 2.5})), "Norm(scale = 2.5, mean = 1)");
  Array rows(Type(Dtype::i32, {2, 1}));
  for (int32_t& x : rows.edit<int32_t>()) x = 7;
  EXPECT_EQ(text(pair(1, rows)), "(b = 1, w = [[7],\n             [7]])");
}

TEST(Value, a_weak_scalar_comes_back_as_a_host_number) {
  EXPECT_EQ(kind_text(Value::from_array(Array(2.5))), "float");
  EXPECT_EQ(kind_text(Value::from_array(Array(2))), "int");
  EXPECT_EQ(kind_text(Value::from_array(Array(true))), "bool");
  EXPECT_EQ(kind_text(Value::from_array(Array::scalar(Dtype::f32, 2))), "f32[]");
}

}  // namespace
}  // namespace rille
