// The resolver's functions and structs.
#include "lang/resolve/resolver.h"

namespace rille::lang {

// Walks the body of `f` in its own context.
void Resolver::enter(FunctionDecl& f) {
  FunctionContext inner;
  inner.function = &f;
  bool is_free = here().is_host && here().gathers == 0;
  bool is_lambda = f.kind == FunctionKind::lambda;
  inner.is_host = f.kind == FunctionKind::procedure || (is_lambda && is_free);
  f.parent = here().function;
  contexts_.push_back(std::move(inner));
  push_scope();
}

void Resolver::leave() {
  if (here().function) note_keys(*here().function);
  pop_scope();
  contexts_.pop_back();
}

void Resolver::function(FunctionDecl& f) {
  enter(f);
  f.has_self = f.structure && !f.params.empty() && f.params[0]->name == "self";
  if (f.has_self) {
    for (const Binding* size : f.structure->sizes) {
      f.sizes.push_back(make_binding(BindingKind::size, size->name, size->span));
      declare(f.sizes.back());
    }
    push_scope();
  }
  params(f);
  body(f);
  if (f.result) {
    type(*f.result, f.sizes, false);
    size_expressions(*f.result);
  }
  if (f.has_self) pop_scope();
  leave();
}

void Resolver::params(FunctionDecl& f) {
  for (ParamDecl* p : f.params) {
    if (p->type) type(*p->type, f.sizes, false);
    if (p->fallback) operand(p->fallback);
    p->binding = make_binding(BindingKind::param, p->name, p->name_span);
    p->binding->is_inout = p->is_inout;
    p->binding->type = p->type;
    f.has_inout = f.has_inout || p->is_inout;
    declare(p->binding);
  }
  for (ParamDecl* p : f.params) {
    if (p->type) size_expressions(*p->type);  // may use sizes that a later parameter binds
  }
}

void Resolver::body(FunctionDecl& f) {
  if (f.body->kind == ExprKind::block) {
    block(static_cast<BlockExpr&>(*f.body), ValueUse::tail);
  } else {
    visit(f.body, ValueUse::value);
  }
}

void Resolver::structure(Structure& s) {
  check_members(s);
  push_scope();
  for (Binding* size : s.sizes) declare(size);
  for (FieldDecl* field : s.fields) {
    if (field->type) type(*field->type, s.sizes, false);
  }
  pop_scope();
  FunctionDecl* fallbacks = nullptr;
  for (FieldDecl* field : s.fields) {
    if (!field->fallback) continue;
    if (!fallbacks) {  // each call of the constructor evaluates defaults, with the rules of a fn
      auto made = std::make_unique<FunctionDecl>();
      fallbacks = made.get();
      fallbacks->name = s.name;
      fallbacks->kind = FunctionKind::function;
      file_.nodes.push_back(std::move(made));
    }
    enter(*fallbacks);
    operand(field->fallback);
    leave();
  }
  push_scope();
  for (Binding* size : s.sizes) declare(size);
  for (FieldDecl* field : s.fields) {
    if (field->type) size_expressions(*field->type);
  }
  pop_scope();
  for (FunctionDecl* method : s.methods) function(*method);
}

}  // namespace rille::lang
