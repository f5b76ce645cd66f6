// The record of the builtin that an expression names.
#include "lang/resolve.h"

namespace rille::lang {

const BuiltinRecord* builtin_of(const Expr& e) {
  if (e.kind == ExprKind::name) return static_cast<const Name&>(e).builtin;
  if (e.kind == ExprKind::dot) return static_cast<const Dot&>(e).builtin;
  return nullptr;
}

CallForm form_of(const Expr& e) {
  const BuiltinRecord* builtin = builtin_of(e);
  return builtin == nullptr ? CallForm::call : builtin->form;
}

}  // namespace rille::lang
