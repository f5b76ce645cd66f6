// Steps: of a place, from its root outwards.
#include "lang/emit/steps.h"

namespace rille::lang {

const Expr* base_of(const Expr* step) {
  if (step->kind == ExprKind::dot) return static_cast<const Dot*>(step)->base;
  return static_cast<const Index*>(step)->base;
}

std::vector<const Expr*> steps_of(const Expr* place) {
  std::vector<const Expr*> steps;
  for (; place->kind == ExprKind::dot || place->kind == ExprKind::index; place = base_of(place)) {
    steps.insert(steps.begin(), place);
  }
  return steps;
}

std::string form_of(const Index* e) {
  std::string form;
  for (const Sub& sub : e->subs) {
    if (sub.kind == Sub::ellipsis) {
      form += '.';
    } else if (sub.kind == Sub::slice) {
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
  for (char c : form_of(static_cast<const Index*>(step))) count += c == ':' ? 3 : c == 'i' ? 1 : 0;
  return count;
}

}  // namespace rille::lang
