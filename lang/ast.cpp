// Queries on the tree.
#include "lang/ast.h"

namespace rille::lang {

Name* root_of(const Expr* e) {
  while (!e->in_parens) {
    if (e->kind == ExprKind::dot) {
      e = static_cast<const Dot*>(e)->base;
    } else if (e->kind == ExprKind::index) {
      e = static_cast<const IndexExpr*>(e)->base;
    } else {
      bool is_name = e->kind == ExprKind::name;
      return is_name ? const_cast<Name*>(static_cast<const Name*>(e)) : nullptr;
    }
  }
  return nullptr;
}

Expr* BlockExpr::value() const {
  bool has_value = flow.taken && !statements.empty() && statements.back()->kind == StmtKind::expr;
  if (!has_value) return nullptr;
  Expr* last = static_cast<ExprStmt*>(statements.back())->value;
  return last->taken ? last : nullptr;
}

std::string_view text(BinaryOperator op) {
  switch (op) {
    case BinaryOperator::add: return "+";
    case BinaryOperator::sub: return "-";
    case BinaryOperator::mul: return "*";
    case BinaryOperator::div: return "/";
    case BinaryOperator::floor_div: return "//";
    case BinaryOperator::mod: return "%";
    case BinaryOperator::matmul: return "@";
    case BinaryOperator::pow: return "^";
  }
  return "?";
}

std::string_view text(Relation relation) {
  switch (relation) {
    case Relation::equal: return "==";
    case Relation::unequal: return "!=";
    case Relation::less: return "<";
    case Relation::less_equal: return "<=";
    case Relation::greater: return ">";
    case Relation::greater_equal: return ">=";
  }
  return "?";
}

}  // namespace rille::lang
