// The parser's operands: atoms, fields, calls, and indices.
#include "lang/parse/parser.h"

namespace rille::lang {

// operand = if | 'match' … | 'for' … | 'while' … | block
//         | atom { '.' WORD | [ '!' ] args | index } .      (* before '!' a place *)
Expr* ExpressionRules::operand() {
  Expr* out = control();
  return out ? out : postfix();
}

Expr* ExpressionRules::postfix() {
  int first = begin();
  Expr* out = atom();
  while (true) {
    bool has_bang = at("!") && ahead(1).text == "(";
    if (at(".")) {
      out = dot(out, first);
    } else if (at("(") || has_bang) {
      out = call(out, first);
    } else if (at("[")) {
      out = index(out, first);
    } else {
      return out;
    }
  }
}

// '.' WORD
Expr* ExpressionRules::dot(Expr* base, int first) {
  expect(".");
  auto* out = make<Dot>();
  out->base = base;
  out->word_span = span_of(here());
  out->word = take_word("a name after `.`");
  done(out, first);
  grow(out, {base});
  return out;
}

// [ '!' ] args
Expr* ExpressionRules::call(Expr* callee, int first) {
  auto* out = make<CallExpr>();
  out->callee = callee;
  out->has_bang = at("!");
  if (out->has_bang) {
    if (!root_of(callee)) {
      throw error("expected a variable before `!`: a name, then optional `.field` and `[index]`",
                  callee->span);
    }
    ++at_;
  }
  int parens = begin();
  args(*out);
  out->parens = span_from(parens);
  done(out, first);
  grow(out, {callee});
  return out;
}

// args = '(' [ arg { ',' arg } [ ',' ] ] ')' .
void ExpressionRules::args(CallExpr& into) {
  NestingLevel level(*this);
  int opener = at_;
  expect("(");
  bool names_only = false;
  while (!at(")") && !at_end()) {
    into.args.push_back(arg(names_only));
    names_only = names_only || !into.args.back().word.empty();
    if (at("for")) {
      throw error("a comprehension must have its own brackets", span_of(here()));
    }
    if (!take(",")) break;
  }
  expect_closer(")", "`,` or `)`", opener);
}

// arg = [ WORD '=' ] ( expr | '&' place ) | '...' expr .        (* positions, then names *)
Item ExpressionRules::arg(bool names_only) {
  int first = begin();
  Item out;
  if (take("...")) {
    out.kind = Item::spread;
    out.value = expr();
    out.span = span_from(first);
    return out;
  }
  if (at_label()) {
    out.word_span = span_of(here());
    out.word = take_word("a name");
    ++at_;
  }
  if (take("&")) {
    out.kind = Item::place;
    out.value = place();
  } else {
    out.value = expr();
  }
  out.span = span_from(first);
  if (names_only && out.word.empty()) {
    throw error("positional arguments must precede named arguments", out.span);
  }
  return out;
}

// place = NAME { '.' WORD | index } .
Expr* ExpressionRules::place() {
  int first = begin();
  if (here().kind != TokenKind::name) throw wrong("a variable after `&`, such as `&x` or `&x.w`");
  Expr* out = name();
  while (at(".") || at("[")) out = at(".") ? dot(out, first) : index(out, first);
  return out;
}

// index = '[' sub { ',' sub } [ ',' ] ']' .
Expr* ExpressionRules::index(Expr* base, int first) {
  NestingLevel level(*this);
  int opener = at_;
  auto* out = make<IndexExpr>();
  out->base = base;
  expect("[");
  if (at("]")) throw wrong("an index");
  while (!at("]") && !at_end()) {
    out->subs.push_back(sub());
    if (!take(",")) break;
  }
  expect_closer("]", "`,` or `]`", opener);
  done(out, first);
  grow(out, {base});
  return out;
}

// sub = '...' | expr | [ expr ] ':' [ expr ] [ ':' [ expr ] ] .
IndexItem ExpressionRules::sub() {
  int first = begin();
  IndexItem out;
  auto bound = [&]() -> Expr* { return at_any({":", ",", "]"}) ? nullptr : expr(); };
  if (take("...")) {
    out.kind = IndexItem::ellipsis;
  } else {
    out.value = at(":") ? nullptr : expr();
    if (take(":")) {
      out.kind = IndexItem::slice;
      out.start = std::exchange(out.value, nullptr);
      out.stop = bound();
      if (take(":")) out.step = bound();
      if (at(":")) throw error("a slice has at most three parts: start:stop:step", span_of(here()));
    }
  }
  out.span = span_from(first);
  return out;
}

}  // namespace rille::lang
