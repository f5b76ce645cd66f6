// Tests lang/parse/: what is read, rule by rule.
#include <gtest/gtest.h>

#include "tests/unit/lang/script.h"

namespace rille::lang {
namespace {

TEST(Parser, knows_the_precedence_of_operators) {
  EXPECT_EQ(tree("-x ^ 2"), "(- (^ x 2))");
  EXPECT_EQ(tree("2.0 ^ -1"), "(^ 2.0 (- 1))");
  EXPECT_EQ(tree("2 ^ 3 ^ 4"), "(^ 2 (^ 3 4))");
  EXPECT_EQ(tree("a - b - c * d @ e"), "(- (- a b) (@ (* c d) e))");
  EXPECT_EQ(tree("1 + 2..3 * 4"), "(.. (+ 1 2) (* 3 4))");
  EXPECT_EQ(tree("0 < x <= 1"), "(cmp 0 < x <= 1)");
  EXPECT_EQ(tree("not a == b and c or d"), "(or (and (not (cmp a == b)) c) d)");
  EXPECT_EQ(tree("a // b % c"), "(% (// a b) c)");
}

TEST(Parser, reads_pipes_as_calls) {
  EXPECT_EQ(tree("x |> f(a) |> g"), "(pipe g (pipe f x a))");
  EXPECT_EQ(tree("x |> self.norm!(train = t) |> (y => y)"),
            "(pipe (lambda ((y)) y) (pipe! (. self norm) x train=t))");
  EXPECT_EQ(tree("x |> fs[0].g"), "(pipe (. (index fs 0) g) x)");
  EXPECT_EQ(tree("f = x => x |> g"), "(= f (lambda ((x)) (pipe g x)))");
}

TEST(Parser, reads_tuples_records_arrays_and_comprehensions) {
  EXPECT_EQ(tree("((x), (x,), (), (k = 1), (...t, x), (...p, w = 3))"),
            "(tuple x (tuple x) (tuple) (record k=1) (tuple ...t x) (record ...p w=3))");
  EXPECT_EQ(tree("[x * y for x in xs, (i, y) in ys]"),
            "(gather[] (* x y) (in x xs) (in (pat i y) ys))");
  EXPECT_EQ(tree("(f(&key) for i in 0..n)"), "(gather() (call f &key) (in i (.. 0 n)))");
  EXPECT_EQ(tree("[[1, 2], [],]"), "(array (array 1 2) (array))");
}

TEST(Parser, reads_indices) {
  EXPECT_EQ(tree("x[0, -1, 1:5, ::2, :, ..., nil, a:b:c]"),
            "(index x 0 (- 1) 1:5 ::2 : ... nil a:b:c)");
}

TEST(Parser, reads_calls) {
  EXPECT_EQ(tree("f(a, ...t, k = 1, m = &x.y[0])"), "(call f a ...t k=1 m=&(index (. x y) 0))");
  EXPECT_EQ(tree("m.f!(x)(y).z"), "(. (call (call! (. m f) x) y) z)");
}

TEST(Parser, reads_functions_with_annotations) {
  EXPECT_EQ(tree("fn f(inout p: f32[n, 2 * d, ...], k = 2) -> (f32, w = 1) = p").substr(0, 7),
            "error[s");
  EXPECT_EQ(tree("fn f(inout p: f32[n, 2 * d, ...], k = 2) -> (f32, int[_]) = p"),
            "(fn f ((inout p: (dims f32 n (* 2 d) ...)) (k = 2)) -> (type f32 (dims int _)) p)");
  EXPECT_EQ(tree("proc main() { return }"), "(proc main () (block (return)))");
  EXPECT_EQ(tree("let f: any = (x: nn.Linear, y = 1) => { x }"),
            "(let f: any (lambda ((x: nn.Linear) (y = 1)) (block x)))");
}

TEST(Parser, reads_structs) {
  EXPECT_EQ(tree("struct M { up, var mean: f32[n]\n k = 1;  fn call(self, x) = x\n}"),
            "(struct M (up) (var mean: (dims f32 n)) (k = 1) (fn call ((self) (x)) x))");
}

TEST(Parser, reads_control_flow) {
  EXPECT_EQ(tree("if a { 1 } else if b { 2 } else { 3 }"),
            "(if a (block 1) b (block 2) else (block 3))");
  EXPECT_EQ(tree("match v { 0 => a, -1.5 => b\n (x, ...r) => c; nn.L(w = w, ...) => d, _ => e }"),
            "(match v (=> 0 a) (=> -1.5 b) (=> (pat x ...r) c) (=> (struct (. nn L) w=w ...) d) "
            "(=> _ e))");
  EXPECT_EQ(tree("let hs = for x in xs { h = f(x); h }"),
            "(let hs (for (in x xs) (block (= h (call f x)) h)))");
  EXPECT_EQ(tree("while i < 3 { i += 1; if c { break } }"),
            "(while (cmp i < 3) (block (+= i 1) (if c (block (break)))))");
}

TEST(Parser, reads_statements) {
  EXPECT_EQ(
      tree("import \"lib/u.rille\" as u\nimport utils\nimport a as b\nimport \"m/n.rille\""),
      "(import \"lib/u.rille\" u)\n(import utils utils)\n(import a b)\n(import \"m/n.rille\" n)");
  EXPECT_EQ(tree("test \"a b\" { assert x == y, \"no {x}\" }"),
            "(test \"a b\" (block (assert (cmp x == y) (str \"no \" x))))");
  EXPECT_EQ(tree("(a, b.c) = (b, a)\nx[i] //= 2"),
            "(= (tuple a (. b c)) (tuple b a))\n(//= (index x i) 2)");
  EXPECT_EQ(tree("let as = test"), "(let as test)");
}

TEST(Parser, reports_several_errors_at_once) {
  EXPECT_EQ(faults("let = 3\nfn f() {\n  1 +* 2\n  let y = )\n  y\n}\nif x = 1 { }"),
            "1:5 syntax: expected a pattern, got `=`\n"
            "3:6 syntax: expected an expression, got `*`\n"
            "4:11 syntax: expected `}`, got `)`\n"
            "6:1 syntax: unmatched `}`\n"
            "7:6 syntax: expected a block `{`, got `=` | `==` compares");
}

TEST(Parser, finds_the_bracket_that_is_not_closed) {
  EXPECT_EQ(faults("let a = f(1, [2, 3\nlet b = 1"),
            "1:10 syntax: `(` is not closed\n"
            "1:14 syntax: `[` is not closed");
  EXPECT_EQ(faults("fn f(a, b { a }"), "1:5 syntax: `(` is not closed");
  EXPECT_EQ(faults("fn f() {\n  1"), "1:8 syntax: `{` is not closed");
  EXPECT_EQ(faults("fn f() {\n  if a {\n    x\n}\nfn g() {\n  1\n}\ntest \"t\" { }\n"),
            "2:8 syntax: `{` is not closed");
  EXPECT_EQ(faults("let a = 3)"), "1:10 syntax: unmatched `)`");
  EXPECT_EQ(faults("let a = )"), "1:9 syntax: unmatched `)`");
  EXPECT_EQ(faults("let a = (3]"), "1:11 syntax: expected `)`, got `]`");
}

TEST(Parser, names_what_was_needed_and_what_was_given) {
  EXPECT_EQ(faults("f(a = 1, 2)"),
            "1:10 syntax: positional arguments must precede named arguments");
  EXPECT_EQ(faults("let t = (1, a = 2)"),
            "1:13 syntax: positional and named items cannot be mixed");
  EXPECT_EQ(
      faults("x |> f + 1"),
      "1:8 syntax: expected `|>` or the end of the pipe, got `+` | put the pipe in parentheses");
  EXPECT_EQ(faults("f() = 1"),
            "1:1 syntax: expected an assignment target: a name, then optional `.field` and "
            "`[index]` | a function is written `fn name(x) = …`");
  EXPECT_EQ(faults("let 3 = x"),
            "1:5 syntax: `let`, `var`, and `for` bind only names, tuples, and records");
  EXPECT_EQ(faults("a ** b"), "1:3 syntax: `**` is not an operator | the power operator is `^`");
  EXPECT_EQ(faults("1..2..3"), "1:5 syntax: a range contains `..` only once");
  EXPECT_EQ(faults("sum(x for x in xs)"), "1:7 syntax: a comprehension must have its own brackets");
  EXPECT_EQ(faults("[x for x in xs if x]"),
            "1:16 syntax: a comprehension cannot filter with `if` | `x[mask]` selects elements of "
            "an array; otherwise use a loop with `push(&t, x)`");
  EXPECT_EQ(faults("fn f() { import a }"),
            "1:10 syntax: `import` is allowed only at the top level of a file");
  EXPECT_EQ(faults("let x = &y"), "1:9 syntax: `&` is allowed only before an argument of a call");
  EXPECT_EQ(faults("fn f()\n{ 1 }"),
            "1:7 syntax: expected `=`, `{`, or `->`, got the end of the line");
  EXPECT_EQ(faults("// no"),
            "1:1 syntax: expected an expression, got `//` | a comment begins with `#`");
  EXPECT_EQ(faults("def f(x)"),
            "1:5 syntax: expected a newline or `;`, got `f` | a function is "
            "written `fn name(x) = …`");
  EXPECT_EQ(faults("fn f(x) => x"),
            "1:9 syntax: expected `=`, `{`, or `->`, got `=>` | a function is written "
            "`fn name(x) = …`");
  EXPECT_EQ(faults("var(ones(3))"),
            "1:5 syntax: `let`, `var`, and `for` bind only names, tuples, and records | `x.var()` "
            "is the variance; `var (a, b) = …` destructures a tuple");
  EXPECT_EQ(faults("let in = 3"), "1:5 syntax: expected a pattern, got the keyword `in`");
}

TEST(Parser, limits_nesting_and_chains) {
  EXPECT_EQ(faults(std::string(100000, '(')),
            "1:201 syntax: expression exceeds the maximum nesting depth of 200");
  std::string sum = "let a = 1";
  for (int i = 0; i < 100000; ++i) sum += "+1";
  EXPECT_EQ(faults(sum), "1:9 syntax: expression exceeds the maximum of 2000 chained operations");
  std::string chain = "let a = b";
  for (int i = 0; i < 1900; ++i) chain += ".c";
  EXPECT_EQ(faults(chain), "1:9 name: unknown name `b`");
  std::string ifs = "let x = if true { 1 }";
  for (int i = 0; i < 10000; ++i) ifs += " else if true { f32(1) }";
  EXPECT_EQ(faults(ifs + " else { 2 }"), "");
}

}  // namespace
}  // namespace rille::lang
