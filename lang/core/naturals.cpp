// Natural numbers and computed values, for find_sorts().
#include "lang/core/passes.h"

namespace rille::lang {
namespace {

bool is_small(const Expr* e) {
  if (e->kind != ExprKind::integer) return false;
  int64_t value = static_cast<const IntegerLiteral*>(e)->value;
  return value >= 0 && value < int64_t{1} << 31;
}

}  // namespace

// A sum of two natural numbers may overflow, so one of them must be small.
bool find_natural(const Core& core, const Expr* e,
                  const std::unordered_map<const Binding*, const Expr*>& starts) {
  if (is_small(e)) return true;
  if (e->kind == ExprKind::binary) {
    auto* b = static_cast<const Binary*>(e);
    return b->op == BinaryOperator::add && ((is_small(b->left) && core.of(b->right).is_natural) ||
                                            (is_small(b->right) && core.of(b->left).is_natural));
  }
  const Binding* b = e->kind == ExprKind::name ? static_cast<const Name*>(e)->binding : nullptr;
  if (b == nullptr) return false;
  if (b->kind == BindingKind::size) return true;
  auto start = starts.find(b);
  return start != starts.end() && core.of(start->second).is_natural;
}

bool find_computed(const Core& core, const CoreValue& value) {
  const Expr* e = value.tree;
  bool is_binary = e->kind == ExprKind::binary;
  if (is_binary) return static_cast<const Binary*>(e)->op != BinaryOperator::matmul;
  if (e->kind == ExprKind::negate || is_number_sort(value.sort)) return true;
  const Binding* b = e->kind == ExprKind::name ? static_cast<const Name*>(e)->binding : nullptr;
  bool is_let = b != nullptr && b->kind == BindingKind::let && b->value != nullptr;
  bool may_change = core.prompt && b != nullptr && b->depth == 0 && b->owner == nullptr;
  return is_let && !may_change && core.of(b->value).is_computed;
}

}  // namespace rille::lang
