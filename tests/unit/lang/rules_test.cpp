// Tests lang/resolve/: programs that the language rejects.
#include <gtest/gtest.h>

#include "tests/unit/lang/script.h"

namespace rille::lang {
namespace {

TEST(Rules, a_name_must_be_known) {
  EXPECT_EQ(faults("sqr(2.0)"), "1:1 name: unknown name `sqr` | did you mean `sqrt`?");
  EXPECT_EQ(faults("let total = 1\nprint(totla)"),
            "2:7 name: unknown name `totla` | did you mean `total`?");
  EXPECT_EQ(faults("nn.gellu(1)"),
            "1:4 name: module `nn` has no `gellu` | did you mean `nn.gelu`?");
  EXPECT_EQ(faults("print(None)"), "1:7 name: unknown name `None` | did you mean `nil`?");
  EXPECT_EQ(faults("print(_)"), "1:7 name: `_` is a pattern and has no value");
  EXPECT_EQ(faults("let sum = 1\nlet inner = { let sum = sum + 1; sum }"), "");
}

TEST(Rules, a_let_is_read_after_its_line_only) {
  EXPECT_EQ(faults("print(late)\nlet late = 1"),
            "1:7 name: `late` is used before its definition has run");
  EXPECT_EQ(faults("let f = n => f(n - 1)"),
            "1:14 name: `f` is used before its definition has run");
  EXPECT_EQ(faults("even(3)\nfn even(n) = odd(n)\nfn odd(n) = even(n)"), "");
}

TEST(Rules, a_block_binds_a_name_once) {
  EXPECT_EQ(faults("let a = 1\nfn a() = 2"), "2:4 name: `a` is bound twice");
  EXPECT_EQ(faults("let (a, (b, a)) = (1, (2, 3))"), "1:13 name: `a` is bound twice");
  EXPECT_EQ(faults("fn k(x, x) = x"), "1:9 name: `x` is bound twice");
  EXPECT_EQ(faults("let (_, _) = (1, 2)\nfn k(x) { var x = x; x }"), "");
  EXPECT_EQ(faults("struct S { a, b, fn a(self) = 1 }"),
            "1:21 name: `S` has two members named `a`");
}

TEST(Rules, only_a_var_is_assigned) {
  EXPECT_EQ(faults("let a = 1\na = 2"),
            "2:1 name: cannot assign to `a`, which is a `let` | declare it with `var a = …`");
  EXPECT_EQ(
      faults("fn f(x) { x[0] = 1; x }"),
      "1:11 name: cannot assign to `x`, which is a parameter | `var x = x` makes a mutable copy");
  EXPECT_EQ(faults("for i in 0..3 { i += 1 }"),
            "1:17 name: cannot assign to `i`, which is the variable of a loop | `var i = i` makes "
            "a mutable copy");
  EXPECT_EQ(faults("fn f(inout x) { x += 1 }\nfn g() { f = 1 }"),
            "2:10 name: cannot assign to `f`, which is a `fn`");
  EXPECT_EQ(faults("sum = 1"), "1:1 name: cannot assign to `sum`, which is a builtin");
}

TEST(Rules, a_function_does_not_see_a_var_outside) {
  EXPECT_EQ(faults("var v = 1\nfn f() = v"),
            "2:10 name: `v` is a `var` outside of `f`: pass it as an argument");
  EXPECT_EQ(faults("var v = 1\nproc f() { v = 2 }"),
            "2:12 name: `v` is a `var` outside of `f`: pass it as `inout`");
  EXPECT_EQ(faults("var v = 1\nlet f = () => v\nlet g = () => { v += 1 }"),
            "3:17 name: a lambda captures `v` by value and cannot assign it");
  EXPECT_EQ(faults("fn f(inout p) { fn g() = p; g() }"),
            "1:26 name: `p` is an `inout` parameter outside of `g`: pass it as an argument");
}

TEST(Rules, a_fn_calls_no_proc) {
  EXPECT_EQ(faults("proc log(x) { print(x) }\nfn f(x) = log(x)"),
            "2:11 type: `log` is a proc: a `fn` cannot call it | write `proc f`");
  EXPECT_EQ(faults("fn f(x) = map(io.read, x)"),
            "1:15 type: `io.read` is a proc: a `fn` cannot use it");
  EXPECT_EQ(faults("fn f(p) = try(() => io.read(p))"),
            "1:21 type: `io.read` is a proc: a `fn` cannot call it");
  EXPECT_EQ(faults("let go = () => io.read(\"x\")\nfn f() = go()"),
            "2:10 type: `go` is a proc: a `fn` cannot call it | write `proc f`");
  EXPECT_EQ(faults("let xs = [io.read(\"x\") for i in 0..3]"),
            "1:11 type: `io.read` is a proc: a comprehension `[ ]` cannot call it");
  EXPECT_EQ(faults("proc f(p) = try(() => io.read(p))\nlet t = (io.read(p) for p in (\"a\",))"),
            "");
}

TEST(Rules, an_inout_argument_is_marked) {
  const std::string head = "fn add(inout p, x) { p += x }\nfn id(x) = x\nvar v = (1, 2)\n";
  EXPECT_EQ(faults(head + "add(v, 1)"),
            "4:5 type: `p` of `add` is `inout`: pass `v` by reference | write `&v`");
  EXPECT_EQ(faults(head + "add(v[0], 1)"),
            "4:5 type: `p` of `add` is `inout`: pass `v` by reference");
  EXPECT_EQ(faults(head + "id(&v)"), "4:4 type: `x` of `id` is not `inout`");
  EXPECT_EQ(faults(head + "let k = 1\nlet a = add(k, 1)\nadd(3, 1)\nadd((v), 1)\nadd(&v[0], 1)"),
            "");
  EXPECT_EQ(faults(head + "let k = 1\nadd(&k, 1)"),
            "5:6 type: `&` and `!` need a `var`: `k` is a `let` | declare it with `var k = …`");
  EXPECT_EQ(faults(head + "let k = 1\nk.f!(1)"),
            "5:1 type: `&` and `!` need a `var`: `k` is a `let` | declare it with `var k = …`");
  EXPECT_EQ(faults(head + "let b = true and add(&v, 1)"),
            "4:22 syntax: `&` and `!` are not allowed to the right of `and` or `or` | make the "
            "call on the line before, `let u = …`, and use u here");
  EXPECT_EQ(faults(head + "let b = [add(&v, 1) for i in 0..2]"),
            "4:15 name: a comprehension `[ ]` is pure and cannot assign `v`");
}

TEST(Rules, two_places_of_one_call_do_not_overlap) {
  const std::string head = "fn f(inout a, inout b) { a = b }\nvar p = (x = (1, 2), y = 2)\n";
  const std::string fault = " type: two arguments passed by reference overlap";
  EXPECT_EQ(faults(head + "f(&p.x, &p)"), "3:9" + fault);
  EXPECT_EQ(faults(head + "let i = 0\nf(&p.x[i], &p.x[0])"), "4:12" + fault);
  EXPECT_EQ(faults(head + "f(&p, f(&p.x, 1))"), "3:9" + fault);
  EXPECT_EQ(faults(head + "f(f(&p.x, 1), &p)"), "3:15" + fault);
  EXPECT_EQ(faults(head + "p.f!(&p)"), "3:1" + fault);
  // x[i][0] may alias x[j][1] if i and j select several elements; x[i].a never aliases x[j].b.
  EXPECT_EQ(faults(head + "let i = 0\nf(&p.x[i][0], &p.x[0:1][1])"), "4:15" + fault);
  EXPECT_EQ(faults(head + "let i = 0\nf(&p.x[i].a, &p.x[0].b)"), "");
  EXPECT_EQ(faults(head + "f(&p.x, &p.y)\nf(&p.x[0], &p.x[1])\nmax(f(&p, 1), f(&p, 2))"), "");
}

TEST(Rules, a_key_is_drawn_from_once) {
  const std::string fault =
      " value: key `key` is used twice, so both calls return the same samples | `rng.split(key)`, "
      "or `var key = …` and `&key`";
  EXPECT_EQ(faults("fn f(key) = rng.normal(key) + rng.normal(key)"), "1:42" + fault);
  EXPECT_EQ(faults("fn f(key, c) {\n  let a = if c { rng.normal(key) } else { rng.normal(key) }\n"
                   "  a + rng.normal(key)\n}"),
            "3:18" + fault);
  EXPECT_EQ(faults("fn f(key, c) {\n  if c { return rng.normal(key) }\n  rng.normal(key)\n}"), "");
  EXPECT_EQ(
      faults("fn f(key) {\n  let (a, b) = rng.split(key)\n  rng.normal(a) + rng.normal(b)\n}"), "");
  EXPECT_EQ(faults("fn f(key) {\n  var key = key\n  rng.normal(&key) + rng.normal(&key)\n}"), "");
}

TEST(Rules, arguments_fit_the_parameters) {
  const std::string head = "fn f(x, k = 2) = x + k\nstruct P { x, y = 1 }\n";
  EXPECT_EQ(faults(head + "f(1, 2, 3)"),
            "3:9 type: `f` takes 2 arguments, got 3 | parameters: x, k");
  EXPECT_EQ(faults(head + "f()"), "3:1 type: `f`: missing argument `x`");
  EXPECT_EQ(faults(head + "f(1, x = 2)"), "3:6 type: `f`: argument `x` is given twice");
  EXPECT_EQ(faults("sum([1], axes = 0)"),
            "1:10 type: `sum` has no parameter `axes` | did you mean `axis`?");
  EXPECT_EQ(faults(head + "P(z = 1)"), "3:3 type: `P` has no parameter `z` | parameters: x, y");
  EXPECT_EQ(faults(head + "3 |> f(1, 2)"),
            "3:11 type: `f` takes 2 arguments, got 3 | parameters: x, k");
  EXPECT_EQ(faults(head + "f(...(1, 2))\nf(0, ...(5,))\nP(1)\nprint(1, 2, 3)"), "");
}

TEST(Rules, members_of_a_struct_are_known) {
  const std::string head = "struct M { w\n  fn get(self) = self.w\n";
  EXPECT_EQ(faults(head + "  fn b(self) = self.ww\n}"),
            "3:21 name: `M` has no field or method `ww` | did you mean `w`?");
  EXPECT_EQ(faults(head + "  fn b(self) = self.get(1)\n}"),
            "3:25 type: `get` takes 0 arguments, got 1");
  EXPECT_EQ(faults(head + "}\nM.made(1)"), "4:3 name: `M` has no function `made`");
  EXPECT_EQ(faults(head + "  fn b(inout self) = self.get!()\n}"),
            "3:22 type: `get` of `M` does not declare `self` as `inout`");
  EXPECT_EQ(faults(head + "}\nlet k = match M(1) { M(v = v) => v }"),
            "4:24 name: `M` has no field `v`");
}

TEST(Rules, a_value_that_nobody_takes_is_an_error) {
  EXPECT_EQ(faults("fn f(x) {\n  x - 1\n  x\n}"),
            "2:3 syntax: the value of this expression is unused | bind it with `let`, or remove "
            "the line");
  EXPECT_EQ(faults("let x = 1\nx + 1"),
            "2:1 syntax: the value of this expression is unused | `print(…)` shows a value, `let x "
            "= …` binds it");
  EXPECT_EQ(faults("let x = 1\nx + 1", true), "");
  EXPECT_EQ(faults("let x = 1\nx + 1  #> 2\nx\n#> 1\nx[3] #! error[index]"), "");
  EXPECT_EQ(faults("fn f(x) { if x { 1 } }"),
            "1:18 syntax: the value of this expression is unused | bind it with `let`, or remove "
            "the line");
}

TEST(Rules, a_value_is_there_where_it_is_taken) {
  EXPECT_EQ(faults("let y = if true { 1 }"), "1:9 syntax: an `if` used as a value needs an `else`");
  EXPECT_EQ(faults("let y = while true { }"), "1:9 syntax: a `while` has no value");
  EXPECT_EQ(faults("fn f(c) {\n  let y = if c { 1 } else { return 2 }\n  y\n}"), "");
}

TEST(Rules, jumps_stand_in_their_loops_and_functions) {
  EXPECT_EQ(faults("break"), "1:1 syntax: `break` outside of a loop");
  EXPECT_EQ(faults("return 1"), "1:1 syntax: `return` outside of a function");
  EXPECT_EQ(faults("for i in 0..3 { let f = () => { break } }"),
            "1:33 syntax: `break` outside of a loop");
  EXPECT_EQ(faults("let x = for i in 0..3 { if i > 1 { continue }; i }"),
            "1:36 syntax: `continue` is not allowed in a `for` used as a value");
  EXPECT_EQ(faults("fn f(x) = 1 + { return x }"),
            "1:17 syntax: `return` is not allowed in an operand, argument, or comprehension");
  EXPECT_EQ(faults("for i in 0..3 { print({ break }) }"),
            "1:25 syntax: `break` is not allowed in an operand, argument, or comprehension");
  EXPECT_EQ(faults("fn f(x) { for i in x { if i > 1 { break }; print(i) } }"), "");
}

TEST(Rules, annotations_name_types_and_sizes) {
  EXPECT_EQ(faults("fn f(x: f33[n]) = n"), "1:9 name: unknown type `f33` | did you mean `f32`?");
  EXPECT_EQ(faults("let D = 3\nfn f(x: f32[D, n, 2 * n], y: any[n]) -> f32[n, m] = n + D"), "");
  EXPECT_EQ(faults("fn f(x: f32[2 * n]) = x"), "1:17 name: unknown name `n`");
  EXPECT_EQ(faults("fn f(x) -> f32[n] = n"), "1:21 name: unknown name `n`");
  EXPECT_EQ(faults("struct L { w: f32[i]\n fn call(self, x: f32[n, i]) = x @ self.w + i\n}"), "");
}

}  // namespace
}  // namespace rille::lang
