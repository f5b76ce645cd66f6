// Calls that take the value of a place.
#include <algorithm>

#include "lang/emit/emitter.h"

namespace rille::lang {

// f(p, x, R.lent(f, 257, p)): the last argument is an END that says so, where f can take p.
Piece Emitter::lending_call(const Call* e, const std::vector<const Binding*>& targets,
                            bool is_tuple) {
  Evals evals = {[this, e] { return borrow(e->callee); }};
  std::vector<bool> is_lent;
  for (const Item& item : e->args) {
    const Expr* value = item.value;
    auto* name = value->kind == ExprKind::name ? static_cast<const Name*>(value) : nullptr;
    bool lent = name != nullptr && std::ranges::count(targets, name->binding) > 0;
    is_lent.push_back(lent);
    evals.push_back([this, value, lent] { return lent ? plain_expr(value) : expr(value); });
  }
  std::vector<Piece> codes = sequence(evals);
  Piece callee = spill(std::move(codes[0]));
  std::string text = call_mark(e) + callee.head() + "(", values;
  auto use = static_cast<unsigned>(is_tuple ? targets.size() + 1 : 1);
  unsigned mark = use << most_lent;  // vm/runtime/raw.h
  for (size_t i = 0; i < is_lent.size(); ++i) {
    text += codes[i + 1].single() + ", ";
    if (!is_lent[i]) continue;
    mark |= 1u << i;
    values += ", " + codes[i + 1].text;
  }
  return {text + "R.lent(" + callee.text + ", " + std::to_string(mark) + values + "))"};
}

}  // namespace rille::lang
