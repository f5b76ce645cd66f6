// The resolver's expressions.
#include <algorithm>

#include "lang/resolve/resolver.h"

namespace rille::lang {

// Visits an operand: `break`, `continue`, and `return` are not allowed inside it.
void Resolver::operand(Expr* e) {
  ++here().jump_barrier;
  ++here().return_barrier;
  visit(e, ValueUse::value);
  --here().jump_barrier;
  --here().return_barrier;
}

void Resolver::items(std::vector<Item>& items) {
  for (Item& item : items) operand(item.value);
}

void Resolver::visit(Expr* e, ValueUse take) {
  e->taken = take != ValueUse::none;
  switch (e->kind) {
    case ExprKind::if_: return if_(static_cast<If&>(*e), take);
    case ExprKind::match: return match(static_cast<Match&>(*e), take);
    case ExprKind::for_: return for_(static_cast<For&>(*e), take);
    case ExprKind::while_: return while_(static_cast<While&>(*e), take);
    case ExprKind::block: return block(static_cast<BlockExpr&>(*e), take);
    case ExprKind::call: return call(static_cast<CallExpr&>(*e));
    default: break;
  }
  if (take == ValueUse::none) unused(*e);
  switch (e->kind) {
    case ExprKind::string:
      for (StringPart& part : static_cast<StringLiteral*>(e)->parts) {
        if (part.hole) operand(part.hole);
      }
      return;
    case ExprKind::name: return read(static_cast<Name&>(*e));
    case ExprKind::tuple: return items(static_cast<Tuple*>(e)->items);
    case ExprKind::record: return items(static_cast<RecordExpr*>(e)->items);
    case ExprKind::array:
      for (Expr* item : static_cast<ArrayExpr*>(e)->items) operand(item);
      return;
    case ExprKind::gather: return gather(static_cast<Comprehension&>(*e));
    case ExprKind::dot: return dot(static_cast<Dot&>(*e));
    case ExprKind::index: return index(static_cast<IndexExpr&>(*e));
    case ExprKind::negate:
    case ExprKind::invert: return operand(static_cast<Unary*>(e)->operand);
    case ExprKind::binary:
      operand(static_cast<Binary*>(e)->left);
      return operand(static_cast<Binary*>(e)->right);
    case ExprKind::logic: return logic(static_cast<Logic&>(*e));
    case ExprKind::compare:
      operand(static_cast<Compare*>(e)->first);
      for (CompareLink& link : static_cast<Compare*>(e)->links) operand(link.right);
      return;
    case ExprKind::range:
      operand(static_cast<RangeExpr*>(e)->start);
      return operand(static_cast<RangeExpr*>(e)->stop);
    case ExprKind::lambda: return function(*static_cast<Lambda*>(e)->function);
    default: return;
  }
}

// Reports a statement whose value is unused. `nil` and `()` are allowed, since an arm of a match
// must have an expression.
void Resolver::unused(const Expr& e) {
  bool is_nothing = e.kind == ExprKind::nil ||
                    (e.kind == ExprKind::tuple && static_cast<const Tuple&>(e).items.empty());
  bool may_draw = e.kind == ExprKind::gather && static_cast<const Comprehension&>(e).is_tuple;
  if (is_nothing || may_draw || e.kind == ExprKind::broken) return;
  report(Code::syntax, "the value of this expression is unused", e.span)
      .help(here().is_host ? "`print(…)` shows a value, `let x = …` binds it"
                           : "bind it with `let`, or remove the line");
}

void Resolver::read(Name& e) {
  e.binding = find(e);
  if (!e.binding) {
    e.builtin = names_.find(e.text);
    if (!e.builtin) report(Code::name, "", e.span) = unknown_name(e);
    return;
  }
  ++e.binding->reads;
  capture(*e.binding, e);
  const Scope& scope = scopes_[static_cast<size_t>(e.binding->depth)];
  auto slot = scope.names.find(e.binding->name);
  bool is_here = slot != scope.names.end() && slot->second.binding == e.binding;
  bool waits =
      is_here && scope.statement_begin == INT_MAX && e.binding->span.begin > scope.hoisted_use;
  bool is_bound_on_a_line = e.binding->kind == BindingKind::let ||
                            e.binding->kind == BindingKind::variable ||
                            e.binding->kind == BindingKind::import;
  e.is_checked = waits && is_bound_on_a_line;
  if (e.is_checked) e.binding->may_be_unset = true;
}

void Resolver::dot(Dot& e) {
  if (foreign_member(e)) return;
  operand(e.base);
  e.method = names_.find(e.word);
  if (module_member(e) || e.base->kind != ExprKind::name) return;
  const Binding* b = static_cast<Name*>(e.base)->binding;
  if (b && b->structure) return struct_member(e, *b->structure, true);
  if (const Structure* s = self_of(*e.base)) struct_member(e, *s, false);
}

void Resolver::index(IndexExpr& e) {
  operand(e.base);
  for (IndexItem& sub : e.subs) {
    for (Expr* part : {sub.value, sub.start, sub.stop, sub.step}) {
      if (part) operand(part);
    }
  }
}

void Resolver::logic(Logic& e) {
  operand(e.left);
  auto drawn = here().drawn;
  ++here().guarded;
  operand(e.right);
  --here().guarded;
  here().drawn.insert(drawn.begin(), drawn.end());
}

}  // namespace rille::lang
