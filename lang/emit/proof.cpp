// Sorts by a fixed point over assignments.
#include "lang/emit/proof.h"

#include "lang/resolve.h"

namespace rille::lang {

Sort join(Sort a, Sort b) {
  if (a == b || b == Sort::unset) return a;
  if (a == Sort::unset) return b;
  if (is_number_sort(a) && is_number_sort(b)) return Sort::number;
  return Sort::unknown;
}

Proof::Proof(const File& file) {
  collect(file);
  for (int round = 0; round < 64; ++round) {
    bool changed = false;
    for (auto& [binding, facts] : facts_) {
      Sort sort = facts.fixed;
      for (const Assigned& a : facts.assigned) {
        Sort given = of(a.value);
        sort = join(sort, a.has_op ? binary(a.op, facts.sort, given) : given);
      }
      sort = join(facts.sort, sort);
      changed |= sort != facts.sort;
      facts.sort = sort;
    }
    if (!changed) return;
  }
  for (auto& [binding, facts] : facts_) facts.sort = Sort::unknown;
}

void Proof::collect(const File& file) {
  for (const auto& b : file.bindings) {
    Facts& facts = facts_[b.get()];
    if (b->depth == 0 && b->owner == nullptr) {
      facts.fixed = Sort::unknown;
    } else if (b->kind == BindingKind::size) {
      facts.fixed = Sort::integer;
    } else if (b->kind == BindingKind::loop) {
      facts.fixed = Sort::unset;  // from its clause
    } else if ((b->kind == BindingKind::let || b->kind == BindingKind::variable) &&
               b->value != nullptr && b->type == nullptr) {
      facts.assigned.push_back({b->value, false, Operator::add});
    } else {
      facts.fixed = Sort::unknown;
    }
  }
  for (const auto& node : file.nodes) {
    if (auto* e = dynamic_cast<const Expr*>(node.get())) collect(e);
    if (auto* s = dynamic_cast<const Stmt*>(node.get())) collect(s);
  }
}

void Proof::spoil(const Expr* place) {
  if (const Name* root = root_of(place); root != nullptr && root->binding != nullptr) {
    facts_[root->binding].fixed = Sort::unknown;
  }
}

void Proof::collect(const Stmt* s) {
  if (s->kind != StmtKind::assign) return;
  auto* a = static_cast<const Assign*>(s);
  if (a->target->kind == ExprKind::name) {
    auto* name = static_cast<const Name*>(a->target);
    if (name->binding != nullptr) {
      facts_[name->binding].assigned.push_back({a->value, a->has_op, a->op});
    }
  } else if (a->target->kind == ExprKind::tuple) {
    for (const Item& item : static_cast<const Tuple*>(a->target)->items) spoil(item.value);
  } else {
    spoil(a->target);
  }
}

void Proof::collect(const Expr* e) {
  auto bind = [&](const Clause& clause, bool is_range_loop) {
    bool is_name = clause.pattern->kind == PatternKind::name;
    if (!is_name || clause.pattern->binding == nullptr) return;
    bool counts = is_range_loop && clause.source->kind == ExprKind::range;
    facts_[clause.pattern->binding].fixed = counts ? Sort::integer : Sort::unknown;
  };
  if (e->kind == ExprKind::for_) {
    bind(static_cast<const For*>(e)->clause, true);
  } else if (e->kind == ExprKind::gather) {
    auto* g = static_cast<const Gather*>(e);
    for (const Clause& clause : g->clauses) bind(clause, g->is_tuple);
  } else if (e->kind == ExprKind::call) {
    auto* c = static_cast<const Call*>(e);
    for (const Item& item : c->args) {
      if (item.kind == Item::place) spoil(item.value);
    }
    if (c->has_bang) spoil(c->callee);
    if (c->has_bang && c->callee->kind == ExprKind::dot) {
      spoil(static_cast<const Dot*>(c->callee)->base);
    }
  }
}

Sort Proof::binary(Operator op, Sort a, Sort b) const {
  if (a == Sort::unset || b == Sort::unset) return Sort::unset;
  if (!is_number_sort(a) || !is_number_sort(b) || op == Operator::matmul) return Sort::unknown;
  if (op == Operator::div) return Sort::floating;
  if (a == Sort::integer && b == Sort::integer) return Sort::integer;
  if (a == Sort::floating || b == Sort::floating) return Sort::floating;
  return Sort::number;
}

Sort Proof::call(const Call* e) const {
  if (e->callee->kind != ExprKind::name) return Sort::unknown;
  auto* callee = static_cast<const Name*>(e->callee);
  if (callee->builtin == nullptr || e->args.size() != 1) return Sort::unknown;
  if (callee->text == "len") return Sort::integer;
  if (e->args[0].kind != Item::plain) return Sort::unknown;
  Sort given = of(e->args[0].value);
  if (callee->text == "int") return given == Sort::unset ? given : Sort::integer;
  if (callee->text == "float") return given == Sort::unset ? given : Sort::floating;
  return Sort::unknown;
}

Sort Proof::of_name(const Name* e) const {
  if (e->binding == nullptr) return Sort::unknown;
  auto at = facts_.find(e->binding);
  return at == facts_.end() ? Sort::unknown : at->second.sort;
}

Sort Proof::of(const Expr* e) const {
  switch (e->kind) {
    case ExprKind::integer: return Sort::integer;
    case ExprKind::floating: return Sort::floating;
    case ExprKind::boolean: return Sort::boolean;
    case ExprKind::name: return of_name(static_cast<const Name*>(e));
    case ExprKind::call: return call(static_cast<const Call*>(e));
    case ExprKind::negate: {
      Sort sort = of(static_cast<const Unary*>(e)->operand);
      return sort == Sort::boolean ? Sort::unknown : sort;
    }
    case ExprKind::binary: {
      auto* b = static_cast<const Binary*>(e);
      return binary(b->op, of(b->left), of(b->right));
    }
    default: return Sort::unknown;
  }
}

Sort Proof::of_literal(const Expr* e) const {
  switch (e->kind) {
    case ExprKind::integer: return Sort::integer;
    case ExprKind::floating: return Sort::floating;
    case ExprKind::boolean: return Sort::boolean;
    case ExprKind::negate: return of_literal(static_cast<const Unary*>(e)->operand);
    case ExprKind::binary: {
      auto* b = static_cast<const Binary*>(e);
      return binary(b->op, of_literal(b->left), of_literal(b->right));
    }
    default: return Sort::unknown;
  }
}

}  // namespace rille::lang
