// The parser's operators, from the loosest to the tightest.
#include "lang/parse/parser.h"

namespace rille::lang {

// expr = ( NAME | params ) '=>' expr | or { '|>' step } .
Expr* ExpressionRules::expr() { return is_lambda() ? lambda() : pipes(); }

// Whether a name before =>, or a ( whose matching ) precedes =>, begins here.
bool ExpressionRules::is_lambda() const {
  bool has_params = at("(");
  if (!has_params && here().kind != TokenKind::name) return false;
  int last = has_params ? here().match : at_;
  return (*tokens_)[static_cast<size_t>(last + 1)].text == "=>";
}

Expr* ExpressionRules::lambda() {
  NestingLevel level(*this);
  int first = begin();
  auto* out = make<Lambda>();
  FunctionDecl* function = make<FunctionDecl>();
  out->function = function;
  function->kind = FunctionKind::lambda;
  if (at("(")) {
    function->params = params();
  } else {
    ParamDecl* only = make<ParamDecl>();
    only->name = take_name("a parameter");
    only->name_span = span_from(first);
    function->params = {done(only, first)};
  }
  expect("=>");
  function->body = expr();
  function->span = function->name_span = span_from(first);
  return done(out, first);
}

Expr* ExpressionRules::pipes() {
  int first = begin();
  Expr* out = or_();
  bool has_step = at("|>");
  while (take("|>")) out = step(out, first);
  bool is_operator = here().kind == TokenKind::sign || at_any({"and", "or"});
  bool ends = !has_step || !is_operator || at_any({")", "]", "}", ",", ";", "{", ":", "=>", "="});
  if (!ends) {
    throw error(str("expected `|>` or the end of the pipe, got `", here().text, "`"),
                span_of(here()))
        .help("put the pipe in parentheses");
  }
  return out;
}

// step = ( NAME { '.' WORD | index } [ [ '!' ] args ] | '(' expr ')' ) .
Expr* ExpressionRules::step(Expr* piped, int first) {
  auto* out = make<CallExpr>();
  int step_begin = begin();
  bool is_group = at("(");
  if (is_group) {
    NestingLevel level(*this);
    int opener = at_++;
    out->callee = expr();
    expect_closer(")", "`)`", opener);
  } else if (here().kind == TokenKind::name) {
    out->callee = name();
    while (at(".") || at("[")) {
      out->callee = at(".") ? dot(out->callee, step_begin) : index(out->callee, step_begin);
    }
  } else {
    throw wrong("the name of a function, or an expression in parentheses, after `|>`");
  }
  Item item;
  item.value = piped;
  item.span = piped->span;
  out->args.push_back(item);
  out->is_piped = true;
  out->has_bang = !is_group && at("!") && ahead(1).text == "(";
  if (out->has_bang) ++at_;
  if (!is_group && at("(")) args(*out);
  out->parens = span_from(step_begin);
  done(out, first);
  grow(out, {piped, out->callee});
  return out;
}

Expr* ExpressionRules::logic(Expr* left, Expr* (ExpressionRules::*right)(), bool is_and,
                             int first) {
  auto* out = make<Logic>();
  out->is_and = is_and;
  out->op_span = span_of(here());
  ++at_;
  out->left = left;
  out->right = (this->*right)();
  done(out, first);
  grow(out, {out->left, out->right});
  return out;
}

// or = and { 'or' and } .
Expr* ExpressionRules::or_() {
  int first = begin();
  Expr* out = and_();
  while (at("or")) out = logic(out, &ExpressionRules::and_, false, first);
  return out;
}

// and = not { 'and' not } .
Expr* ExpressionRules::and_() {
  int first = begin();
  Expr* out = not_();
  while (at("and")) out = logic(out, &ExpressionRules::not_, true, first);
  return out;
}

// not = 'not' not | range { ( '==' | '!=' | '<' | '<=' | '>' | '>=' ) range } .
Expr* ExpressionRules::not_() {
  constexpr std::pair<std::string_view, Relation> relations[] = {
      {"==", Relation::equal},      {"!=", Relation::unequal}, {"<", Relation::less},
      {"<=", Relation::less_equal}, {">", Relation::greater},  {">=", Relation::greater_equal},
  };
  int first = begin();
  if (take("not")) {
    NestingLevel level(*this);
    auto* out = make<Unary>(ExprKind::invert);
    out->operand = not_();
    done(out, first);
    grow(out, {out->operand});
    return out;
  }
  Expr* left = range();
  Compare* out = nullptr;
  while (at_any({"==", "!=", "<", "<=", ">", ">="})) {
    if (!out) out = make<Compare>();
    CompareLink link;
    for (auto [text, relation] : relations) {
      if (at(text)) link.relation = relation;
    }
    link.op_span = span_of(here());
    ++at_;
    link.right = range();
    out->first = left;
    out->links.push_back(link);
    done(out, first);
    grow(out, {out, link.right});
  }
  return out ? out : left;
}

// range = sum [ '..' sum ] .
Expr* ExpressionRules::range() {
  int first = begin();
  Expr* start = sum();
  if (!at("..")) return start;
  auto* out = make<RangeExpr>();
  out->op_span = span_of(here());
  ++at_;
  if (at("=")) {
    throw error("`..=` is not an operator: a range excludes its end", span_of(here()))
        .help("`1..4` contains 1, 2, 3");
  }
  out->start = start;
  out->stop = sum();
  if (at("..")) throw error("a range contains `..` only once", span_of(here()));
  done(out, first);
  grow(out, {out->start, out->stop});
  return out;
}

Expr* ExpressionRules::binary(Expr* left, Expr* (ExpressionRules::*right)(), BinaryOperator op,
                              int first) {
  auto* out = make<Binary>();
  out->op = op;
  out->op_span = span_of(here());
  ++at_;
  out->left = left;
  out->right = (this->*right)();
  done(out, first);
  grow(out, {out->left, out->right});
  return out;
}

// sum = product { ( '+' | '-' ) product } .
Expr* ExpressionRules::sum() {
  int first = begin();
  Expr* out = product();
  while (at_any({"+", "-"})) {
    out = binary(out, &ExpressionRules::product,
                 at("+") ? BinaryOperator::add : BinaryOperator::sub, first);
  }
  return out;
}

// product = unary { ( '*' | '/' | '//' | '%' | '@' ) unary } .
Expr* ExpressionRules::product() {
  constexpr std::pair<std::string_view, BinaryOperator> operators[] = {
      {"*", BinaryOperator::mul}, {"/", BinaryOperator::div},    {"//", BinaryOperator::floor_div},
      {"%", BinaryOperator::mod}, {"@", BinaryOperator::matmul},
  };
  int first = begin();
  Expr* out = unary();
  while (at_any({"*", "/", "//", "%", "@"})) {
    BinaryOperator op = BinaryOperator::mul;
    for (auto [text, each] : operators) {
      if (at(text)) op = each;
    }
    out = binary(out, &ExpressionRules::unary, op, first);
  }
  return out;
}

// unary = '-' unary | operand [ '^' unary ] .
Expr* ExpressionRules::unary() {
  int first = begin();
  bool is_least = at("-") && ahead(1).kind == TokenKind::number && ahead(2).text != "^" &&
                  lexed_.numbers[static_cast<size_t>(ahead(1).value)].is_two_to_63;
  if (is_least) {
    at_ += 2;
    auto* out = make<IntegerLiteral>();
    out->value = INT64_MIN;
    return done(out, first);
  }
  if (take("-")) {
    NestingLevel level(*this);
    auto* out = make<Unary>(ExprKind::negate);
    out->operand = unary();
    done(out, first);
    grow(out, {out->operand});
    return out;
  }
  Expr* out = operand();
  if (!at("^")) return out;
  NestingLevel level(*this);
  return binary(out, &ExpressionRules::unary, BinaryOperator::pow, first);
}

}  // namespace rille::lang
