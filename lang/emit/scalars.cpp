// scalar_params(): uses of params, through arithmetic.
#include "lang/emit/scalars.h"

#include <algorithm>
#include <set>

#include "lang/resolve.h"
#include "lang/resolve/liveness.h"

namespace rille::lang {
namespace {

// Builtins of one number that an array takes as well, so that their use says nothing.
bool is_scalar_function(CallForm form) {
  return form == CallForm::math || form == CallForm::number || form == CallForm::to_int ||
         form == CallForm::to_float || form == CallForm::output;
}

bool is_literal_of_no_number(const Expr* e) {
  return e->kind == ExprKind::nil || e->kind == ExprKind::boolean || e->kind == ExprKind::string;
}

// One function's own code.
class Uses {
 public:
  bool has_control = false;
  std::set<const Binding*> numbers, integers, others;

  void visit(const Expr* e) {
    switch (e->kind) {
      case ExprKind::compare: compare(static_cast<const Compare*>(e)); break;
      case ExprKind::index: index(static_cast<const Index*>(e)); break;
      case ExprKind::dot: other(static_cast<const Dot*>(e)->base); break;
      case ExprKind::call: call(static_cast<const Call*>(e)); break;
      case ExprKind::binary: {
        auto* b = static_cast<const Binary*>(e);
        if (b->op == Operator::matmul) other(b->left), other(b->right);
        break;
      }
      case ExprKind::if_:
      case ExprKind::while_: has_control = true; break;
      case ExprKind::match:
        has_control = true;
        other(static_cast<const Match*>(e)->value);
        break;
      case ExprKind::for_:
        has_control = true;
        clause(static_cast<const For*>(e)->clause);
        break;
      case ExprKind::gather: return gather(static_cast<const Gather*>(e));
      case ExprKind::block:
        for (const Stmt* s : static_cast<const Block*>(e)->statements) statement(s);
        break;
      default: break;
    }
    for (const Expr* part : children(*e)) visit(part);
  }

 private:
  // What an array comprehension runs is traced.
  void gather(const Gather* e) {
    for (const Clause& c : e->clauses) visit(c.source);
    if (!e->is_tuple) return;
    has_control = true;
    clause(e->clauses[0]);
    visit(e->body);
  }

  void clause(const Clause& c) {
    if (c.source->kind != ExprKind::range) return other(c.source);
    auto* range = static_cast<const Range*>(c.source);
    for (const Expr* end : {range->start, range->stop}) {
      need(end, numbers);
      need(end, integers);
    }
  }

  void statement(const Stmt* s) {
    if (s->kind != StmtKind::assign) return;
    for (const Expr* e = static_cast<const Assign*>(s)->target; e->kind == ExprKind::index;
         e = static_cast<const Index*>(e)->base) {
      subs(static_cast<const Index*>(e));
    }
  }

  void compare(const Compare* e) {
    const Expr* left = e->first;
    for (const Link& link : e->links) {
      bool is_order = link.relation != Relation::equal && link.relation != Relation::unequal;
      if (is_literal_of_no_number(left) || is_literal_of_no_number(link.right)) {
        other(left);
        other(link.right);
      } else if (is_order || left->kind == ExprKind::integer ||
                 link.right->kind == ExprKind::integer) {
        need(left, numbers);
        need(link.right, numbers);
      }
      left = link.right;
    }
  }

  void index(const Index* e) {
    other(e->base);
    subs(e);
  }

  void subs(const Index* e) {
    if (e->subs.size() != 1 || e->subs[0].kind != Sub::at) return;
    const Expr* at = e->subs[0].value;
    need(at, integers);
    if (at->kind == ExprKind::binary) need(at, numbers);
  }

  void call(const Call* e) {
    other(e->callee);
    CallForm form = form_of(*e->callee);
    if (builtin_of(*e->callee) == nullptr || is_scalar_function(form)) return;
    bool is_key = form == CallForm::member || form == CallForm::append;  // what comes second
    for (size_t i = 0; i < e->args.size(); ++i) {
      if (i != 1 || !is_key) other(e->args[i].value);
    }
  }

  void other(const Expr* e) {
    if (e->kind == ExprKind::name) others.insert(static_cast<const Name*>(e)->binding);
  }

  // The names whose sort decides that of e.
  static void need(const Expr* e, std::set<const Binding*>& out) {
    if (e->kind == ExprKind::name) {
      out.insert(static_cast<const Name*>(e)->binding);
    } else if (e->kind == ExprKind::binary) {
      need(static_cast<const Binary*>(e)->left, out);
      need(static_cast<const Binary*>(e)->right, out);
    } else if (e->kind == ExprKind::negate) {
      need(static_cast<const Unary*>(e)->operand, out);
    }
  }

 public:
  // What is needed of a name is needed of all that it is given.
  void follow(const std::vector<std::pair<const Binding*, const Expr*>>& given) {
    for (auto* set : {&numbers, &integers}) {
      for (size_t before = 0; before != set->size();) {
        before = set->size();
        for (const auto& [b, value] : given) {
          if (set->contains(b)) need(value, *set);
        }
      }
    }
    for (size_t before = 0; before != others.size();) {
      before = others.size();
      for (const auto& [b, value] : given) {
        if (others.contains(b)) other(value);
      }
    }
  }
};

std::vector<std::pair<const Binding*, const Expr*>> values_given(const File& file) {
  std::vector<std::pair<const Binding*, const Expr*>> out;
  for (const auto& b : file.bindings) {
    if (b->value != nullptr && b->owner != nullptr) out.emplace_back(b.get(), b->value);
  }
  for (const auto& node : file.nodes) {
    auto* a = dynamic_cast<const Assign*>(node.get());
    if (a == nullptr || a->target->kind != ExprKind::name) continue;
    out.emplace_back(static_cast<const Name*>(a->target)->binding, a->value);
  }
  return out;
}

}  // namespace

std::unordered_map<const Function*, ScalarParams> scalar_params(const File& file) {
  std::unordered_map<const Function*, ScalarParams> out;
  auto given = values_given(file);
  for (const auto& node : file.nodes) {
    auto* f = dynamic_cast<const Function*>(node.get());
    if (f == nullptr || f->body == nullptr) continue;
    if (f->kind == FunctionKind::procedure || f->calls_proc) continue;
    Uses uses;
    uses.visit(f->body);
    if (!uses.has_control) continue;
    uses.follow(given);
    for (const ParamDecl* p : f->params) {
      const Binding* b = p->binding;
      bool is_array = p->type != nullptr && (p->type->has_dims || p->type->kind != TypeKind::path);
      if (b == nullptr || p->is_inout || is_array || uses.others.contains(b)) continue;
      if (!uses.numbers.contains(b)) continue;
      out[f].emplace_back(b, uses.integers.contains(b) ? Sort::integer : Sort::number);
    }
  }
  return out;
}

}  // namespace rille::lang
