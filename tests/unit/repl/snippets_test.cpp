// Memory of a State does not grow with the snippets it ran.
#include <gtest/gtest.h>
#include <malloc.h>

#include <cstdlib>
#include <random>
#include <string>

#include "repl/interpreter.h"
#include "vm/text.h"

namespace rille {
namespace {

// Bytes allocated by malloc.
size_t in_use() { return mallinfo2().uordblks; }

// A unique text; one in five is invalid, one in five raises an error.
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

// 10^5 of each if RILLE_SNIPPETS is set.
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

// Each is a reference cycle: from a function through C++ back to the function, by the module's
// names.
const char* const cycles[] = {
    "fn f(x) = g(x)\nlet g = jit(x => f(x))",
    "let k = 2.0\nfn f(x) = x * k\nlet h = (a = jit(f), b = grad(jit(f)))",
    "struct S { a; fn call(self, x) = g(x) }\nlet g = vmap(S(2))",
    "fn f(x) = d[\"g\"](x)\nlet d = dict(g = remat(f))",
    "fn f(x) = t[0](x)\nlet t = (custom_jvp(f, (x, dx) => (f(x), dx)), 1)",
    "fn f(x) = x\nlet h = custom_vjp(f, x => (f(x), x), (x, ct) => (last(ct),))\nfn last(x) = h(x)",
    "let k = 2.0\nfn f(x) = x * k\nlet (y, back) = vjp((h, x) => h(x), f, 2.0)\nback(1.0)",
    "let k = 2.0\nfn f(x) = x * k\nlet h = (f = f, r = 1..3)\n"
    "let (y, push) = linearize((h, x) => h.f(x), h, 2.0)",
    "fn rate(t) = float(len((opt,)))\nlet opt = optim.sgd(ones(2), rate)",
    "let layers = (jit(x => run(x, i)) for i in 0..3)\nfn run(x, i) = layers[i](x)",
    "fn f(x) = h(x)\nlet h = f.jit()\nlet r = try(() => vmap(h, in_axes = (h, 0)))",
};

TEST(Snippets, that_hold_themselves_are_collected) {
  for (const char* text : cycles) {
    Interpreter interpreter([](std::string_view) {});
    auto run = [&](int count) {
      for (int i = 0; i < count; ++i) {
        Outcome outcome = interpreter.run_text("snippet", str(text, " # ", i));
        ASSERT_TRUE(outcome.ok()) << interpreter.render(outcome.errors[0]);
      }
    };
    run(1500);
    size_t before = in_use();
    run(count() / 10);
    EXPECT_LT(in_use(), before + (2 << 20)) << text;
  }
}

// Random nested functions of C++; each holds 8 KB and the module, and thus itself.
std::string drawn_cycle(std::mt19937& random) {
  auto draw = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  std::string text =
      "fn last(x) = f2(x)\nlet k = ones(2000)\nstruct S { a; fn call(self, x) = self.a * x + k[0] "
      "}\n";
  std::string inner = draw(2) == 0 ? "S(2.0)" : "x => last(x) * k[1]";
  for (int depth = 0; depth < 3; ++depth) {
    std::string g = str("(", inner, ")");
    switch (draw(8)) {
      case 0: inner = str("jit", g); break;
      case 1: inner = str("grad", g); break;
      case 2: inner = str("vmap", g); break;
      case 3: inner = str("remat", g); break;
      case 4: inner = str("custom_jvp(", g, ", (x, dx) => (last(x), dx))"); break;
      case 5: inner = str("custom_vjp(", g, ", x => (x, last), (x, ct) => (ct,))"); break;
      case 6: inner = str("{ let h = ", g, "; x => h(last(x)) }"); break;
      default: inner = str("{ let t = (1, (a = ", g, ", d = dict(f = k))); jit(x => t[1].a(x)) }");
    }
    text += str("let f", depth, " = ", inner, "\n");
    inner = str("f", depth);
  }
  return text +
         (draw(3) == 0 ? "try(() => f2(1.0, 2.0, 3.0))" : "let all = (f0, dict(g = f1), f2)");
}

TEST(Snippets, drawn_ones_that_hold_themselves_are_collected) {
  std::mt19937 random(1);
  Interpreter interpreter([](std::string_view) {});
  auto run = [&](int count) {
    for (int i = 0; i < count; ++i) {
      std::string text = drawn_cycle(random);
      Outcome outcome = interpreter.run_text("snippet", text);
      ASSERT_TRUE(outcome.ok()) << text << interpreter.render(outcome.errors[0]);
    }
  };
  run(1000);
  size_t before = in_use();
  run(count());
  EXPECT_LT(in_use(), before + (16 << 20));
}

// Functions, structs, and records whose prototypes and layouts reuse the addresses of freed ones:
// no trace is mistaken for another one.
std::string checked(std::mt19937& random, int i) {
  auto draw = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  int a = draw(5), b = draw(5);
  std::string line = str("x * ", a, ".0 + ", b, ".0"), wanted = str(2 * a + b, ".0");
  switch (draw(5)) {
    case 0: return str("fn f(x) = ", line, "\nassert jit(f)(2.0) == ", wanted);
    case 1: return str("assert vmap(x => ", line, ")([2.0])[0] == ", wanted);
    case 2:
      return str("struct S { s; fn call(self, x) = ", line,
                 " + self.s }\nassert jit(S(1.0))(2.0) == ", wanted, " + 1.0");
    case 3: {
      std::string p = str(static_cast<char>('a' + draw(26)), i % 97),
                  q = str(static_cast<char>('a' + draw(26)), "_", i % 89);
      return str("fn f(r) = r.", p, " * ", a, ".0 + r.", q, " * ", b, ".0\nassert jit(f)((", p,
                 " = 2.0, ", q, " = 1.0)) == ", wanted);
    }
    default:
      return str("assert named((n", std::string(static_cast<size_t>(a), 'n'), i,
                 " = 2.0)) == ", a + 1 + static_cast<int>(str(i).size()), ".0 + 2.0");
  }
}

TEST(Snippets, that_come_where_others_were_are_not_taken_for_them) {
  std::mt19937 random(1);
  Interpreter interpreter([](std::string_view) {});
  interpreter.run_cell("let named = jit(r => float(len(tree.paths(r)[0])) + tree.leaves(r)[0])");
  for (int i = 0; i < count(); ++i) {
    std::string text = checked(random, i);
    bool is_cell = text.find("named") != text.npos;
    Outcome outcome = is_cell ? interpreter.run_cell(text) : interpreter.run_text("snippet", text);
    ASSERT_TRUE(outcome.ok()) << i << ": " << text << "\n" << interpreter.render(outcome.errors[0]);
  }
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
