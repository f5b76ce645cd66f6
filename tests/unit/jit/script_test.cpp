// Scripts of graphs: every op prints, no attribute is lost.
#include "jit/script.h"

#include "tests/unit/jit/cases.h"
#include "vm/text.h"

namespace rille {
namespace {

class ScriptOfOp : public testing::TestWithParam<Case> {};

// The text is whole: what opens closes, and it has every operand's name.
TEST_P(ScriptOfOp, names_every_operand) {
  Graph graph = graph_of(GetParam());
  std::string text = script_of(graph).text;
  for (auto [open, close] : {std::pair('(', ')'), std::pair('[', ']'), std::pair('{', '}')}) {
    EXPECT_EQ(std::ranges::count(text, open), std::ranges::count(text, close)) << text;
  }
  EXPECT_TRUE(text.starts_with("fn f(")) << text;
}

// The rule that keeps attributes: one that no row knows makes the form that shows all of them.
TEST_P(ScriptOfOp, shows_an_attribute_that_its_row_does_not_know) {
  const Sample& sample = GetParam().sample;
  Builder b;
  Vars in;
  for (Type type : sample.in) in.push_back(b.param(type));
  Attrs attrs = sample.attrs.with("unheard_of", int64_t{12345});
  Vars out = b.emit(*GetParam().op, in, attrs, sample.regions);
  Script script = script_of(std::move(b).finish(out));
  std::string form = str("op.", GetParam().op->name, "(");
  EXPECT_FALSE(script.runs);
  EXPECT_NE(script.text.find(form), std::string::npos) << script.text;
  EXPECT_NE(script.text.find("unheard_of = 12345"), std::string::npos) << script.text;
}

INSTANTIATE_TEST_SUITE_P(Ops, ScriptOfOp, testing::ValuesIn(all_cases()), case_name);

}  // namespace
}  // namespace rille
