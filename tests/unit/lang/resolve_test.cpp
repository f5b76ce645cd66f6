// Tests lang/resolve/: captures, carried variables, last uses.
#include <gtest/gtest.h>

#include "tests/unit/lang/script.h"

namespace rille::lang {
namespace {

std::string words(const Flow& flow) {
  std::string out = str("assigns (", names_of(flow.assigns), ")");
  if (flow.has_break) out += " break";
  if (flow.has_continue) out += " continue";
  if (flow.has_return) out += " return";
  if (flow.taken) out += " taken";
  return out;
}

template <class AstNode>
std::string flows(const std::string& text) {
  return resolved<AstNode>(text, [](const AstNode& node) { return words(node.flow); });
}

std::string last_uses(const std::string& text) {
  return resolved<Name>(text, [](const Name& e) { return e.is_last_use ? e.text : ""; });
}

TEST(Resolve, finds_exactly_the_carried_variables) {
  EXPECT_EQ(flows<While>("fn f(n) {\n  var a = 0\n  var b = 1\n  var c = 2\n"
                         "  while a < n {\n    let t = b\n    var d = 1\n    d = c\n    b = t + d\n"
                         "    if b > 3 { a += 1 } else { break }\n  }\n  a\n}"),
            "5:3 assigns (a b) break");
  EXPECT_EQ(flows<For>("var v = (1, 2)\nfor i in 0..3 { push(&v, i); for j in 0..i { v[j] = i } }"),
            "2:1 assigns (v)\n2:30 assigns (v)");
  EXPECT_EQ(flows<If>("var x = 1\nlet y = if x > 0 { x = 2; 1 } else { 2 }"),
            "2:9 assigns (x) taken");
  EXPECT_EQ(flows<Match>("var x = 1\nmatch x { 0 => { x = 1 }, _ => nil }"), "2:1 assigns (x)");
}

TEST(Resolve, knows_which_for_is_a_value) {
  EXPECT_EQ(flows<For>("fn f(xs) { for x in xs { x + 1 } }"), "1:12 assigns () taken");
  EXPECT_EQ(flows<For>("proc main() { for x in 0..3 { print(x) } }"), "1:15 assigns ()");
  EXPECT_EQ(flows<For>("fn f(xs) { for x in xs { if x > 1 { return x }; print(x) } }"),
            "1:12 assigns () return");
  EXPECT_EQ(flows<For>("fn f(xs) { var s = 0; for x in xs { s += x } }"), "1:23 assigns (s)");
}

TEST(Resolve, finds_captures_of_functions_inside_too) {
  auto show = [](const FunctionDecl& f) {
    return f.body ? str(f.name, " (", names_of(f.captures), ") takes (", names_of(f.snapshots), ")")
                  : "";
  };
  EXPECT_EQ(resolved<FunctionDecl>("let k = 1\nfn outer(x) {\n  var v = x\n"
                                   "  let f = y => (z => v + y + z + k)\n  f\n}",
                                   show),
            "2:1 outer (k) takes ()\n4:11  (v k) takes (v)\n4:17  (v y k) takes (v)");
}

TEST(Resolve, checks_names_that_a_function_may_read_too_early) {
  auto show = [](const Name& e) { return e.is_checked ? e.text : ""; };
  EXPECT_EQ(resolved<Name>("let a = 1\nf()\nfn f() = a + b\nlet b = 2\nf()", show), "3:14 b");
  EXPECT_EQ(resolved<Name>("fn f() = a\nlet a = 1\nf()", show), "");
}

TEST(Resolve, names_builtins_by_what_is_known_of_them) {
  auto show = [](const Dot& e) { return e.builtin ? e.builtin->name : ""; };
  EXPECT_EQ(resolved<Dot>("let f = nn.gelu", show), "1:9 nn.gelu");
}

TEST(LastUse, is_the_read_before_a_variable_is_overwritten) {
  EXPECT_EQ(last_uses("fn f(p, n) {\n  var p = p\n  for i in 0..n { p = p + i }\n  p\n}"),
            "2:11 p\n3:15 n\n3:23 p\n3:27 i\n4:3 p");
  EXPECT_EQ(last_uses("var p = 1\nlet _q = p\np = 2\nlet _r = (p, p)"), "2:10 p\n4:14 p");
}

TEST(LastUse, is_on_each_path) {
  EXPECT_EQ(last_uses("fn f(x, c) {\n  if c { return x }\n  let y = x\n  if c { y } else { 1 }\n}"),
            "2:17 x\n3:11 x\n4:6 c\n4:10 y");
  EXPECT_EQ(last_uses("fn f(x, c) = c and x"), "1:14 c\n1:20 x");
}

TEST(LastUse, is_not_inside_a_loop_that_reads_again) {
  EXPECT_EQ(last_uses("fn f(x) {\n  var s = 0\n  while s < 3 { s += x }\n  1\n}"), "");
  EXPECT_EQ(last_uses("fn f(x) {\n  var t = 0\n  for i in 0..3 { t = x; print(t) }\n}"), "3:32 t");
  EXPECT_EQ(last_uses("fn f(x) = [x + i for i in 0..3]"), "1:16 i");
}

TEST(LastUse, is_none_of_what_a_function_or_another_file_holds) {
  EXPECT_EQ(last_uses("let a = 1\nlet _b = a"), "");
  EXPECT_EQ(last_uses("fn f(x) { let g = y => y + x; g }"), "1:24 y\n1:31 g");
  EXPECT_EQ(last_uses("fn f(inout x) { x }"), "");
}

TEST(LastUse, takes_what_a_call_writes_back) {
  EXPECT_EQ(last_uses("fn f(s) {\n  var s = s\n  push(&s, 1)\n  push(&s, s)\n  s\n}"),
            "2:11 s\n3:9 s\n4:12 s\n5:3 s");
}

}  // namespace
}  // namespace rille::lang
