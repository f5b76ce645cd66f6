// Many snippets in one State leave nothing behind.
#include <gtest/gtest.h>
#include <malloc.h>

#include <cstdlib>
#include <string>

#include "repl/interpreter.h"
#include "vm/text.h"

namespace rille {
namespace {

// Bytes that malloc has given.
size_t in_use() { return mallinfo2().uordblks; }

// A text like no other; one in five is wrong, one in five fails.
std::string snippet(int i) {
  switch (i % 5) {
    case 0: return str("fn f", i, "(x) = x + ", i, "\nlet y = f", i, "(1)");
    case 1:
      return str("struct S", i, " { a", i, "; fn more(self) = self.a", i, " }\nS", i, "(2).more()");
    case 2:
      return str("let r = (w", i, " = 1, v = (2, \"", i, "\"))\nlet k = x => x + r.v[0]\nk(2)");
    case 3: return str("let z = undefined", i);
    default: return str("fn g(x) = [1, 2][x]\ng(", i, ")");
  }
}

void run_texts(Interpreter& interpreter, int from, int to) {
  for (int i = from; i < to; ++i) interpreter.run_text("snippet", snippet(i));
}

void run_cells(Interpreter& interpreter, int from, int to) {
  for (int i = from; i < to; ++i) {
    std::string text = snippet(i);
    for (size_t at; (at = text.find(str(i))) != text.npos;) text.erase(at, str(i).size());
    interpreter.run_cell(str("# ", i, "\n", text));
  }
}

// 10^5 of each where RILLE_SNIPPETS says so.
int count() {
  const char* asked = std::getenv("RILLE_SNIPPETS");
  return asked != nullptr ? std::atoi(asked) : 10'000;
}

TEST(Snippets, leave_nothing_in_their_state) {
  Interpreter interpreter([](std::string_view) {});
  run_texts(interpreter, 0, 4000);
  size_t before = in_use();
  run_texts(interpreter, 4000, 4000 + count());
  EXPECT_LT(in_use(), before + (4 << 20));
}

TEST(Snippets, lines_of_a_prompt_leave_what_their_names_are) {
  Interpreter interpreter([](std::string_view) {});
  interpreter.run_cell("fn kept(x) = x.w\nlet first = 7");
  run_cells(interpreter, 0, 4000);
  size_t before = in_use();
  run_cells(interpreter, 4000, 4000 + count());
  EXPECT_LT(in_use(), before + (4 << 20));
  Outcome outcome = interpreter.run_cell("kept(first)");
  ASSERT_FALSE(outcome.ok());
  EXPECT_NE(interpreter.render(outcome.errors[0]).find("kept(x) = x.w"), std::string::npos)
      << interpreter.render(outcome.errors[0]);
}

TEST(Snippets, that_compile_leave_the_last_traces) {
  Interpreter interpreter([](std::string_view) {});
  auto run = [&](int from, int to) {
    for (int i = from; i < to; ++i) {
      interpreter.run_cell(str("fn f(x) = x * 2.0 # ", i, "\njit(f)(1.0)"));
    }
  };
  run(0, 3000);
  size_t before = in_use();
  run(3000, 3000 + count() / 2);
  EXPECT_LT(in_use(), before + (8 << 20));
}

}  // namespace
}  // namespace rille
