// Effects: whether a value may fail, prints, or assigns.
#include <algorithm>

#include "lang/core/passes.h"
#include "lang/resolve/liveness.h"

namespace rille::lang {
namespace {

// Whether an expression cannot fail unless one of its subexpressions does.
bool is_harmless(const Expr* e) {
  switch (e->kind) {
    case ExprKind::name:
    case ExprKind::boolean:
    case ExprKind::integer:
    case ExprKind::floating:
    case ExprKind::invert:
    case ExprKind::logic:
    case ExprKind::compare: return true;
    default: return false;
  }
}

bool assigns_itself(const Expr* e) {
  if (const Flow* flow = flow_of(e); flow != nullptr && !flow->assigns.empty()) return true;
  if (e->kind != ExprKind::call) return false;
  auto* call = static_cast<const CallExpr*>(e);
  return call->has_bang ||
         std::ranges::any_of(call->args, [](const Item& item) { return item.kind == Item::place; });
}

// The function that a call names, if the name is bound to a function.
const FunctionDecl* named_function(const Expr* e) {
  if (e->kind != ExprKind::call) return nullptr;
  const Expr* callee = static_cast<const CallExpr*>(e)->callee;
  if (callee->kind != ExprKind::name) return nullptr;
  const Binding* b = static_cast<const Name*>(callee)->binding;
  return b != nullptr ? b->function : nullptr;
}

bool prints_itself(const Expr* e) {
  if (e->kind != ExprKind::call) return false;
  const Expr* callee = static_cast<const CallExpr*>(e)->callee;
  return callee->kind == ExprKind::name && form_of(*callee) == CallForm::output;
}

// Propagates a fact to the enclosing values, which come later in the order.
void pass_on(std::vector<CoreValue>& values, bool CoreValue::* fact) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i].*fact) values[values[i].user].*fact = true;
  }
}

}  // namespace

const Flow* flow_of(const Expr* e) {
  switch (e->kind) {
    case ExprKind::if_: return &static_cast<const If*>(e)->flow;
    case ExprKind::match: return &static_cast<const Match*>(e)->flow;
    case ExprKind::for_: return &static_cast<const For*>(e)->flow;
    case ExprKind::while_: return &static_cast<const While*>(e)->flow;
    case ExprKind::block: return &static_cast<const BlockExpr*>(e)->flow;
    case ExprKind::gather: return &static_cast<const Comprehension*>(e)->flow;
    default: return nullptr;
  }
}

void find_effects(Core& core) {
  for (CoreValue& value : core.values) {
    if (value.tree == nullptr) continue;
    value.may_fail = !is_harmless(value.tree);
    value.assigns = assigns_itself(value.tree);
    value.prints = prints_itself(value.tree);
  }
  for (bool CoreValue::* fact : {&CoreValue::may_fail, &CoreValue::assigns, &CoreValue::prints}) {
    pass_on(core.values, fact);
  }
  // A call prints if the body of its function does. Calls inside that body are not followed.
  for (const auto& node : core.file.nodes) {
    auto* f = dynamic_cast<const FunctionDecl*>(node.get());
    if (f != nullptr && f->body != nullptr) f->prints = core.of(f->body).prints;
  }
  for (CoreValue& value : core.values) {
    const FunctionDecl* f = value.tree != nullptr ? named_function(value.tree) : nullptr;
    if (f != nullptr && f->prints) value.prints = true;
  }
  pass_on(core.values, &CoreValue::prints);
}

std::vector<const Binding*> assigned_in(const Expr* e) {
  if (const Flow* flow = flow_of(e)) return {flow->assigns.begin(), flow->assigns.end()};
  std::vector<const Binding*> out;
  for (const Expr* part : children(*e)) {
    for (const Binding* b : assigned_in(part)) {
      if (std::ranges::find(out, b) == out.end()) out.push_back(b);
    }
  }
  return out;
}

}  // namespace rille::lang
