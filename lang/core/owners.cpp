// find_updated(): names whose value may be updated in place.
#include "lang/core/passes.h"

namespace rille::lang {
namespace {

void note(Core& core, const Expr* place) {
  const Name* root = root_of(place);
  if (root != nullptr) core.variables[root->binding].is_updated = true;
}

void note(Core& core, const Assign* a) {
  for (const Binding* b : lending_targets(a)) core.variables[b].is_updated = true;
  if (a->target->kind == ExprKind::tuple) {
    for (const Item& item : static_cast<const Tuple*>(a->target)->items) note(core, item.value);
  } else if (a->target->kind != ExprKind::name) {
    note(core, a->target);
  }
}

}  // namespace

// Marks variables that are updated in part or written back by a call, and inout parameters.
void find_updated(Core& core) {
  for (const auto& b : core.file.bindings) {
    if (b->is_inout) core.variables[b.get()].is_updated = true;
  }
  for (const auto& node : core.file.nodes) {
    if (auto* a = dynamic_cast<const Assign*>(node.get())) note(core, a);
  }
  for (const CoreValue& value : core.values) {
    if (value.tree == nullptr || value.tree->kind != ExprKind::call) continue;
    auto* call = static_cast<const CallExpr*>(value.tree);
    for (const Item& item : call->args) {
      if (item.kind == Item::place) note(core, item.value);
    }
    if (call->has_bang) note(core, call->callee);
  }
}

}  // namespace rille::lang
