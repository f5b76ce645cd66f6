// written_elements(): tuples that a loop writes.
#include <algorithm>

#include "lang/core/passes.h"
#include "lang/resolve/liveness.h"

namespace rille::lang {
namespace {

// The places of which a loop writes single elements, and those of which it does more than read and
// write parts: such a place may be shared in it, or become another value.
class Writes {
 public:
  std::set<const Binding*> elements, wholes;

  void visit(const Expr* e) {
    switch (e->kind) {
      case ExprKind::name: return whole(static_cast<const Name*>(e)->binding);
      case ExprKind::dot:
      case ExprKind::index: return path(e);
      case ExprKind::call: return call(static_cast<const Call*>(e));
      case ExprKind::lambda:
        for (const Binding* b : static_cast<const Lambda*>(e)->function->captures) whole(b);
        return;
      case ExprKind::block:
        for (const Stmt* s : static_cast<const Block*>(e)->statements) statement(s);
        return;
      default:
        for (const Expr* part : children(*e)) visit(part);
    }
  }

 private:
  void whole(const Binding* b) { wholes.insert(b); }

  // A part: its root is only looked through.
  void path(const Expr* e) {
    if (e->kind == ExprKind::name) return;
    std::vector<Expr*> parts = children(*e);
    bool is_step = parts[0]->kind == ExprKind::name || parts[0]->kind == ExprKind::dot ||
                   parts[0]->kind == ExprKind::index;
    is_step ? path(parts[0]) : visit(parts[0]);
    for (size_t i = 1; i < parts.size(); ++i) visit(parts[i]);
  }

  void call(const Call* e) {
    const Known* builtin =
        e->callee->kind == ExprKind::name ? static_cast<const Name*>(e->callee)->builtin : nullptr;
    bool is_push = form_of(*e->callee) == CallForm::append;  // an owned tuple stays owned
    visit(e->callee);
    for (size_t i = 0; i < e->args.size(); ++i) {
      bool looks = e->args[i].kind == Item::place
                       ? is_push
                       : builtin != nullptr && use_of(*builtin, e, i) == Use::looks;
      if (!looks || e->args[i].value->kind != ExprKind::name) visit(e->args[i].value);
    }
  }

  void statement(const Stmt* s) {
    if (s->kind == StmtKind::function || s->kind == StmtKind::structure) {
      has_functions = true;
      return;
    }
    if (s->kind == StmtKind::assign) {
      const Expr* target = static_cast<const Assign*>(s)->target;
      bool is_element = target->kind == ExprKind::index &&
                        static_cast<const Index*>(target)->base->kind == ExprKind::name;
      if (is_element) {
        elements.insert(static_cast<const Name*>(static_cast<const Index*>(target)->base)->binding);
      }
    }
    for (const Expr* part : children(*s)) visit(part);
  }

 public:
  bool has_functions = false;
};

}  // namespace

std::vector<const Binding*> written_elements(const Expr* condition, const Expr* body) {
  Writes writes;
  if (condition != nullptr) writes.visit(condition);
  writes.visit(body);
  std::vector<const Binding*> out;
  if (writes.has_functions) return out;
  std::ranges::set_difference(writes.elements, writes.wholes, std::back_inserter(out));
  std::ranges::sort(out, {}, &Binding::id);
  return out;
}

}  // namespace rille::lang
