// The parser's blocks, if, match, for, and while.
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
BlockExpr* Parser::block() {
  NestingLevel level(*this);
  int first = begin();
  if (!at("{")) {
    Error fault = wrong("a block `{`");
    if (at("=")) fault.help("`==` compares");
    throw fault;
  }
  int closer = here().match;
  ++at_;
  BlockExpr* out = make<BlockExpr>();
  statements(*out, closer);
  expect("}");
  return done(out, first);
}

// if = 'if' expr block [ 'else' ( if | block ) ] .
Expr* Parser::if_() {
  NestingLevel level(*this);
  int first = begin();
  auto* out = make<If>();
  expect("if");
  while (true) {
    IfBranch branch;
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
  NestingLevel level(*this);
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
    if (!at("=>")) throw wrong("`=>` after the pattern");
    ++at_;
    arm.body = expr();
    out->arms.push_back(arm);
    if (!at_separator() && !at(",") && !at("}")) {
      expect_closer("}", "`,`, a newline, or `}`", opener);
    }
  }
  expect("}");
  if (out->arms.empty()) throw error("`match` must have at least one arm", span_from(first));
  return done(out, first);
}

// 'for' ( clause | pattern 'in' '&' place ) block
Expr* Parser::for_() {
  NestingLevel level(*this);
  int first = begin();
  expect("for");
  Pattern* pattern = clause_pattern();
  if (at("&")) return place_loop(pattern, first);
  auto* out = make<For>();
  out->clause = {pattern, expr()};
  out->body = block();
  return done(out, first);
}

// `for p in &s { … }` is `while true { let x = s.next!(); if x == nil { break }; let p = x; { … }
// }` with an x that no text can name. In each iteration, s is past the items read so far, so that a
// body that saves s saves its position.
Expr* Parser::place_loop(Pattern* pattern, int first) {
  ++at_;
  Expr* source = place();
  BlockExpr* body = block();
  auto put = [&]<class T>(T* node) {
    node->span = source->span;
    return node;
  };
  Span nowhere = {file_.index, source->span.end, source->span.end};
  auto item = [&]() -> Expr* {
    auto* out = make<Name>();
    out->span = nowhere;
    return out;
  };
  auto let = [&](Pattern* to, Expr* value) {
    auto* out = put(make<Let>());
    out->pattern = to;
    out->value = value;
    return out;
  };
  auto run = [&](Expr* value) {
    auto* out = put(make<ExprStmt>());
    out->value = value;
    return out;
  };
  auto* method = put(make<Dot>());
  method->base = source;
  method->word = "next";
  method->word_span = nowhere;
  auto* next = put(make<CallExpr>());
  next->callee = method;
  next->has_bang = next->is_step = true;
  next->parens = source->span;
  auto* hidden = put(make<Pattern>());
  hidden->kind = PatternKind::name;
  hidden->span = nowhere;
  auto* ends = put(make<Compare>());
  ends->first = item();
  ends->links.push_back({Relation::equal, source->span, put(make<Literal>(ExprKind::nil))});
  auto* leave = put(make<BlockExpr>());
  leave->statements.push_back(put(make<Jump>(StmtKind::break_)));
  auto* test = put(make<If>());
  test->branches.push_back({source->span, ends, leave});
  auto* out = make<While>();
  out->is_for = true;
  auto* always = put(make<BoolLiteral>());
  always->value = true;
  out->condition = always;
  out->body = make<BlockExpr>();
  out->body->span = body->span;
  out->body->statements = {let(hidden, next), run(test), let(pattern, item()), run(body)};
  grow(next, {source});
  return done(out, first);
}

// clause = pattern 'in' expr .
Clause PatternRules::clause() {
  Pattern* pattern = clause_pattern();
  if (at("&")) {
    throw error("a comprehension iterates over a copy: `&` is allowed only in `for` statements",
                span_of(here()))
        .help("without `&`, the variable is not advanced");
  }
  return {pattern, expr()};
}

Pattern* PatternRules::clause_pattern() {
  Pattern* out = binding_pattern();
  if (!at("in")) throw wrong("`in`");
  ++at_;
  return out;
}

// 'while' expr block
Expr* Parser::while_() {
  NestingLevel level(*this);
  int first = begin();
  auto* out = make<While>();
  expect("while");
  out->condition = expr();
  out->body = block();
  return done(out, first);
}

}  // namespace rille::lang
