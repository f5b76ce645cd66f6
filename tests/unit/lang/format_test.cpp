// Tests lang/format/.
#include "lang/format.h"

#include <gtest/gtest.h>

namespace rille::lang {
namespace {

std::string formatted(std::string text) {
  std::string once = format({"t.rille", std::move(text)});
  EXPECT_EQ(format({"t.rille", once}), once) << "not stable";
  return once;
}

TEST(Format, sets_spaces_around_operators_and_none_in_calls) {
  EXPECT_EQ(formatted("let  x=f (a,b ,c= 1)[ 1 : 2,::k]+ - y^2"),
            "let x = f(a, b, c = 1)[1:2, ::k] + -y ^ 2\n");
  EXPECT_EQ(formatted("for i in 0 .. n{m.f! ( & p,...t)}"), "for i in 0..n { m.f!(&p, ...t) }\n");
  EXPECT_EQ(
      formatted("fn f(inout x:f32[n,2*d],k=(1,))->(f32,int)=if not (a){-1}else{nil}"),
      "fn f(inout x: f32[n, 2 * d], k = (1,)) -> (f32, int) = if not (a) { -1 } else { nil }\n");
  EXPECT_EQ(formatted("let s = \"{ a+b :d}\"; let t = bits.and (x)"),
            "let s = \"{ a+b :d}\"; let t = bits.and(x)\n");
}

TEST(Format, indents_by_brackets_and_what_goes_on) {
  EXPECT_EQ(
      formatted("let step = jit((x) => {\nlet y = x +\n1\n  y\n})\nlet h = x\n|> f\n|> (y => y)\n"
                "|> g"),
      "let step = jit((x) => {\n  let y = x +\n    1\n  y\n})\nlet h = x\n  |> f\n  |> (y => y)\n"
      "  |> g\n");
  EXPECT_EQ(formatted("f(\na,\n[1,\n2],\n)"), "f(\n  a,\n  [1,\n    2],\n)\n");
}

TEST(Format, keeps_comments_and_at_most_one_empty_line) {
  EXPECT_EQ(
      formatted(
          "\n\n# top\nfn f(x) {\n\n# in\nx   # behind\n\n\n\n# last\n}\n\n\nf(1) #> 1\n #> 2\n"),
      "# top\nfn f(x) {\n  # in\n  x  # behind\n\n  # last\n}\n\nf(1)  #> 1\n #> 2\n");
}

TEST(Format, writes_a_piece_on_one_line) {
  EXPECT_EQ(one_line("f32[n,\n  # a size\n  2*d] or fn ( x,y )"), "f32[n, 2 * d] or fn(x, y)");
  EXPECT_EQ(one_line("fn f (inout  x ,\n k=2) -> f32[ n ] ="), "fn f(inout x, k = 2) -> f32[n] =");
  EXPECT_EQ(one_line(""), "");
}

TEST(Format, refuses_what_it_cannot_read) {
  EXPECT_THROW(format({"t.rille", "let = 3"}), Error);
  EXPECT_EQ(format({"t.rille", ""}), "");
}

}  // namespace
}  // namespace rille::lang
