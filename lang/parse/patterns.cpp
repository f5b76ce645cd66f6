// The parser's patterns.
#include "lang/parse/parser.h"

namespace rille::lang {

// pattern = NAME | [ '-' ] NUMBER | STRING | 'nil' | 'true' | 'false' | [ path ] '(' [ pats ] ')' .
Pattern* PatternRules::pattern() {
  NestingLevel level(*this);
  if (at("(")) return group_pattern(nullptr, begin());
  bool is_literal = here().kind == TokenKind::number || here().kind == TokenKind::string ||
                    at_any({"-", "nil", "true", "false"});
  return is_literal ? literal_pattern() : name_pattern();
}

Pattern* PatternRules::literal_pattern() {
  int first = begin();
  Pattern* out = make<Pattern>();
  out->kind = PatternKind::literal;
  if (at("-") && ahead(1).kind != TokenKind::number) {
    ++at_;
    throw wrong("a number");
  }
  out->literal = at("-") ? unary() : atom();
  if (out->literal->kind == ExprKind::negate) {
    auto* minus = static_cast<Unary*>(out->literal);
    auto* number = minus->operand;
    if (number->kind == ExprKind::integer) {
      static_cast<IntegerLiteral*>(number)->value *= -1;
    } else if (number->kind == ExprKind::floating) {
      auto* floating = static_cast<FloatLiteral*>(number);
      floating->value *= -1;
      floating->text.insert(0, "-");
    } else {
      throw error("expected a number after `-` in a pattern", number->span);
    }
    out->literal = number;
  }
  bool has_hole = out->literal->kind == ExprKind::string &&
                  !static_cast<StringLiteral*>(out->literal)->is_plain();
  if (has_hole) {
    throw error("a string in a pattern cannot contain interpolated expressions",
                out->literal->span);
  }
  return done(out, first);
}

Pattern* PatternRules::name_pattern() {
  int first = begin();
  Pattern* out = make<Pattern>();
  Span word = span_of(here());
  std::string text = take_name("a pattern");
  if (!at(".") && !at("(")) {
    out->kind = text == "_" ? PatternKind::any : PatternKind::name;
    out->text = std::move(text);
    out->span = word;
    return out;
  }
  auto* root = make<Name>();
  root->text = std::move(text);
  root->span = word;
  Expr* path = root;
  while (at(".")) path = dot(path, first);
  if (!at("(")) throw wrong("`(` after the path of a struct");
  return group_pattern(path, first);
}

// '(' [ pats ] ')', after the path of a struct or alone.
Pattern* PatternRules::group_pattern(Expr* path, int first) {
  int opener = at_;
  Pattern* out = make<Pattern>();
  out->path = path;
  expect("(");
  bool has_comma = false;
  while (!at(")") && !at_end()) {
    if (pattern_rest(*out)) break;
    pattern_field(*out);
    has_comma = take(",");
    if (!has_comma) break;
  }
  expect_closer(")", "`,` or `)`", opener);
  bool has_names = !out->fields.empty() && !out->fields[0].word.empty();
  bool is_group = !path && out->fields.size() == 1 && !has_comma && !has_names && !out->is_open;
  if (is_group) return out->fields[0].pattern;
  out->kind = path ? PatternKind::structure : has_names ? PatternKind::record : PatternKind::tuple;
  return done(out, first);
}

// '...' [ NAME ], which ends a pattern
bool PatternRules::pattern_rest(Pattern& into) {
  if (!take("...")) return false;
  into.is_open = true;
  if (here().kind == TokenKind::name) {
    into.rest_span = span_of(here());
    into.rest_text = take_name("a name");
  }
  take(",");
  if (!at(")")) throw wrong("`)` after `...`, which must end a pattern");
  return true;
}

// pat = pattern | WORD '=' pattern .            (* positions or names, not both *)
void PatternRules::pattern_field(Pattern& into) {
  Pattern::Field field;
  Span first = span_of(here());
  if (at_label()) {
    field.word_span = first;
    field.word = take_word("a name");
    ++at_;
  }
  bool is_mixed = !into.fields.empty() && into.fields[0].word.empty() != field.word.empty();
  if (is_mixed) throw error("a pattern cannot mix positional and named fields", first);
  field.pattern = pattern();
  into.fields.push_back(std::move(field));
}

Pattern* PatternRules::binding_pattern() {
  Pattern* out = pattern();
  expect_binding_pattern(out);
  return out;
}

void PatternRules::expect_binding_pattern(const Pattern* p) {
  if (p->kind == PatternKind::literal || p->kind == PatternKind::structure) {
    Error fault = error("`let`, `var`, and `for` bind only names, tuples, and records", p->span);
    if (p->kind == PatternKind::structure) fault.help("a function is written `fn name(x) = …`");
    throw fault;
  }
  for (const Pattern::Field& field : p->fields) expect_binding_pattern(field.pattern);
}

}  // namespace rille::lang
