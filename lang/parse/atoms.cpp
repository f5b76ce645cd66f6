// The parser's atoms: names, numbers, strings, ( ) and [ ].
#include <algorithm>

#include "lang/parse/parser.h"

namespace rille::lang {

// atom = NAME | NUMBER | STRING | 'nil' | 'true' | 'false' | '(' … ')' | '[' … ']' .
Expr* ExpressionRules::atom() {
  int first = begin();
  if (here().kind == TokenKind::name) return name();
  if (here().kind == TokenKind::number) return number();
  if (here().kind == TokenKind::string) return string();
  if (at("(")) return parens();
  if (at("[")) return brackets();
  if (take("nil")) return done(make<Literal>(ExprKind::nil), first);
  if (at_any({"true", "false"})) {
    auto* out = make<BoolLiteral>();
    out->value = take("true");
    if (!out->value) ++at_;
    return done(out, first);
  }
  bool is_statement = at_any(
      {"return", "break", "continue", "let", "var", "assert", "fn", "proc", "struct", "import"});
  if (is_statement) {
    throw advised(
        error(str("`", here().text, "` is a statement, expected an expression"), span_of(here())));
  }
  if (at(".") && ahead(1).kind == TokenKind::number) {
    throw error("expected a digit on both sides of the decimal point", span_of(here()));
  }
  if (at("&")) throw error("`&` is allowed only before an argument of a call", span_of(here()));
  throw wrong("an expression");
}

Expr* ExpressionRules::name() {
  int first = begin();
  auto* out = make<Name>();
  out->text = take_name("a name");
  return done(out, first);
}

Expr* ExpressionRules::number() {
  const Token& token = here();
  int first = begin();
  ++at_;
  const Number& number = lexed_.numbers[static_cast<size_t>(token.value)];
  if (number.is_two_to_63) {
    throw error(str("`", token.text, "` is out of range for a 64-bit integer"), span_of(token));
  }
  if (!number.is_float) {
    auto* out = make<IntegerLiteral>();
    out->value = number.integer;
    return done(out, first);
  }
  auto* out = make<FloatLiteral>();
  out->value = number.floating;
  std::ranges::copy_if(token.text, std::back_inserter(out->text), [](char c) { return c != '_'; });
  return done(out, first);
}

Expr* ExpressionRules::string() {
  const Token& token = here();
  int first = begin();
  ++at_;
  auto* out = make<StringLiteral>();
  for (const StringPiece& piece : lexed_.strings[static_cast<size_t>(token.value)]) {
    bool is_empty_end = piece.text.empty() && !piece.has_hole && !out->parts.empty();
    if (is_empty_end) continue;
    out->parts.push_back({piece.text, nullptr, piece.format});
    held_ += 2 * sizeof(StringPart);
    bool is_readable = piece.has_hole && piece.hole.size() > 1;
    if (!is_readable) continue;
    InterpolationScope inside(*this, piece.hole);
    out->parts.back().hole = expr();
    if (!at_end()) throw wrong("`}`, or `:` and a format");
  }
  return done(out, first);
}

// '(' [ item { ',' item } [ ',' ] ] ')' | '(' expr 'for' clause ')'
Expr* ExpressionRules::parens() {
  NestingLevel level(*this);
  int first = begin();
  int opener = at_;
  expect("(");
  std::vector<Item> items;
  bool has_comma = false;
  while (!at(")") && !at_end()) {
    items.push_back(item());
    bool is_gather =
        at("for") && items.size() == 1 && items[0].kind == Item::plain && items[0].word.empty();
    if (is_gather) return gather(items[0].value, true, first);
    has_comma = take(",");
    if (!has_comma) break;
  }
  expect_closer(")", "`,` or `)`", opener);
  return tuple_or_record(std::move(items), has_comma, first);
}

// item = expr | WORD '=' expr | '...' expr .     (* positions or names, not both *)
Item ExpressionRules::item() {
  int first = begin();
  Item out;
  if (take("...")) {
    out.kind = Item::spread;
  } else if (at_label()) {
    out.word_span = span_of(here());
    out.word = take_word("a name");
    ++at_;
  }
  out.value = expr();
  out.span = span_from(first);
  return out;
}

Expr* ExpressionRules::tuple_or_record(std::vector<Item> items, bool has_comma, int first) {
  auto is_named = [](const Item& item) { return !item.word.empty(); };
  auto is_position = [](const Item& item) { return item.kind == Item::plain && item.word.empty(); };
  auto named = std::ranges::find_if(items, is_named);
  auto position = std::ranges::find_if(items, is_position);
  if (named != items.end() && position != items.end()) {
    throw error("positional and named items cannot be mixed", std::max(named, position)->span);
  }
  if (items.size() == 1 && is_position(items[0]) && !has_comma) {
    items[0].value->in_parens = true;
    return items[0].value;
  }
  if (named == items.end()) {
    auto* out = make<Tuple>();
    out->items = std::move(items);
    return done(out, first);
  }
  auto* out = make<RecordExpr>();
  out->items = std::move(items);
  return done(out, first);
}

// '[' [ expr { ',' expr } [ ',' ] ] ']' | '[' expr 'for' clause { ',' clause } ']'
Expr* ExpressionRules::brackets() {
  NestingLevel level(*this);
  int first = begin();
  int opener = at_;
  expect("[");
  auto* out = make<ArrayExpr>();
  while (!at("]") && !at_end()) {
    if (at("..."))
      throw error("`...` is not allowed in `[ ]`: `concat` joins arrays", span_of(here()));
    out->items.push_back(expr());
    if (at("for") && out->items.size() == 1) return gather(out->items[0], false, first);
    if (!take(",")) break;
  }
  expect_closer("]", "`,` or `]`", opener);
  return done(out, first);
}

// 'for' clause { ',' clause }, after the body of a comprehension
Expr* ExpressionRules::gather(Expr* body, bool is_tuple, int first) {
  auto* out = make<Comprehension>();
  out->body = body;
  out->is_tuple = is_tuple;
  expect("for");
  out->clauses.push_back(clause());
  while (!is_tuple && take(",")) {
    if (at("]")) break;
    out->clauses.push_back(clause());
  }
  if (at("if")) {
    throw error("a comprehension cannot filter with `if`", span_of(here()))
        .help("`x[mask]` selects elements of an array; otherwise use a loop with `push(&t, x)`");
  }
  std::string_view closer = is_tuple ? ")" : "]";
  if (!take(closer)) throw wrong(is_tuple ? "`)`" : "`,` or `]`");
  return done(out, first);
}

}  // namespace rille::lang
