// Tests vm/call.cpp, vm/function.cpp, and value conversion.
#include "vm/call.h"

#include <gtest/gtest.h>

#include "tests/unit/vm/script.h"

namespace rille {
namespace {

Value there_and_back(Script& script, const Value& value) {
  Value same = script.run("return function(x, e) return x end");
  return call(same.function(), {value});
}

TEST(Values, come_back_as_they_went) {
  Script script;
  State& state = script.state;
  Value tree = Value::record(
      state, {{"w", Value::tuple({1, 2.5, Value(), Value("a")})}, {"b", Value(true)}});
  EXPECT_EQ(text(there_and_back(script, tree)), text(tree));
  EXPECT_EQ(there_and_back(script, tree).branch().layout, tree.branch().layout);
  EXPECT_TRUE(there_and_back(script, Value()).is_nil());
  EXPECT_EQ(text(there_and_back(script, Value::tuple({}))), "()");
}

TEST(Values, an_array_comes_back_as_the_same_storage) {
  Script script;
  Array x(Type(Dtype::f32, {Extent(3)}));
  Value back = there_and_back(script, x);
  EXPECT_EQ(back.array().body(), x.body());
}

TEST(Values, a_weak_scalar_becomes_a_host_number) {
  Script script;
  EXPECT_TRUE(there_and_back(script, Value(Array(2.5))).is_number());
}

TEST(Values, a_deeply_nested_tree_is_refused) {
  Script script;
  EXPECT_EQ(script.fails("local t = {n = 0}\n"
                         "for i = 1, 100000 do t = R.setmetatable({n = 1, t}, R.TUPLE) end\n"
                         "return t"),
            "limit: tuples and records exceed the maximum nesting depth of 1000");
}

TEST(Values, a_missing_field_names_the_nearest) {
  Script script;
  Chunk chunk = script.chunk("local p = R.setmetatable({weight = 1}, K.l0)\nreturn p.wieght");
  chunk.layouts = {{"bias", "weight"}};
  try {
    call(script.state.load(chunk, script.module), {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "the record has no field `wieght`; its fields are bias, weight");
    EXPECT_EQ(error.help(), "did you mean `weight`?");
  }
}

TEST(Functions, one_object_is_one_function) {
  Script script;
  Value pair = script.run(
      "local f = function(e) end\n"
      "return R.setmetatable({n = 2, f, f}, R.TUPLE)");
  EXPECT_TRUE(pair.items()[0].function() == pair.items()[1].function());
}

TEST(Functions, may_outlive_their_state) {
  Function f;
  {
    Script script;
    f = script.run("return function(e) end").function();
  }
  EXPECT_FALSE(f.is_none());
}

TEST(Calls, an_error_of_a_script_comes_out_as_the_same_error) {
  Script script;
  Value f = script.run("return function(x, e)\n return x.w end");
  EXPECT_THROW(call(f.function(), {Value()}), Error);
}

TEST(Calls, a_native_function_is_called_by_position) {
  Script script;
  FunctionInfo info = {.name = "twice", .params = {{"x"}, {"by", true}}};
  Function f = make_native(script.state, info, [](const Captures&, const Values& args) -> Values {
    return {Value(args[0].as_array().number() * (args.size() > 1 ? 3 : 2))};
  });
  EXPECT_EQ(text(call(f, {Value(4)})), "8");
  EXPECT_EQ(text(call(f, {Value(4), Value(1)})), "12");
  EXPECT_EQ(f.info().name, "twice");
  script.state.module_set(script.module, "twice", f);
  EXPECT_EQ(script.fails("return M.twice(END)"), "type: `twice`: missing argument `x`");
  EXPECT_EQ(script.fails("return M.twice(1, 2, 3, END)"), "type: `twice` takes 2 arguments, got 3");
}

TEST(Calls, an_exception_of_c_plus_plus_crosses_lua_unharmed) {
  Script script;
  Function f =
      make_native(script.state, {.name = "f"}, [](const Captures&, const Values&) -> Values {
        throw Error(Code::shape, "rows differ").help("transpose it");
      });
  Value g = script.run("return function(f, e) return (f(END)) end");
  try {
    call(g.function(), {f});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::shape);
    EXPECT_EQ(error.help(), "transpose it");
    EXPECT_FALSE(error.span().empty());
  }
}

TEST(Closures, captures_are_read_and_replaced_for_a_while) {
  Script script;
  Value f = script.run(
      "local s_1, t_2, TUPLE, F1 = 2, 'a', 3, 4\n"
      "return (function(s_1) return function(x, e) return s_1 * x, t_2, M, TUPLE, F1 end "
      "end)(s_1)");
  Closure closure = closure_of(f.function());
  ASSERT_EQ(closure.captures.size(), 2u);
  EXPECT_EQ(closure.captures[0].first, "s_1");
  {
    TracerSubstitution others(script.state);
    others.put(f.function(), {Value(5), Value("b")});
    Values results = call_all(f.function(), {Value(2)});
    EXPECT_EQ(text(results[0]), "10");
    EXPECT_EQ(results[1].string(), "b");
  }
  EXPECT_EQ(text(call(f.function(), {Value(2)})), "4");
}

// An interrupt that is still active, or a lack of memory, may end a trace.
TEST(Closures, captures_come_back_while_the_state_is_stopping) {
  Script script;
  Value f = script.run("local s_1 = 2\nreturn function(x, e) return s_1 * x end");
  {
    TracerSubstitution others(script.state);
    others.put(f.function(), {Value(5)});
    script.state.interrupt("stop");
    EXPECT_THROW(call(f.function(), {Value(2)}), Error);
  }
  script.state.resume();
  EXPECT_EQ(text(call(f.function(), {Value(2)})), "4");
}

TEST(Closures, of_one_literal_have_one_prototype) {
  Script script;
  Value pair = script.run(
      "local function make(s) return function(x, e) return s + x end end\n"
      "return R.setmetatable({n = 2, make(1), make(2)}, R.TUPLE)");
  Closure a = closure_of(pair.items()[0].function()), b = closure_of(pair.items()[1].function());
  EXPECT_EQ(a.prototype, b.prototype);
  EXPECT_NE(a.object, b.object);
}

TEST(Try, gives_the_value_or_the_error) {
  Script script;
  EXPECT_EQ(text(script.run("return B.try(function(e) return 3 end, END).value")), "3");
  EXPECT_EQ(text(script.run("return B.try(function(e) B.error('no', 'shape', END) end, END)"
                            ".error.message")),
            "no");
}

}  // namespace
}  // namespace rille
