// Tests stdlib/core/prelude/, called like emitted text.
#include <gtest/gtest.h>

#include "stdlib/builtins.h"
#include "stdlib/core.h"
#include "tests/unit/vm/script.h"

namespace rille {
namespace {

// A State with the complete standard library. `shown` is the text that print writes for a Lua
// expression.
struct Prelude : Script {
  Prelude() {
    state.add(all_builtins());
    state.add(all_structs());
    install_core(state);
  }

  std::string shown(const std::string& lua, const std::string& before = "") {
    return run(before + "\nreturn R.show_text(" + lua + ", END)").string();
  }
};

const char* const two =
    "local pair = R.tuple_of({1, 2}, 2)\n"
    "local named = R.record('nn', {'a', 'b'}, {n = 2, 3, 4})\n"
    "local dict = R.named_dict('nn', {'k', 'a'}, {n = 2, 5, 6})\n";

TEST(Prelude, literals_with_spreads_join_what_they_spread) {
  Prelude p;
  EXPECT_EQ(p.shown("R.tuple('psp', {n = 3, 0, pair, nil})", two), "(0, 1, 2, nil)");
  EXPECT_EQ(p.shown("R.tuple('ps', {n = 2, 0, R.range(3, 6)})", two), "(0, 3, 4, 5)");
  EXPECT_EQ(p.shown("R.tuple('ss', {n = 2, named, named})", two), "(a = 3, b = 4)");
  EXPECT_EQ(p.shown("R.tuple('ss', {n = 2, dict, named})", two), "dict(k = 5, a = 3, b = 4)");
  EXPECT_EQ(p.shown("R.record('sn', {'', 'b'}, {n = 2, named, 9})", two), "(a = 3, b = 9)");
  EXPECT_EQ(p.shown("R.named_dict('sn', {'', 'k'}, {n = 2, dict, 7})", two), "dict(k = 7, a = 6)");
  EXPECT_EQ(p.fails(std::string(two) + "R.tuple('ps', {n = 2, 1, 2})"),
            "type: `...` in a tuple spreads a tuple, got int");
}

TEST(Prelude, patterns_take_values_apart) {
  Prelude p;
  EXPECT_EQ(p.shown("R.rest_tuple(pair, 1)", two), "(2,)");
  EXPECT_EQ(p.shown("R.rest_record(named, {'a'})", two), "(b = 4)");
  EXPECT_EQ(p.shown("R.is_tuple(pair, 2, false)", two), "true");
  EXPECT_EQ(p.shown("R.is_tuple(pair, 1, false)", two), "false");
  EXPECT_EQ(p.shown("R.is_tuple(pair, 1, true)", two), "true");
  EXPECT_EQ(p.shown("R.is_record(named, {'a'}, true)", two), "true");
  EXPECT_EQ(p.shown("R.is_record(named, {'a'}, false)", two), "false");
  std::string rows = "local x = R.array(R.tuple_of({1, 2, 3}, 3))\n";
  EXPECT_EQ(p.shown("R.need_tuple(x, 3, false)", rows), "(1, 2, 3)");
  EXPECT_EQ(p.fails(rows + "R.need_tuple(x, 2, false)"),
            "shape: expected a tuple of 2, got i32[3], which has 3 rows");
  EXPECT_EQ(p.fails("R.need_tuple(1, 2, true)"), "type: expected a tuple of 2, got int");
}

TEST(Prelude, annotations_bind_sizes_and_refuse_what_does_not_fit) {
  Prelude p;
  std::string begin = "local x = B.zeros(R.tuple_of({2, 3}, 2), END)\n";
  EXPECT_EQ(p.shown("R.bind_type(R.annotation('f32[?, 3]', 'f32[n, 3]'), x, '`x`')", begin), "2");
  EXPECT_EQ(p.shown("R.bind_type(R.annotation('float[..., ?]', ''), x, '`x`')", begin), "3");
  EXPECT_EQ(p.fails(begin + "R.bind_type(R.annotation('i32[?]', 'i32[n]'), x, '`x`')"),
            "dtype: `x` needs i32[n], got f32[2, 3]");
  EXPECT_EQ(p.fails(begin + "R.bind_type(R.annotation('f32[4, _]', 'f32[4, _]'), x, '`x`')"),
            "shape: `x` needs f32[4, _], got f32[2, 3]");
}

TEST(Prelude, items_of_anything_are_found_by_a_key) {
  Prelude p;
  EXPECT_EQ(p.shown("R.at(dict, 'a')", two), "6");
  EXPECT_EQ(p.shown("R.at(R.range(3, 9), -1)", two), "8");
  EXPECT_EQ(p.shown("R.length(dict) + R.length(pair) + R.length(R.range(2, 5))", two), "7");
  EXPECT_EQ(p.shown("R.set_at(dict, 'k', 1)", two), "dict(k = 1, a = 6)");
  EXPECT_TRUE(p.fails(std::string(two) + "R.at(dict, 'z')").starts_with("index: "));
}

TEST(Prelude, functions_of_one_number_leave_arrays_to_the_shelf) {
  Prelude p;
  EXPECT_EQ(p.shown("R.sqrt(9.0)"), "3");
  EXPECT_EQ(p.shown("R.abs(-3)"), "3");
  EXPECT_EQ(p.shown("R.int(2.9)"), "2");
  EXPECT_EQ(p.shown("R.float(3)"), "3");
  EXPECT_EQ(p.shown("R.minimum(1, 2.5)"), "1");
  EXPECT_EQ(p.shown("R.sqrt(R.array(R.tuple_of({4.0, 9.0}, 2)))"), "[2, 3]");
}

}  // namespace
}  // namespace rille
