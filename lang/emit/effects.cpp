// Effects: by walking the tree.
#include "lang/emit/effects.h"

#include <algorithm>

#include "lang/binding.h"
#include "lang/resolve.h"
#include "lang/resolve/liveness.h"

namespace rille::lang {

const Flow* flow_of(const Expr* e) {
  switch (e->kind) {
    case ExprKind::if_: return &static_cast<const If*>(e)->flow;
    case ExprKind::match: return &static_cast<const Match*>(e)->flow;
    case ExprKind::for_: return &static_cast<const For*>(e)->flow;
    case ExprKind::while_: return &static_cast<const While*>(e)->flow;
    case ExprKind::block: return &static_cast<const Block*>(e)->flow;
    case ExprKind::gather: return &static_cast<const Gather*>(e)->flow;
    default: return nullptr;
  }
}

bool cannot_fail(const Expr* e) {
  switch (e->kind) {
    case ExprKind::name:
    case ExprKind::boolean:
    case ExprKind::integer:
    case ExprKind::floating: return true;
    case ExprKind::invert:
    case ExprKind::logic:
    case ExprKind::compare: return std::ranges::all_of(children(*e), cannot_fail);
    default: return false;
  }
}

namespace {

bool prints_within(const Expr* e, int calls) {
  if (e->kind == ExprKind::call && static_cast<const Call*>(e)->callee->kind == ExprKind::name) {
    auto* callee = static_cast<const Name*>(static_cast<const Call*>(e)->callee);
    const Binding* b = callee->binding;
    if (form_of(*callee) == CallForm::output) return true;
    const Expr* body = b != nullptr && b->function != nullptr ? b->function->body : nullptr;
    if (body != nullptr && calls > 0 && prints_within(body, calls - 1)) return true;
  }
  return std::ranges::any_of(children(*e),
                             [&](const Expr* part) { return prints_within(part, calls); });
}

}  // namespace

bool prints(const Expr* e) { return prints_within(e, 1); }

bool only_reads(const Expr* e) {
  if (const Flow* flow = flow_of(e); flow != nullptr && !flow->assigns.empty()) return false;
  if (e->kind == ExprKind::call) {
    auto* call = static_cast<const Call*>(e);
    bool lends =
        std::ranges::any_of(call->args, [](const Item& item) { return item.kind == Item::place; });
    if (call->has_bang || lends) return false;
  }
  return std::ranges::all_of(children(*e), only_reads);
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
