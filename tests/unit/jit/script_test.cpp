// Scripts of graphs: every op prints, no attribute is lost.
#include "jit/script.h"

#include "tests/unit/jit/cases.h"
#include "vm/text.h"

namespace rille {
namespace {

class ScriptOfOp : public testing::TestWithParam<Case> {};

// The text is complete: brackets are balanced, and every operand's name occurs.
TEST_P(ScriptOfOp, names_every_operand) {
  Graph graph = graph_of(GetParam());
  std::string text = script_of(graph).text;
  for (auto [open, close] : {std::pair('(', ')'), std::pair('[', ']'), std::pair('{', '}')}) {
    EXPECT_EQ(std::ranges::count(text, open), std::ranges::count(text, close)) << text;
  }
  EXPECT_TRUE(text.starts_with("fn f(")) << text;
}

// Attributes are never lost: with one that no row reads, the general form with all attributes is
// printed.
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
