// EmitterPart: calls of other parts; queries about texts.
#include "lang/emit/part.h"

#include "lang/core/passes.h"
#include "lang/core/places.h"
#include "lang/emit/parts.h"

namespace rille::lang {
namespace {

// About half of the limits of Lua, which leaves room for expressions and loops.
constexpr int max_depth = 12, max_locals = 120;

bool is_plain_string(const Expr* e) {
  return e->kind == ExprKind::string && static_cast<const StringLiteral*>(e)->is_plain();
}

}  // namespace

Piece EmitterPart::expr(const Expr* e) { return parts_.expressions.expr(e); }

Piece EmitterPart::plain_expr(const Expr* e) { return parts_.expressions.plain_expr(e); }

Piece EmitterPart::borrow(const Expr* e) { return parts_.reads.borrow(e); }

std::vector<Piece> EmitterPart::sequence(const OperandWriters& evals) {
  return parts_.expressions.sequence(evals);
}

std::vector<Piece> EmitterPart::operands(const std::vector<const Expr*>& list, bool keeps) {
  return parts_.expressions.operands(list, keeps);
}

void EmitterPart::into(const Expr* e, const ValueTarget& target) {
  parts_.expressions.into(e, target);
}

void EmitterPart::give(const Piece& code, const ValueTarget& target) {
  parts_.expressions.give(code, target);
}

// A function without control flow has one body, which traces also run: in it, only literals are
// known to be numbers.
bool EmitterPart::has_one_body() const {
  return fn().source != nullptr && !is_host(fn().source) && !fn().saw_control;
}

bool EmitterPart::may_be_traced() const { return fn().traced || has_one_body(); }

StaticType EmitterPart::sort_of(const Expr* e) const {
  return may_be_traced() ? w_.core.of(e).literal : w_.core.of(e).sort;
}

bool EmitterPart::is_numeric(const Expr* e) const { return is_number_sort(sort_of(e)); }

bool EmitterPart::is_integer(const Expr* e) const { return sort_of(e) == StaticType::integer; }

bool EmitterPart::is_string(const Expr* e) const {
  return is_plain_string(e) || sort_of(e) == StaticType::text;
}

bool EmitterPart::orders(const Expr* e) const {
  return is_numeric(e) || (!may_be_traced() && is_plain_string(e));
}

bool EmitterPart::is_boolean(const Expr* e) const {
  switch (e->kind) {
    case ExprKind::boolean: return true;
    case ExprKind::invert: return is_boolean(static_cast<const Unary*>(e)->operand);
    case ExprKind::logic: {
      auto& known = w_.booleans[may_be_traced() ? 1 : 0];
      if (auto found = known.find(e); found != known.end()) return found->second;
      auto* l = static_cast<const Logic*>(e);
      return known[e] = is_boolean(l->left) && is_boolean(l->right);
    }
    case ExprKind::compare: {
      auto* c = static_cast<const Compare*>(e);
      const Expr* left = c->first;
      for (const CompareLink& link : c->links) {
        if (!native_relation(link, left)) return false;
        left = link.right;
      }
      return true;
    }
    case ExprKind::name:
    case ExprKind::call: return sort_of(e) == StaticType::boolean;
    default: return false;
  }
}

// A comparison with nil by `==` is that of Lua for any value. A string may be compared with a tuple
// of strings, or with a string that contains a traced value, and a bool with an array of bools.
bool EmitterPart::native_relation(const CompareLink& link, const Expr* left) const {
  const Expr* right = link.right;
  if (is_equality(link.relation)) {
    bool nil = left->kind == ExprKind::nil || right->kind == ExprKind::nil;
    bool text = !may_be_traced() && is_string(left) && is_string(right);
    text = text || (orders(left) && orders(right));
    if (nil || text || (is_boolean(left) && is_boolean(right))) return true;
  }
  return is_numeric(left) && is_numeric(right);
}

bool EmitterPart::is_updated(const Expr* place) const {
  bool is_path = place->kind == ExprKind::name || place->kind == ExprKind::dot ||
                 place->kind == ExprKind::index;
  const Name* root = is_path ? root_of(place) : nullptr;
  return root != nullptr && root->binding != nullptr && w_.core.is_updated(root->binding);
}

// Whether the names of a pattern are aliases of parts of a variable: either all are, or none.
bool EmitterPart::stands_for(const Pattern* p) const {
  if (fn().traced) return false;
  if (p->binding != nullptr) return (w_.core.of(p->binding).stands_for != nullptr);
  for (const Pattern::Field& field : p->fields) {
    if (stands_for(field.pattern)) return true;
  }
  return false;
}

// If the file continues after a call raises, its top-level names must keep their values: only a
// native callee, which does not change them before it raises, may update them in place.
bool EmitterPart::keeps_old(const Expr* place) const {
  const Binding* b = root_of(place)->binding;
  return w_.keeps_old && b->owner == nullptr && b->depth == 0;
}

// Whether e may leave its block, by a break, continue, or return inside it.
bool EmitterPart::leaves(const Expr* e) const {
  const Flow* flow = flow_of(e);
  if (flow == nullptr) return false;
  bool is_loop = e->kind == ExprKind::for_ || e->kind == ExprKind::while_;
  return flow->has_return || (!is_loop && (flow->has_break || flow->has_continue));
}

bool EmitterPart::is_deep() const {
  return !fn().traced && (fn().depth >= max_depth || fn().locals >= max_locals);
}

LuaBody body_of(const Flow& flow, bool value) {
  return {.role = BodyRole::branch,
          .traced = true,
          .leaves = flow.has_break || flow.has_continue || flow.has_return,
          .has_value = value,
          .carries = {flow.assigns.begin(), flow.assigns.end()}};
}

}  // namespace rille::lang
