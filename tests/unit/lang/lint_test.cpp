// Tests lang/lint/.
#include "lang/lint.h"

#include <gtest/gtest.h>

#include "tests/unit/lang/script.h"

namespace rille::lang {
namespace {

std::string warnings(std::string text) {
  FewNames names;
  std::vector<Error> errors;
  Source source{"t.rille", std::move(text)};
  File file = parse(source, 0, errors);
  if (errors.empty()) resolve(file, names, errors);
  if (!errors.empty()) return shown(errors, source);
  std::string out;
  for (const Warning& w : lint(file)) {
    Line line = line_at(source, w.span.begin);
    out += str(out.empty() ? "" : "\n", line.number, ":", line.column, " ",
               w.error ? str(name(*w.error), ": ") : "", w.text,
               w.help.empty() ? "" : str(" | ", w.help));
  }
  return out;
}

TEST(Lint, names_what_nobody_reads) {
  EXPECT_EQ(warnings("fn f(x) {\n  let y = x\n  var z = x\n  var t = 1\n  t = 2\n  z\n}"),
            "2:7 `y` is never read\n3:7 `z` is never assigned | declare it with `let`\n"
            "4:7 `t` is assigned but never read");
  EXPECT_EQ(warnings("let shown = 1\nfn f(inout p) { let _x = p; p }"),
            "2:12 `p` is `inout` but never written");
  EXPECT_EQ(warnings("fn f(key) {\n  var key = key\n  rng.normal(&key)\n}"), "");
}

TEST(Lint, finds_streams_that_are_saved_where_their_loop_began) {
  EXPECT_EQ(warnings("let m = f32(1)\nvar s = data.stream(4)\nfor b in s { m.save(b, (n = 1, s = "
                     "s)) }\ns = nil"),
            "3:36 `s` is saved at its position before the loop | `for … in &s` advances the stream "
            "with each item");
  EXPECT_EQ(
      warnings("let m = f32(1)\nvar s = data.stream(4)\nfor b in &s { m.save(b, (n = 1, s = s)) }"),
      "");
  EXPECT_EQ(
      warnings(
          "let m = f32(1)\nvar s = data.stream(4)\nfor b in s { m.save(b) }\nm.save(s); s = nil"),
      "");
}

TEST(Lint, finds_code_that_never_runs) {
  EXPECT_EQ(warnings("fn f(x) {\n  return x\n  print(x)\n}"),
            "3:3 unreachable code: a `return` or `break` above always leaves this block");
  EXPECT_EQ(warnings("fn f(x) = match x { 0 => 1, y => y, _ => 2 }"),
            "1:37 unreachable arm: an arm above matches every value");
}

TEST(Lint, finds_updates_that_are_dropped) {
  EXPECT_EQ(warnings("struct N { n = 0\n  fn add(inout self, x) { self.n += x }\n}\n"
                     "var n = N()\nn.add(1)\nn.add!(1)"),
            "5:1 the change of `self` by `add` is discarded | `n.add!(…)` keeps the change");
  EXPECT_EQ(warnings("struct N { n = 0\n  fn add(inout self, x) { self.n += x }\n}\n"
                     "let n = N()\nn.add(1)"),
            "5:1 type: the change of `self` by `add` is discarded | declare `n` with `var`; "
            "`n.add!(…)` keeps the change");
  EXPECT_EQ(warnings("var c = nn.counter()\nc.update(1)"),
            "2:1 type: the change of `self` by `update` is discarded | `c.update!(…)` keeps the "
            "change");
  EXPECT_EQ(warnings("let c = nn.counter()\nlet x = c.update(1)\nprint(x, c.update)"), "");
}

TEST(Lint, finds_shapes_that_cannot_fit) {
  EXPECT_EQ(warnings("let x = [1, 2] + [1, 2, 3]"),
            "1:16 shape: incompatible shapes [2] and [3] for `+`");
  EXPECT_EQ(warnings("fn f(x: f32[n, 3], y: f32[4, m]) = x @ y"),
            "1:38 shape: incompatible shapes [_, 3] and [4, _] for `@`");
  EXPECT_EQ(warnings("fn f(x: f32[n, 3], y: f32[3, m]) = x @ y + [1.0] * 2"), "");
  EXPECT_EQ(warnings("let x = \"a\" + 1"),
            "1:13 type: `+` does not accept strings | join strings by interpolation: \"{a}{b}\"");
}

}  // namespace
}  // namespace rille::lang
