// Tests: parameters that native bodies take for numbers.
#include <algorithm>
#include <set>

#include "lang/core/passes.h"

namespace rille::lang {
namespace {

using Bindings = std::set<const Binding*>;
using ArgumentValues = std::unordered_map<const Binding*, std::vector<const Expr*>>;

// Builtins of one number that also accept an array, so a call does not show which one it is.
bool is_scalar_function(CallForm form) {
  return form == CallForm::math || form == CallForm::number || form == CallForm::to_int ||
         form == CallForm::to_float || form == CallForm::output;
}

bool is_literal_of_no_number(const Expr* e) {
  return e->kind == ExprKind::nil || e->kind == ExprKind::boolean || e->kind == ExprKind::string;
}

// How the code of one function uses names. For a function with both a native body and a body for
// traces, finds the parameters that are compared or bound a loop, and are never used like an array
// or a table.
class ScalarUses {
 public:
  bool has_control = false;
  Bindings numbers, integers, others;

  void visit(const Expr* e) {
    switch (e->kind) {
      case ExprKind::compare: return compare(static_cast<const Compare*>(e));
      case ExprKind::index: return index(static_cast<const IndexExpr*>(e));
      case ExprKind::dot: return other(static_cast<const Dot*>(e)->base);
      case ExprKind::call: return call(static_cast<const CallExpr*>(e));
      case ExprKind::binary: return binary(static_cast<const Binary*>(e));
      case ExprKind::if_:
      case ExprKind::while_: has_control = true; return;
      case ExprKind::match: other(static_cast<const Match*>(e)->value); break;
      case ExprKind::for_: clause(static_cast<const For*>(e)->clause); break;
      case ExprKind::gather:
        if (!static_cast<const Comprehension*>(e)->is_tuple) return;  // the body is traced
        clause(static_cast<const Comprehension*>(e)->clauses[0]);
        break;
      case ExprKind::block: return block(static_cast<const BlockExpr*>(e));
      default: return;
    }
    has_control = true;
  }

  // A requirement on a name applies to all values that are assigned to it.
  void follow(const ArgumentValues& given) {
    for (auto* set : {&numbers, &integers}) {
      spread(*set, given, [](const Expr* value, Bindings& out) { need(value, out); });
    }
    spread(others, given, [](const Expr* value, Bindings& out) {
      if (value->kind == ExprKind::name) out.insert(static_cast<const Name*>(value)->binding);
    });
  }

 private:
  template <class Add>
  static void spread(Bindings& set, const ArgumentValues& given, const Add& add) {
    std::vector<const Binding*> open(set.begin(), set.end());
    while (!open.empty()) {
      auto values = given.find(open.back());
      open.pop_back();
      if (values == given.end()) continue;
      Bindings more;
      for (const Expr* value : values->second) add(value, more);
      for (const Binding* b : more) {
        if (set.insert(b).second) open.push_back(b);
      }
    }
  }

  void clause(const Clause& c) {
    if (c.source->kind != ExprKind::range) return other(c.source);
    auto* range = static_cast<const RangeExpr*>(c.source);
    for (const Expr* end : {range->start, range->stop}) {
      need(end, numbers);
      need(end, integers);
    }
  }

  void block(const BlockExpr* e) {
    for (const Stmt* s : e->statements) {
      if (s->kind != StmtKind::assign) continue;
      for (const Expr* x = static_cast<const Assign*>(s)->target; x->kind == ExprKind::index;
           x = static_cast<const IndexExpr*>(x)->base) {
        subs(static_cast<const IndexExpr*>(x));
      }
    }
  }

  void binary(const Binary* e) {
    if (e->op != BinaryOperator::matmul) return;
    other(e->left);
    other(e->right);
  }

  void compare(const Compare* e) {
    const Expr* left = e->first;
    for (const CompareLink& link : e->links) {
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

  void index(const IndexExpr* e) {
    other(e->base);
    subs(e);
  }

  void subs(const IndexExpr* e) {
    if (e->subs.size() != 1 || e->subs[0].kind != IndexItem::at) return;
    const Expr* at = e->subs[0].value;
    need(at, integers);
    if (at->kind == ExprKind::binary) need(at, numbers);
  }

  void call(const CallExpr* e) {
    other(e->callee);
    CallForm form = form_of(*e->callee);
    if (builtin_of(*e->callee) == nullptr || is_scalar_function(form)) return;
    bool is_key = form == CallForm::member || form == CallForm::append;  // the second argument
    for (size_t i = 0; i < e->args.size(); ++i) {
      if (i != 1 || !is_key) other(e->args[i].value);
    }
  }

  void other(const Expr* e) {
    if (e->kind == ExprKind::name) others.insert(static_cast<const Name*>(e)->binding);
  }

  // Adds the names whose sort determines the sort of e.
  static void need(const Expr* e, Bindings& out) {
    if (e->kind == ExprKind::name) {
      out.insert(static_cast<const Name*>(e)->binding);
    } else if (e->kind == ExprKind::binary) {
      need(static_cast<const Binary*>(e)->left, out);
      need(static_cast<const Binary*>(e)->right, out);
    } else if (e->kind == ExprKind::negate) {
      need(static_cast<const Unary*>(e)->operand, out);
    }
  }
};

ArgumentValues values_given(const File& file) {
  ArgumentValues out;
  for (const auto& b : file.bindings) {
    if (b->value != nullptr && b->owner != nullptr) out[b.get()].push_back(b->value);
  }
  for (const auto& node : file.nodes) {
    auto* a = dynamic_cast<const Assign*>(node.get());
    if (a == nullptr || a->target->kind != ExprKind::name) continue;
    out[static_cast<const Name*>(a->target)->binding].push_back(a->value);
  }
  return out;
}

}  // namespace

void find_tests(Core& core) {
  ArgumentValues given = values_given(core.file);
  for (const auto& node : core.file.nodes) {
    auto* f = dynamic_cast<const FunctionDecl*>(node.get());
    if (f == nullptr || f->body == nullptr) continue;
    if (f->kind == FunctionKind::procedure || f->calls_proc) continue;
    ScalarUses uses;
    for (size_t i = core.of(f->body).first; i <= f->body->core; ++i) {
      const CoreValue& value = core.values[i];
      if (value.tree != nullptr && !value.is_vectorized) uses.visit(value.tree);
    }
    if (!uses.has_control) continue;
    uses.follow(given);
    for (const ParamDecl* p : f->params) {
      const Binding* b = p->binding;
      bool is_array = p->type != nullptr && (p->type->has_dims || p->type->kind != TypeKind::path);
      if (b == nullptr || p->is_inout || is_array || uses.others.contains(b)) continue;
      if (!uses.numbers.contains(b)) continue;
      core.variables[b].sort = uses.integers.contains(b) ? StaticType::integer : StaticType::number;
      core.tests[f].push_back(b);
    }
  }
}

}  // namespace rille::lang
