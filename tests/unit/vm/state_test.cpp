// Tests vm/state.cpp: chunks, errors, modules.
#include "vm/state.h"

#include <gtest/gtest.h>

#include "tests/unit/vm/script.h"
#include "vm/state/inside.h"

namespace rille {
namespace {

TEST(State, runs_a_chunk_and_gives_its_value) {
  Script script;
  EXPECT_EQ(text(script.run("return 1 + 2")), "3");
}

TEST(State, top_level_names_outlive_their_chunk) {
  Script script;
  script.run("M.x = 7");
  EXPECT_EQ(text(script.run("return M.x * 6")), "42");
}

TEST(State, a_name_that_was_set_to_nil_is_there) {
  Script script;
  script.run("M.x = nil; M.y = 1; M.y = nil");
  EXPECT_TRUE(script.run("return M.x").is_nil());
  EXPECT_TRUE(script.run("return M.y").is_nil());
  EXPECT_EQ(script.fails("return M.z"), "name: `test` has no `z`");
}

TEST(State, calls_of_and_operators_on_nil_are_errors_of_the_script) {
  Script script;
  EXPECT_EQ(script.fails("local f = nil; f(1, END)"),
            "type: local f = nil; f(1, END) is nil and cannot be called");
  EXPECT_EQ(script.fails("local a = nil; return a + 1"),
            "type: `+` takes numbers, arrays, and trees, but an operand is nil");
  EXPECT_EQ(script.fails("return '10' + 1"),
            "type: `+` takes numbers, arrays, and trees, but an operand is of type str");
}

TEST(State, no_name_of_luas_libraries_can_be_reached) {
  Script script;
  EXPECT_EQ(script.fails("return os").substr(0, 4), "type");
  EXPECT_EQ(script.fails("return R.load(1)").substr(0, 4), "type");
  EXPECT_EQ(script.fails("return (''):rep(100)").substr(0, 4), "name");
}

TEST(State, an_error_has_the_place_of_its_line_and_its_callers) {
  Script script;
  Chunk chunk = script.chunk(
      "local function loss(x, e)\n"
      "  return x.w\n"
      "end\n"
      "M.f = loss\n"
      "local y = loss(nil, END)\n"
      "return y");
  chunk.functions = {{.name = "loss", .params = {{"x"}}}};
  chunk.function_lines = {1};
  Function main = script.state.load(chunk, script.module);
  try {
    call(main, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(render(error, script.state.sources()),
              "error[type]: a value is nil, which has no field `w`\n"
              "  --> test.rille:2:1\n"
              "  |\n"
              "2 |   return x.w\n"
              "  | ^^^^^^^^^^^^\n"
              "  note: called by the top level (test.rille:5:1)\n");
  }
  EXPECT_EQ(script.state.sources().size(), 1u);
}

TEST(State, operands_are_named_as_the_script_says_them) {
  Script script;
  Chunk chunk = script.chunk("local bias = nil; return bias + 1");
  chunk.lines[0].arguments = {{0, 25, 29}, {0, 32, 33}};
  chunk.lines[0].span = {0, 30, 31};
  try {
    call(script.state.load(chunk, script.module), {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "`+` takes numbers, arrays, and trees, but bias is nil");
  }
}

TEST(State, infos_of_functions_are_found_by_their_line) {
  Script script;
  Chunk chunk = script.chunk("return function(x, k, e)\n return x end");
  chunk.functions = {{.name = "f", .params = {{"x"}, {"k", true}}}};
  chunk.function_lines = {1};
  Value f = call(script.state.load(chunk, script.module), {});
  EXPECT_EQ(f.function().info().name, "f");
  EXPECT_EQ(f.function().info().find("k"), 1);
}

TEST(State, text_beyond_the_limits_of_lua_is_an_error) {
  Script script;
  std::string deep = str("return ", std::string(400, '('), "1", std::string(400, ')'));
  EXPECT_EQ(script.fails(deep), "limit: the source exceeds the maximum nesting depth of the VM");
  std::string many;
  for (int i = 0; i < 300; ++i) many += str("local x", i, " = 1\n");
  EXPECT_EQ(script.fails(many),
            "limit: the source is too large for the VM: too many local variables (limit is 200)");
}

TEST(State, the_mark_of_an_open_graph_is_seen_by_lua) {
  Script script;
  EXPECT_EQ(text(script.run("return R.tracing[1]")), "false");
  script.state.set_tracing(1);
  EXPECT_EQ(text(script.run("return R.tracing[1]")), "true");
}

TEST(State, constants_and_layouts_of_a_chunk_stand_in_k) {
  Script script;
  Chunk chunk = script.chunk("return R.setmetatable({b = K[1], w = 2}, K.l0)");
  chunk.layouts = {{"b", "w"}};
  chunk.constants = {Value("text")};
  EXPECT_EQ(kind_text(call(script.state.load(chunk, script.module), {})), "record");
}

// Number of chunks and layouts of the State after this many snippets.
size_t held_after(Script& script, int count) {
  for (int i = 0; i < count; ++i) {
    script.run(str("local x = ", i, "; M.f = function() return x end; return x"));
    script.state.layout({str("only", i)});
  }
  State::Internals& inside = script.state.inside();
  size_t texts = 0;
  for (const Source& source : inside.sources) texts += source.text.empty() ? 0 : 1;
  return inside.chunks.size() + inside.layouts.size() + texts;
}

TEST(State, what_nothing_leads_to_is_swept) {
  Script script;
  size_t few = held_after(script, 2000);
  EXPECT_LT(few, 1500u);
  EXPECT_LT(held_after(script, 6000), few + 1000);
  EXPECT_LT(script.state.inside().sources.size(), 3000u);
}

TEST(State, what_something_leads_to_is_kept) {
  Script script;
  Chunk chunk = script.chunk("M.f = function(x)\n  return x.w\nend\nreturn M.f");
  chunk.functions = {{.name = "reads", .params = {{"x"}}}};
  chunk.function_lines = {1};
  Value f = call(script.state.load(chunk, script.module), {});
  Value record = Value::record(script.state, {{"held", 1}});
  script.run("M.r = 1");
  script.state.module_set(script.module, "r", Value::record(script.state, {{"kept", 2}}));
  held_after(script, 3000);
  EXPECT_EQ(f.function().info().name, "reads");
  try {
    call(f.function(), {Value()});
    FAIL() << "nothing was raised";
  } catch (const Error& error) {
    std::string shown = render(error, script.state.sources());
    EXPECT_NE(shown.find("return x.w"), std::string::npos) << shown;
  }
  EXPECT_EQ(text(record), "(held = 1)");
  EXPECT_EQ(text(script.run("return M.r.kept")), "2");
  script.state.module_set(script.module, "s", record);
  EXPECT_EQ(text(script.run("return M.s.held")), "1");
}

}  // namespace
}  // namespace rille
