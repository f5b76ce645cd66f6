// find_keeps(): interprocedural escape analysis of names.
#include <algorithm>

#include "lang/core/passes.h"
#include "lang/core/places.h"
#include "lang/resolve/liveness.h"

namespace rille::lang {
namespace {

// Whether a value may escape: always, or if one of the names escapes.
struct EscapeState {
  bool always = false;
  std::vector<const Binding*> names = {};
};
const EscapeState nobody, anybody = {.always = true};

// One walk records which names hold which; escape is then propagated over these edges.
class EscapeAnalysis {
 public:
  explicit EscapeAnalysis(Core& core) : core_(core) {}

  void run() {
    for (const auto& node : core_.file.nodes) {
      auto* f = dynamic_cast<const FunctionDecl*>(node.get());
      if (f == nullptr || f->body == nullptr) continue;
      visit(f->body, anybody);
      for (const ParamDecl* p : f->params) {
        if (p->fallback != nullptr) visit(p->fallback, anybody);
      }
    }
    while (!open_.empty()) {
      const Binding* b = open_.back();
      open_.pop_back();
      for (const Binding* next : held_by_[b]) keep(next);
    }
  }

 private:
  void keep(const Binding* b) {
    if (b == nullptr || core_.of(b).is_kept) return;
    core_.variables[b].is_kept = true;
    open_.push_back(b);
  }

  void note(const Binding* b, const EscapeState& by) {
    if (b == nullptr) return;
    if (by.always) return keep(b);
    for (const Binding* name : by.names) {
      held_by_[name].push_back(b);
      if (core_.of(name).is_kept) keep(b);
    }
  }

  // Whether a name escapes on its own: it is global, captured, or updated in place.
  bool is_open(const Binding* b) const {
    bool is_top = b->owner == nullptr && b->depth == 0;
    return is_top || b->is_captured || core_.of(b).is_updated;
  }

  void visit_path(const Expr* e, const EscapeState& by) {
    while (e->kind != ExprKind::name && is_path(e)) {
      if (e->kind == ExprKind::index) {
        for (const Expr* part : children(*e)) {
          if (part != base_of(e)) visit(part, nobody);
        }
      }
      e = base_of(e);
    }
    if (!is_path(e)) return visit(e, by);
    note(static_cast<const Name*>(e)->binding, by);
  }

  void visit(const Expr* e, const EscapeState& by) {
    switch (e->kind) {
      case ExprKind::name:
      case ExprKind::dot:
      case ExprKind::index: return visit_path(e, by);
      case ExprKind::call: return visit_call(static_cast<const CallExpr*>(e), by);
      case ExprKind::if_: return visit_if(static_cast<const If*>(e), by);
      case ExprKind::match: return visit_match(static_cast<const Match*>(e), by);
      case ExprKind::for_: {
        auto* loop = static_cast<const For*>(e);
        flow(loop->clause.source, loop->clause.pattern);
        return visit(loop->body, e->taken ? anybody : nobody);
      }
      case ExprKind::gather:
        for (const Clause& c : static_cast<const Comprehension*>(e)->clauses)
          flow(c.source, c.pattern);
        return visit(static_cast<const Comprehension*>(e)->body, anybody);
      case ExprKind::block:
        for (const Stmt* s : static_cast<const BlockExpr*>(e)->statements) visit(s, by);
        return;
      default: break;
    }
    bool holds = e->kind == ExprKind::tuple || e->kind == ExprKind::record;
    for (const Expr* part : children(*e)) visit(part, holds ? anybody : nobody);
  }

  void visit_if(const If* e, const EscapeState& by) {
    for (const IfBranch& branch : e->branches) {
      visit(branch.condition, nobody);
      visit(branch.body, by);
    }
    if (e->otherwise != nullptr) visit(e->otherwise, by);
  }

  void visit_match(const Match* e, const EscapeState& by) {
    EscapeState patterns;
    for (const Arm& arm : e->arms) add(arm.pattern, patterns);
    visit(e->value, patterns);
    for (const Arm& arm : e->arms) visit(arm.body, by);
  }

  // A name bound by a pattern holds a part of the value, which escapes if the name does.
  void add(const Pattern* p, EscapeState& out) const {
    const Binding* b = p->binding;
    if (p->rest != nullptr || (b != nullptr && is_open(b))) out.always = true;
    if (b != nullptr) out.names.push_back(b);
    for (const Pattern::Field& field : p->fields) add(field.pattern, out);
  }

  void flow(const Expr* value, const Pattern* to) {
    EscapeState by;
    add(to, by);
    visit(value, by);
  }

  // The parameter that an argument of a known function is bound to.
  static const ParamDecl* param_of(const FunctionDecl* f, const Item& item, size_t at) {
    const ParamDecl* param = at < f->params.size() ? f->params[at] : nullptr;
    for (const ParamDecl* p : f->params) {
      if (!item.word.empty() && p->name == item.word) param = p;
    }
    return param;
  }

  EscapeState keeper_of(const CallExpr* e, size_t at, const EscapeState& result) const {
    const Item& item = e->args[at];
    const BuiltinRecord* builtin = builtin_of(*e->callee);
    const FunctionDecl* f = builtin == nullptr && !core_.prompt ? known_function(e) : nullptr;
    if (item.kind == Item::spread || (builtin == nullptr && f == nullptr)) return anybody;
    if (builtin != nullptr) return keeper_of(use_of(*builtin, e, at), result);
    const ParamDecl* param = param_of(f, item, at);
    if (param == nullptr || core_.keeps(param->binding)) return anybody;
    return {.names = {param->binding}};
  }

  static EscapeState keeper_of(Use use, const EscapeState& result) {
    return use == Use::keeps ? anybody : use == Use::gives ? result : nobody;
  }

  void visit_call(const CallExpr* e, const EscapeState& result) {
    // x.f(a): x is an argument.
    const BuiltinRecord* method = core_.prompt ? nullptr : method_of(core_.file, e);
    if (method != nullptr) {
      visit(base_of(e->callee), keeper_of(method->params[0].use, result));
    } else {
      bool is_field = builtin_of(*e->callee) == nullptr && e->callee->kind == ExprKind::dot;
      visit(e->callee, is_field ? anybody : nobody);
    }
    for (size_t i = 0; i < e->args.size(); ++i) visit(e->args[i].value, keeper_of(e, i, result));
  }

  void visit_assign(const Assign* s) {
    if (s->target->kind != ExprKind::name) {
      visit(s->value, anybody);
      return visit_path(s->target, nobody);
    }
    const Binding* b = static_cast<const Name*>(s->target)->binding;
    if (s->has_op) return visit(s->value, nobody);
    visit(s->value, is_open(b) || b->is_inout ? anybody : EscapeState{.names = {b}});
  }

  void visit(const Stmt* s, const EscapeState& by) {
    switch (s->kind) {
      case StmtKind::let:
        return flow(static_cast<const Let*>(s)->value, static_cast<const Let*>(s)->pattern);
      case StmtKind::return_:
        if (auto* value = static_cast<const Return*>(s)->value) visit(value, anybody);
        return;
      case StmtKind::assign: return visit_assign(static_cast<const Assign*>(s));
      case StmtKind::expr: return visit(static_cast<const ExprStmt*>(s)->value, by);
      default:
        for (const Expr* part : children(*s)) visit(part, nobody);
    }
  }

  Core& core_;
  std::unordered_map<const Binding*, std::vector<const Binding*>> held_by_;
  std::vector<const Binding*> open_;  // names that escape, not yet propagated
};

}  // namespace

const FunctionDecl* known_function(const CallExpr* e) {
  if (e->callee->kind != ExprKind::name || e->has_bang) return nullptr;
  const Binding* b = static_cast<const Name*>(e->callee)->binding;
  return b != nullptr && !b->is_assigned ? b->function : nullptr;
}

Use use_of(const BuiltinRecord& builtin, const CallExpr* e, size_t argument) {
  const auto& params = builtin.params;
  auto is_spread = [](const Item& item) { return item.kind == Item::spread; };
  if (!builtin.knows_params || params.empty() || std::ranges::any_of(e->args, is_spread)) {
    return Use::keeps;
  }
  const std::string& word = e->args[argument].word;
  if (!word.empty()) {
    auto at = std::ranges::find(params, word, &ParamRecord::name);
    return at != params.end() ? at->use : Use::keeps;
  }
  if (argument < params.size()) return params[argument].use;
  return params.back().is_variadic ? params.back().use : Use::keeps;
}

const BuiltinRecord* method_of(const File& file, const CallExpr* e) {
  if (e->callee->kind != ExprKind::dot || e->has_bang) return nullptr;
  auto* d = static_cast<const Dot*>(e->callee);
  bool is_builtin = d->builtin == nullptr && d->method != nullptr &&
                    d->method->kind == BuiltinRecord::function && !d->method->params.empty();
  if (!is_builtin) return nullptr;
  bool has_own =
      std::ranges::any_of(file.top_level, [&](const Binding* b) { return b->name == d->word; });
  return has_own ? nullptr : d->method;
}

void find_keeps(Core& core) { EscapeAnalysis(core).run(); }

}  // namespace rille::lang
