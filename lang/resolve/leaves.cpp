// Whether control may leave, or always leaves, an expression.
#include <algorithm>

#include "lang/resolve/resolver.h"

namespace rille::lang {
namespace {

bool may_leave(const Stmt& s, bool in_loop);

// Examines only statement positions: control cannot leave from an operand.
bool may_leave(const Expr& e, bool in_loop) {
  switch (e.kind) {
    case ExprKind::block: {
      const auto& block = static_cast<const BlockExpr&>(e);
      return std::ranges::any_of(block.statements,
                                 [&](const Stmt* s) { return may_leave(*s, in_loop); });
    }
    case ExprKind::if_: {
      const auto& choice = static_cast<const If&>(e);
      auto leaves = [&](const IfBranch& b) { return may_leave(*b.body, in_loop); };
      return std::ranges::any_of(choice.branches, leaves) ||
             (choice.otherwise && may_leave(*choice.otherwise, in_loop));
    }
    case ExprKind::match: {
      const auto& arms = static_cast<const Match&>(e).arms;
      return std::ranges::any_of(arms, [&](const Arm& a) { return may_leave(*a.body, in_loop); });
    }
    case ExprKind::for_: return may_leave(*static_cast<const For&>(e).body, true);
    case ExprKind::while_: return may_leave(*static_cast<const While&>(e).body, true);
    default: return false;
  }
}

bool may_leave(const Stmt& s, bool in_loop) {
  switch (s.kind) {
    case StmtKind::return_: return true;
    case StmtKind::break_:
    case StmtKind::continue_: return !in_loop;
    case StmtKind::let: return may_leave(*static_cast<const Let&>(s).value, in_loop);
    case StmtKind::assign: return may_leave(*static_cast<const Assign&>(s).value, in_loop);
    case StmtKind::expr: return may_leave(*static_cast<const ExprStmt&>(s).value, in_loop);
    default: return false;
  }
}

bool calls_error(const Expr& e) {
  if (e.kind != ExprKind::call) return false;
  return form_of(*static_cast<const CallExpr&>(e).callee) == CallForm::raise;
}

bool always_leaves(const Stmt& s) {
  if (s.kind == StmtKind::return_ || s.kind == StmtKind::break_ || s.kind == StmtKind::continue_) {
    return true;
  }
  return s.kind == StmtKind::expr && always_leaves(*static_cast<const ExprStmt&>(s).value);
}

}  // namespace

bool may_leave(const Expr& e) { return may_leave(e, false); }

bool always_leaves(const Expr& e) {
  if (e.kind == ExprKind::block) {
    const auto& block = static_cast<const BlockExpr&>(e);
    return std::ranges::any_of(block.statements, [](const Stmt* s) { return always_leaves(*s); });
  }
  if (e.kind == ExprKind::if_) {
    const auto& choice = static_cast<const If&>(e);
    auto leaves = [](const IfBranch& b) { return always_leaves(*b.body); };
    return choice.otherwise && always_leaves(*choice.otherwise) &&
           std::ranges::all_of(choice.branches, leaves);
  }
  if (e.kind == ExprKind::match) {
    const auto& arms = static_cast<const Match&>(e).arms;
    return std::ranges::all_of(arms, [](const Arm& a) { return always_leaves(*a.body); });
  }
  return calls_error(e);
}

}  // namespace rille::lang
