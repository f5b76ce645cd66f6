// The parser's functions, structs and types.
#include "lang/parse/parser.h"

namespace rille::lang {

// function = NAME params [ '->' type ] ( '=' expr | block ) .
Function* Parser::function(FunctionKind kind) {
  Level level(*this);
  int first = begin();
  Function* out = make<Function>();
  out->kind = kind;
  out->doc = take_doc(first);
  ++at_;
  out->name_span = span_of(here());
  out->name = take_name("the name of the function");
  if (!at("(")) throw wrong("`(` and the parameters");
  out->params = params();
  if (take("->")) out->result = type();
  if (!at("=") && !at("{")) throw wrong(out->result ? "`=` or `{`" : "`=`, `{` or `->`");
  out->body = take("=") ? expr() : block();
  return done(out, first);
}

// params = '(' [ param { ',' param } [ ',' ] ] ')' .
std::vector<ParamDecl*> Parser::params() {
  int opener = at_;
  std::vector<ParamDecl*> out;
  expect("(");
  while (!at(")") && !at_end()) {
    out.push_back(param());
    if (!take(",")) break;
  }
  expect_closer(")", "`,` or `)`", opener);
  return out;
}

// param = [ 'inout' ] NAME [ ':' type ] [ '=' expr ] .
ParamDecl* Parser::param() {
  int first = begin();
  ParamDecl* out = make<ParamDecl>();
  out->is_inout = take("inout");
  int name_begin = begin();
  out->name = take_name("the name of a parameter");
  int name_end = last_end();
  if (take(":")) out->type = type();
  if (take("=")) out->fallback = expr();
  done(out, first);
  out->name_span = {file_.index, name_begin, name_end};
  return out;
}

// 'struct' NAME '{' { SEP } [ member { ( SEP | ',' ) [ member ] } ] '}'
Structure* Parser::structure() {
  Level level(*this);
  int first = begin();
  Structure* out = make<Structure>();
  out->doc = take_doc(first);
  ++at_;
  out->name_span = span_of(here());
  out->name = take_name("the name of the struct");
  int opener = at_;
  expect("{");
  while (true) {
    while (at_separator() || at(",")) ++at_;
    if (at("}")) break;
    member(*out);
    if (!at_separator() && !at(",") && !at("}")) {
      expect_closer("}", "`,`, a newline or `}`", opener);
    }
  }
  expect("}");
  return done(out, first);
}

// member = [ 'var' ] NAME [ ':' type ] [ '=' expr ] | 'fn' function .
void Parser::member(Structure& into) {
  if (at("proc")) throw error("a struct's methods are `fn`", span_of(here()));
  if (at("fn")) {
    into.methods.push_back(function(FunctionKind::method));
    into.methods.back()->structure = &into;
    return;
  }
  int first = begin();
  FieldDecl* field = make<FieldDecl>();
  field->is_state = take("var");
  int name_begin = begin();
  field->name = take_name("a field, `fn` or `}`");
  field->name_span = {file_.index, name_begin, last_end()};
  if (take(":")) field->type = type();
  if (take("=")) field->fallback = expr();
  into.fields.push_back(done(field, first));
}

// type = path [ '[' [ dim { ',' dim } [ ',' ] ] ']' ]
//      | '(' [ [ WORD '=' ] type { ',' [ WORD '=' ] type } [ ',' ] ] ')' .
TypeExpr* Parser::type() {
  Level level(*this);
  int first = begin();
  int opener = at_;
  TypeExpr* out = make<TypeExpr>();
  if (at("(")) return group_type();
  if (here().kind != TokenKind::name) throw wrong("a type");
  out->text = here().text;
  out->path = name();
  while (at(".")) {
    out->text += str(".", ahead(1).text);
    out->path = dot(out->path, first);
  }
  opener = at_;
  out->has_dims = take("[");
  while (out->has_dims && !at("]") && !at_end()) {
    out->dims.push_back(dim());
    if (!take(",")) break;
  }
  if (out->has_dims) expect_closer("]", "`,` or `]`", opener);
  return done(out, first);
}

// '(' [ [ WORD '=' ] type { ',' [ WORD '=' ] type } [ ',' ] ] ')'
TypeExpr* Parser::group_type() {
  int first = begin();
  int opener = at_;
  TypeExpr* out = make<TypeExpr>();
  out->kind = TypeKind::tuple;
  expect("(");
  bool has_comma = false;
  while (!at(")") && !at_end()) {
    TypeExpr::Field field;
    Span place = span_of(here());
    if (at_label()) {
      field.word = take_word("a name");
      ++at_;
    }
    bool is_mixed = !out->fields.empty() && out->fields[0].word.empty() != field.word.empty();
    if (is_mixed) throw error("a type has positions or names, not both", place);
    if (!field.word.empty()) out->kind = TypeKind::record;
    field.type = type();
    out->fields.push_back(std::move(field));
    has_comma = take(",");
    if (!has_comma) break;
  }
  expect_closer(")", "`,` or `)`", opener);
  bool is_group = out->fields.size() == 1 && !has_comma && out->kind == TypeKind::tuple;
  return is_group ? out->fields[0].type : done(out, first);
}

// dim = '...' | sum .                           (* of names, ints, + - * // *)
Dim* Parser::dim() {
  int first = begin();
  Dim* out = make<Dim>();
  if (take("...")) {
    out->kind = Dim::ellipsis;
    return done(out, first);
  }
  out->value = sum();
  expect_size(out->value);
  bool is_any =
      out->value->kind == ExprKind::name && static_cast<const Name*>(out->value)->text == "_";
  if (is_any) out->kind = Dim::any;
  return done(out, first);
}

void Parser::expect_size(const Expr* e) {
  if (e->kind == ExprKind::name || e->kind == ExprKind::integer) return;
  if (e->kind == ExprKind::binary) {
    const auto* binary = static_cast<const Binary*>(e);
    bool is_known = binary->op == Operator::add || binary->op == Operator::sub ||
                    binary->op == Operator::mul || binary->op == Operator::floor_div;
    expect_size(binary->left);
    expect_size(binary->right);
    if (is_known) return;
  }
  throw error("expected a size: names and ints with `+ - * //`, `_` or `...`", e->span);
}

}  // namespace rille::lang
