// The parser's functions and structs.
#include "lang/parse/parser.h"

namespace rille::lang {

// function = NAME params [ '->' type ] ( '=' expr | block ) .
FunctionDecl* Parser::function(FunctionKind kind) {
  NestingLevel level(*this);
  int first = begin();
  FunctionDecl* out = make<FunctionDecl>();
  out->kind = kind;
  out->doc = take_doc(first);
  ++at_;
  out->name_span = span_of(here());
  out->name = take_name("the name of the function");
  if (!at("(")) throw wrong("`(` and the parameters");
  out->params = params();
  if (take("->")) out->result = type();
  if (!at("=") && !at("{")) throw wrong(out->result ? "`=` or `{`" : "`=`, `{`, or `->`");
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
  NestingLevel level(*this);
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
      expect_closer("}", "`,`, a newline, or `}`", opener);
    }
  }
  expect("}");
  return done(out, first);
}

// `const` before the name of a field marks that field; anywhere else `const` is a name.
void Parser::field_mark(FieldDecl& field) {
  const Token &first = here(), &second = ahead(1);
  bool is_both = first.text == "const" && second.text == "var";
  bool marks = is_both || is_field_mark(first, second);
  if (!marks && !at("var")) return;
  (marks ? field.is_const : field.is_state) = true;
  ++at_;
  is_both = is_both || (!marks && is_field_mark(here(), ahead(1)));
  if (!is_both) return;
  throw error("a field cannot be both `var` and `const`", {file_.index, first.begin, second.end});
}

// member = [ 'var' | 'const' ] NAME [ ':' type ] [ '=' expr ] | 'fn' function .
void Parser::member(Structure& into) {
  if (at("proc")) throw error("a method of a struct must be a `fn`", span_of(here()));
  if (at("fn")) {
    into.methods.push_back(function(FunctionKind::method));
    into.methods.back()->structure = &into;
    return;
  }
  int first = begin();
  FieldDecl* field = make<FieldDecl>();
  field_mark(*field);
  int name_begin = begin();
  field->name = take_name("a field, `fn`, or `}`");
  field->name_span = {file_.index, name_begin, last_end()};
  if (take(":")) field->type = type();
  if (take("=")) field->fallback = expr();
  into.fields.push_back(done(field, first));
}

}  // namespace rille::lang
