// Places: the steps of a place from its root, and overlap().
#include "lang/core/places.h"

#include <algorithm>

namespace rille::lang {
namespace {

// Whether an expression has the same value each time it is read.
bool is_stable(const Expr* e) {
  if (e->kind == ExprKind::integer) return true;
  if (e->kind != ExprKind::name) return false;
  const Binding* b = static_cast<const Name*>(e)->binding;
  return b != nullptr && !b->is_place();
}

bool is_equal_index(const Expr* a, const Expr* b) {
  if (a->kind != b->kind) return false;
  if (a->kind == ExprKind::integer) {
    return static_cast<const IntegerLiteral*>(a)->value ==
           static_cast<const IntegerLiteral*>(b)->value;
  }
  return a->kind == ExprKind::name &&
         static_cast<const Name*>(a)->binding == static_cast<const Name*>(b)->binding;
}

// Whether an integer is known to be at least 0: a literal, or a counter that starts at such a
// value.
bool is_natural(const Expr* e, const RangeStarts& starts) {
  if (e->kind == ExprKind::integer) return static_cast<const IntegerLiteral*>(e)->value >= 0;
  if (e->kind == ExprKind::binary) {
    auto* sum = static_cast<const Binary*>(e);
    return sum->op == BinaryOperator::add && sum->right->kind == ExprKind::integer &&
           is_natural(sum->right, starts) && is_natural(sum->left, starts);
  }
  if (e->kind != ExprKind::name) return false;
  auto start = starts.find(static_cast<const Name*>(e)->binding);
  return start != starts.end() && is_natural(start->second, starts);
}

// Whether j is a counter that starts at i + 1 or later, where i is at least 0.
bool is_behind(const Expr* j, const Expr* i, const RangeStarts& starts) {
  if (i->kind != ExprKind::name || j->kind != ExprKind::name) return false;
  auto start = starts.find(static_cast<const Name*>(j)->binding);
  if (start == starts.end() || start->second->kind != ExprKind::binary) return false;
  auto* sum = static_cast<const Binary*>(start->second);
  return sum->op == BinaryOperator::add && is_equal_index(sum->left, i) &&
         sum->right->kind == ExprKind::integer &&
         static_cast<const IntegerLiteral*>(sum->right)->value > 0 && is_natural(i, starts);
}

Overlap of_indices(const Expr* i, const Expr* j, const RangeStarts& starts) {
  if (is_stable(i) && is_equal_index(i, j)) return Overlap::same;
  bool are_literals = i->kind == ExprKind::integer && j->kind == ExprKind::integer;
  bool are_apart = are_literals ? is_natural(i, starts) && is_natural(j, starts)
                                : is_behind(i, j, starts) || is_behind(j, i, starts);
  return are_apart ? Overlap::apart : Overlap::maybe;
}

// The overlap of two steps from the same base.
Overlap of_steps(const Expr* a, const Expr* b, const RangeStarts& starts) {
  if (a->kind != b->kind) return Overlap::maybe;
  if (a->kind == ExprKind::dot) {
    bool is_same = static_cast<const Dot*>(a)->word == static_cast<const Dot*>(b)->word;
    return is_same ? Overlap::same : Overlap::apart;
  }
  const Expr *i = only_index(a), *j = only_index(b);
  return i != nullptr && j != nullptr ? of_indices(i, j, starts) : Overlap::maybe;
}

}  // namespace

const Expr* base_of(const Expr* step) {
  if (step->kind == ExprKind::dot) return static_cast<const Dot*>(step)->base;
  return static_cast<const IndexExpr*>(step)->base;
}

std::vector<const Expr*> steps_of(const Expr* place) {
  std::vector<const Expr*> steps;
  for (; place->kind == ExprKind::dot || place->kind == ExprKind::index; place = base_of(place)) {
    steps.push_back(place);
  }
  std::ranges::reverse(steps);
  return steps;
}

std::string form_of(const IndexExpr* e) {
  std::string form;
  for (const IndexItem& sub : e->subs) {
    if (sub.kind == IndexItem::ellipsis) {
      form += '.';
    } else if (sub.kind == IndexItem::slice) {
      form += ':';
    } else {
      form += sub.value->kind == ExprKind::nil ? 'n' : 'i';
    }
  }
  return form;
}

size_t operand_count(const Expr* step) {
  if (step->kind == ExprKind::dot) return 0;
  size_t count = 0;
  for (char c : form_of(static_cast<const IndexExpr*>(step)))
    count += c == ':' ? 3 : c == 'i' ? 1 : 0;
  return count;
}

const Expr* only_index(const Expr* step) {
  if (step->kind != ExprKind::index) return nullptr;
  const auto& subs = static_cast<const IndexExpr*>(step)->subs;
  return subs.size() == 1 && subs[0].kind == IndexItem::at ? subs[0].value : nullptr;
}

Overlap overlap(const Expr* a, const Expr* b, const RangeStarts& starts) {
  std::vector<const Expr*> x = steps_of(a), y = steps_of(b);
  Overlap out = x.size() == y.size() ? Overlap::same : Overlap::maybe;
  bool is_sure = true;  // whether the steps so far are the same
  for (size_t k = 0; k < std::min(x.size(), y.size()); ++k) {
    Overlap here = of_steps(x[k], y[k], starts);
    // x[i].a and x[j].b are apart for any i and j, but x[i][0] may be x[j][1].
    if (here == Overlap::apart && (is_sure || x[k]->kind == ExprKind::dot)) return here;
    if (here == Overlap::same) continue;
    out = Overlap::maybe;
    is_sure = false;
    if (x[k]->kind != y[k]->kind) return out;
  }
  return out;
}

}  // namespace rille::lang
