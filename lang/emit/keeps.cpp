// Uses: names that somebody keeps, through calls too.
#include <algorithm>

#include "lang/emit/steps.h"
#include "lang/emit/uses.h"
#include "lang/resolve.h"
#include "lang/resolve/liveness.h"

namespace rille::lang {

const Function* known_function(const Call* e) {
  if (e->callee->kind != ExprKind::name || e->has_bang) return nullptr;
  const Binding* b = static_cast<const Name*>(e->callee)->binding;
  return b != nullptr && !b->is_assigned ? b->function : nullptr;
}

Use use_of(const Known& builtin, const Call* e, size_t argument) {
  const auto& params = builtin.params;
  auto is_spread = [](const Item& item) { return item.kind == Item::spread; };
  if (!builtin.knows_params || params.empty() || std::ranges::any_of(e->args, is_spread)) {
    return Use::keeps;
  }
  const std::string& word = e->args[argument].word;
  if (!word.empty()) {
    auto at = std::ranges::find(params, word, &KnownParam::name);
    return at != params.end() ? at->use : Use::keeps;
  }
  if (argument < params.size()) return params[argument].use;
  return params.back().is_variadic ? params.back().use : Use::keeps;
}

const Known* method_of(const File& file, const Call* e) {
  if (e->callee->kind != ExprKind::dot || e->has_bang) return nullptr;
  auto* d = static_cast<const Dot*>(e->callee);
  bool is_builtin = d->builtin == nullptr && d->method != nullptr &&
                    d->method->kind == Known::function && !d->method->params.empty();
  if (!is_builtin) return nullptr;
  bool has_own =
      std::ranges::any_of(file.top_level, [&](const Binding* b) { return b->name == d->word; });
  return has_own ? nullptr : d->method;
}

Uses::Uses(const File& file, bool prompt) : file_(file), prompt_(prompt) {
  find_updated(file);
  std::vector<const Block*> blocks;
  std::vector<const Function*> functions;
  for (const auto& node : file.nodes) {
    if (auto* block = dynamic_cast<const Block*>(node.get())) {
      blocks.push_back(block);
    } else if (auto* f = dynamic_cast<const Function*>(node.get())) {
      if (f->body != nullptr) functions.push_back(f);
    }
  }
  for (const Block* block : blocks) find_loans(*block);
  for (const Block* block : blocks) find_stand_ins(*block);
  // Nobody keeps anything until somebody does.
  size_t before = 0;
  do {
    before = kept_.size();
    for (const Function* f : functions) {
      visit(f->body, true);
      for (const ParamDecl* p : f->params) {
        if (p->fallback != nullptr) visit(p->fallback, true);
      }
    }
  } while (kept_.size() != before);
}

bool Uses::keeps(const Binding* param) const {
  return prompt_ || param == nullptr || param->is_captured || param->is_place() ||
         kept_.contains(param);
}

void Uses::keep(const Binding* b) {
  if (b != nullptr) kept_.insert(b);
}

void Uses::visit_path(const Expr* e, bool keeps) {
  for (; e->kind != ExprKind::name && is_path(e);) {
    if (e->kind == ExprKind::dot) {
      e = static_cast<const Dot*>(e)->base;
      continue;
    }
    auto* x = static_cast<const Index*>(e);
    for (const Sub& sub : x->subs) {
      for (const Expr* part : {sub.value, sub.start, sub.stop, sub.step}) {
        if (part != nullptr) visit(part, false);
      }
    }
    e = x->base;
  }
  if (!is_path(e)) return visit(e, keeps);
  if (keeps) keep(static_cast<const Name*>(e)->binding);
}

void Uses::visit_all(const std::vector<const Expr*>& list, bool keeps) {
  for (const Expr* e : list) visit(e, keeps);
}

// `keeps` says whether somebody may keep the value of e.
void Uses::visit(const Expr* e, bool keeps) {
  switch (e->kind) {
    case ExprKind::name:
    case ExprKind::dot:
    case ExprKind::index: return visit_path(e, keeps);
    case ExprKind::call: return visit_call(static_cast<const Call*>(e), keeps);
    case ExprKind::if_: {
      auto* x = static_cast<const If*>(e);
      for (const Branch& branch : x->branches) {
        visit(branch.condition, false);
        visit(branch.body, keeps);
      }
      if (x->otherwise != nullptr) visit(x->otherwise, keeps);
      return;
    }
    case ExprKind::match: {
      auto* x = static_cast<const Match*>(e);
      for (const Arm& arm : x->arms) {
        flow(x->value, arm.pattern);
        visit(arm.body, keeps);
      }
      return;
    }
    case ExprKind::for_:
      visit_clause(static_cast<const For*>(e)->clause);
      return visit(static_cast<const For*>(e)->body, e->taken);
    case ExprKind::while_:
      visit(static_cast<const While*>(e)->condition, false);
      return visit(static_cast<const While*>(e)->body, false);
    case ExprKind::gather:
      for (const Clause& c : static_cast<const Gather*>(e)->clauses) visit_clause(c);
      return visit(static_cast<const Gather*>(e)->body, true);
    case ExprKind::block:
      for (const Stmt* s : static_cast<const Block*>(e)->statements) visit_statement(s, keeps);
      return;
    default: break;
  }
  bool holds = e->kind == ExprKind::tuple || e->kind == ExprKind::record;
  for (const Expr* part : children(*e)) visit(part, holds);
}

// A name that is given a part of another keeps it where somebody keeps that name.
bool Uses::pattern_keeps(const Pattern* p) const {
  if (p->rest != nullptr) return true;
  const Binding* b = p->binding;
  if (b != nullptr && (b->is_captured || updated_.contains(b) || kept_.contains(b))) return true;
  bool is_top = b != nullptr && b->owner == nullptr && b->depth == 0;
  return is_top || std::ranges::any_of(p->fields, [this](const Pattern::Field& field) {
           return pattern_keeps(field.pattern);
         });
}

void Uses::flow(const Expr* value, const Pattern* to) { visit(value, pattern_keeps(to)); }

void Uses::visit_clause(const Clause& clause) { flow(clause.source, clause.pattern); }

void Uses::visit_call(const Call* e, bool result_is_kept) {
  const Known* builtin = builtin_of(*e->callee);
  const Function* f = builtin == nullptr && !prompt_ ? known_function(e) : nullptr;
  auto is_kept = [&](Use use) {
    return use == Use::keeps || (use == Use::gives && result_is_kept);
  };
  // x.f(a): x is an argument.
  const Known* method = prompt_ ? nullptr : method_of(file_, e);
  if (method != nullptr) {
    visit(static_cast<const Dot*>(e->callee)->base, is_kept(method->params[0].use));
  } else {
    visit(e->callee, builtin == nullptr && e->callee->kind == ExprKind::dot);
  }
  for (size_t i = 0; i < e->args.size(); ++i) {
    const Item& item = e->args[i];
    bool keeps = item.kind == Item::spread ||
                 (builtin != nullptr ? is_kept(use_of(*builtin, e, i)) : f == nullptr);
    if (f != nullptr && !keeps) {
      const ParamDecl* param = i < f->params.size() ? f->params[i] : nullptr;
      for (const ParamDecl* p : f->params) {
        if (!item.word.empty() && p->name == item.word) param = p;
      }
      keeps = param == nullptr || this->keeps(param->binding);
    }
    visit(item.value, keeps);
  }
}

void Uses::visit_assign(const Assign* s) {
  if (s->target->kind != ExprKind::name) {
    visit(s->value, true);
    return visit_path(s->target, false);
  }
  const Binding* b = static_cast<const Name*>(s->target)->binding;
  bool is_top = b->owner == nullptr && b->depth == 0;
  visit(s->value, !s->has_op && (is_top || b->is_captured || updated_.contains(b) ||
                                 kept_.contains(b) || b->is_inout));
}

void Uses::visit_statement(const Stmt* s, bool keeps) {
  switch (s->kind) {
    case StmtKind::let:
      return flow(static_cast<const Let*>(s)->value, static_cast<const Let*>(s)->pattern);
    case StmtKind::return_:
      if (auto* value = static_cast<const Return*>(s)->value) visit(value, true);
      return;
    case StmtKind::assert_:
      visit(static_cast<const Assert*>(s)->condition, false);
      if (auto* message = static_cast<const Assert*>(s)->message) visit(message, false);
      return;
    case StmtKind::assign: return visit_assign(static_cast<const Assign*>(s));
    case StmtKind::expr: return visit(static_cast<const ExprStmt*>(s)->value, keeps);
    case StmtKind::test: return visit(static_cast<const Test*>(s)->body, false);
    default: return;
  }
}

}  // namespace rille::lang
