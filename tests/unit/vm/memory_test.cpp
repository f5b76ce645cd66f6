// Every allocation of Lua may fail: an error, never a crash.
#include <gtest/gtest.h>

#include "tests/unit/vm/script.h"
#include "vm/state/inside.h"

namespace rille {
namespace {

const char* const scripts[] = {
    "local t = {}; for i = 1, 50 do t[i] = {i} end; return t[50][1]",
    "local function f(n) if n == 0 then return 0 end; return 1 + f(n - 1) end; return f(100)",
    "local x = M.x; for i = 1, 20 do x = x + 1.0 end; return x",
    "return B.try(function(e) local a = nil; return a.w end, END)",
    "return B.try(function(e) B.error('no', 'shape', END) end, END).error.trace",
    "M.a = 1; M.b = M.twice(R.setmetatable({n = 2, 'a', 2.5}, R.TUPLE), END); return M.b",
    "return (function(s) return function(e) return s end end)(M.x)",
};

Array copy_of(Operator, const Array& a, const Array&) { return Array(a.type()); }

struct Starved : Script {
  Starved() {
    state.operators().arrays = copy_of;
    state.module_set(module, "x", Array(Type(Dtype::f32, {Extent(64)})));
    FunctionInfo info = {.name = "twice", .params = {{"x"}}};
    Function f = make_native(state, info, [](const Captures&, const Values& args) -> Values {
      return {Value::tuple({args[0], args[0]})};
    });
    state.module_set(module, "twice", f);
  }
};

// Runs with the n-th allocation failing; true if the script ends before that allocation.
bool survives(const char* text, int64_t n, bool on) {
  Starved script;
  State::Internals& inside = script.state.inside();
  inside.fail_on = on;
  inside.fail_at = n;
  std::string said;
  try {
    script.run(text);
  } catch (const Error& error) {
    said = str(name(error.code()), ": ", error.what());
  }
  bool met = on ? inside.fail_at == 1 : inside.fail_at == 0;
  if (!met && said.empty()) return true;
  // A single failure may be resolved by a garbage collection.
  EXPECT_TRUE(said.empty() || said.starts_with("memory: ") || said.starts_with("limit: "))
      << text << " at " << n << ": " << said;
  inside.fail_at = 0;
  EXPECT_EQ(script.fails("return 1"), "nothing was raised") << text << " at " << n;
  return false;
}

TEST(Memory, every_failing_allocation_is_an_error_or_mended) {
  for (const char* text : scripts) {
    for (bool on : {false, true}) {
      int64_t n = 1;
      while (!survives(text, n, on) && n < 5000) ++n;
      EXPECT_GT(n, 5) << text;
      EXPECT_LT(n, 5000) << text;
    }
  }
}

}  // namespace
}  // namespace rille
