// find_written(): tuples whose elements are written.
#include <algorithm>
#include <iterator>

#include "lang/core/passes.h"
#include "lang/core/places.h"

namespace rille::lang {
namespace {

// Whether a call only reads an argument that is a name. A tuple that `push` grows stays unshared.
bool only_looks(const CallExpr* e, const Expr* argument) {
  for (size_t i = 0; i < e->args.size(); ++i) {
    if (e->args[i].value != argument) continue;
    if (e->args[i].kind == Item::place) return form_of(*e->callee) == CallForm::append;
    bool is_name = e->callee->kind == ExprKind::name;
    const BuiltinRecord* builtin = is_name ? builtin_of(*e->callee) : nullptr;
    return builtin != nullptr && use_of(*builtin, e, i) == Use::looks;
  }
  return false;
}

// Whether a name is used as a whole, and not only as the root of a part.
bool is_whole(const Expr* name, const Expr* user) {
  if (user == nullptr) return true;
  bool is_step = user->kind == ExprKind::dot || user->kind == ExprKind::index;
  if (is_step) return base_of(user) != name;
  return user->kind != ExprKind::call || !only_looks(static_cast<const CallExpr*>(user), name);
}

void note_element(Core& core, const Stmt* s) {
  if (s->kind != StmtKind::assign) return;
  const Expr* target = static_cast<const Assign*>(s)->target;
  if (target->kind != ExprKind::index) return;
  const Expr* base = static_cast<const IndexExpr*>(target)->base;
  if (base->kind != ExprKind::name) return;
  core.element_writes.emplace_back(target->core, static_cast<const Name*>(base)->binding);
}

void note_whole(Core& core, size_t at) {
  const Expr* e = core.values[at].tree;
  size_t user = core.values[at].user;
  if (e->kind == ExprKind::lambda) {
    for (const Binding* b : static_cast<const Lambda*>(e)->function->captures) {
      core.variables[b].wholes.push_back(at);
    }
  } else if (e->kind == ExprKind::name) {
    const Binding* b = static_cast<const Name*>(e)->binding;
    bool counts = b != nullptr && is_whole(e, user == at ? nullptr : core.values[user].tree);
    if (counts) core.variables[b].wholes.push_back(at);
  }
}

}  // namespace

void find_written(Core& core) {
  for (size_t i = 0; i < core.values.size(); ++i) {
    const Expr* e = core.values[i].tree;
    if (e == nullptr) continue;
    note_whole(core, i);
    if (e->kind != ExprKind::block) continue;
    for (const Stmt* s : static_cast<const BlockExpr*>(e)->statements) note_element(core, s);
  }
  std::ranges::sort(core.element_writes);
}

std::vector<const Binding*> written_elements(const Core& core, const ValueRange& turn) {
  std::vector<const Binding*> out;
  auto has_any = [&](const std::vector<size_t>& at) {
    auto next = std::ranges::lower_bound(at, turn.begin);
    return next != at.end() && *next < turn.end;
  };
  if (has_any(core.makes_functions)) return out;
  auto write = std::ranges::lower_bound(core.element_writes, turn.begin, {},
                                        [](const auto& w) { return w.first; });
  for (; write != core.element_writes.end() && write->first < turn.end; ++write) {
    if (!has_any(core.of(write->second).wholes)) out.push_back(write->second);
  }
  std::ranges::sort(out, {}, &Binding::id);
  auto same = std::ranges::unique(out);
  out.erase(same.begin(), same.end());
  return out;
}

}  // namespace rille::lang
