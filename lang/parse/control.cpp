// The parser's blocks, if, match, for and while.
#include "lang/parse/parser.h"

namespace rille::lang {

Expr* Parser::control() {
  if (at("if")) return if_();
  if (at("match")) return match();
  if (at("for")) return for_();
  if (at("while")) return while_();
  return at("{") ? block() : nullptr;
}

// block = '{' stmts '}' .
Block* Parser::block() {
  Level level(*this);
  int first = begin();
  if (!at("{")) {
    Error fault = wrong("a block `{`");
    if (at("=")) fault.help("`==` compares");
    throw fault;
  }
  int closer = here().match;
  ++at_;
  Block* out = make<Block>();
  statements(*out, closer);
  expect("}");
  return done(out, first);
}

// if = 'if' expr block [ 'else' ( if | block ) ] .
Expr* Parser::if_() {
  Level level(*this);
  int first = begin();
  auto* out = make<If>();
  expect("if");
  while (true) {
    Branch branch;
    branch.word = {file_.index, last_end() - 2, last_end()};
    branch.condition = expr();
    branch.body = block();
    out->branches.push_back(branch);
    if (!take("else")) break;
    if (!take("if")) {
      out->otherwise = block();
      break;
    }
  }
  return done(out, first);
}

// 'match' expr '{' { SEP } [ arm { ( SEP | ',' ) [ arm ] } ] '}'
// arm = pattern '=>' expr .
Expr* Parser::match() {
  Level level(*this);
  int first = begin();
  auto* out = make<Match>();
  expect("match");
  out->value = expr();
  int opener = at_;
  if (!at("{")) throw wrong("`{` and the arms");
  ++at_;
  while (true) {
    while (at_separator() || at(",")) ++at_;
    if (at("}")) break;
    Arm arm;
    arm.pattern = pattern();
    if (!at("=>")) throw wrong("`=>` behind the pattern");
    ++at_;
    arm.body = expr();
    out->arms.push_back(arm);
    if (!at_separator() && !at(",") && !at("}")) {
      expect_closer("}", "`,`, a newline or `}`", opener);
    }
  }
  expect("}");
  if (out->arms.empty()) throw error("a `match` needs an arm", span_from(first));
  return done(out, first);
}

// 'for' clause block
Expr* Parser::for_() {
  Level level(*this);
  int first = begin();
  auto* out = make<For>();
  expect("for");
  out->clause = clause();
  out->body = block();
  return done(out, first);
}

// clause = pattern 'in' expr .
Clause PatternRules::clause() {
  Clause out;
  out.pattern = binding_pattern();
  if (!at("in")) throw wrong("`in`");
  ++at_;
  out.source = expr();
  return out;
}

// 'while' expr block
Expr* Parser::while_() {
  Level level(*this);
  int first = begin();
  auto* out = make<While>();
  expect("while");
  out->condition = expr();
  out->body = block();
  return done(out, first);
}

}  // namespace rille::lang
