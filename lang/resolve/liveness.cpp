// mark_last_uses(): uses at which a value may be moved.
#include "lang/resolve/liveness.h"

#include <algorithm>

namespace rille::lang {

void mark_last_uses(File& file, ResolveOptions options) { Liveness(file, options).run(); }

void Liveness::run() {
  for (const auto& node : file_.nodes) {
    auto* f = dynamic_cast<FunctionDecl*>(node.get());
    if (f && f->body) function(f, f->body);
  }
  function(nullptr, file_.top);
}

void Liveness::function(FunctionDecl* f, Expr* body) {
  function_ = f;
  exit_ = LiveSet(file_.bindings.size());
  for (const ParamDecl* p : f ? f->params : std::vector<ParamDecl*>()) {
    if (p->is_inout) exit_.set(p->binding, true);
  }
  if (f) mark_tail(body);
  if (!f) keep_tests();
  live_ = break_ = continue_ = exit_;
  visit(body);
}

// Tests run after the file: the names that they read stay live until then.
void Liveness::keep_tests() {
  for (const Stmt* s : file_.top->statements) {
    if (s->kind == StmtKind::test) add_reads(*static_cast<const Test*>(s)->body, *file_.top, exit_);
  }
}

// Names of other functions, captured names, and names that importers or later cells may read stay
// live.
bool Liveness::is_tracked(const Binding* b) const {
  if (!b || b->owner != function_) return false;
  bool is_kind = b->kind == BindingKind::let || b->kind == BindingKind::variable ||
                 b->kind == BindingKind::param || b->kind == BindingKind::loop;
  bool is_held = b->is_captured && !b->is_place();
  bool is_open = b->is_exported || (options_.prompt && !function_ && b->depth == 0);
  return is_kind && !is_held && !is_open;
}

void Liveness::backwards(const std::vector<Expr*>& parts) {
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) visit(*part);
}

void Liveness::visit(Expr* e) {
  switch (e->kind) {
    case ExprKind::name: return read(static_cast<Name&>(*e));
    case ExprKind::call: return call(static_cast<CallExpr&>(*e));
    case ExprKind::logic: return logic(static_cast<const Logic&>(*e));
    case ExprKind::if_: return if_(static_cast<const If&>(*e));
    case ExprKind::match: return match(static_cast<const Match&>(*e));
    case ExprKind::gather: return gather(static_cast<const Comprehension&>(*e));
    case ExprKind::lambda: return lambda(*static_cast<Lambda*>(e)->function);
    case ExprKind::for_: {
      auto& f = static_cast<For&>(*e);
      loop(f, nullptr, f.body);
      return visit(f.clause.source);
    }
    case ExprKind::while_: {
      auto& w = static_cast<While&>(*e);
      return loop(w, w.condition, w.body);
    }
    case ExprKind::block: {
      const auto& lines = static_cast<BlockExpr*>(e)->statements;
      for (auto s = lines.rbegin(); s != lines.rend(); ++s) statement(**s);
      return;
    }
    default: return backwards(children(*e));
  }
}

void Liveness::read(Name& e) {
  if (!is_tracked(e.binding)) return;
  e.is_last_use = !live_.has(e.binding);
  set(e.binding, true);
}

void Liveness::statement(Stmt& s) {
  switch (s.kind) {
    case StmtKind::return_: live_ = exit_; break;
    case StmtKind::break_: live_ = break_; break;
    case StmtKind::continue_: live_ = continue_; break;
    case StmtKind::assign: return assign(static_cast<const Assign&>(s));
    case StmtKind::function: return lambda(*static_cast<FunctionStmt&>(s).function);
    case StmtKind::structure:
      for (FunctionDecl* f : static_cast<StructStmt&>(s).structure->methods) lambda(*f);
      return;
    default: break;
  }
  if (s.kind == StmtKind::return_ && function_) mark_tail(static_cast<Return&>(s).value);
  backwards(children(s));
}

// Marks the calls in tail position.
void Liveness::mark_tail(Expr* e) {
  if (!e) return;
  if (e->kind == ExprKind::call) {
    static_cast<CallExpr*>(e)->is_tail = true;
  } else if (e->kind == ExprKind::block) {
    mark_tail(static_cast<BlockExpr*>(e)->value());
  } else if (e->kind == ExprKind::if_ && e->taken) {
    for (IfBranch& b : static_cast<If*>(e)->branches) mark_tail(b.body);
    mark_tail(static_cast<If*>(e)->otherwise);
  } else if (e->kind == ExprKind::match) {
    for (Arm& arm : static_cast<Match*>(e)->arms) mark_tail(arm.body);
  }
}

// Walks a call backwards: first the variables that the call writes back, then the arguments.
void Liveness::call(CallExpr& e) {
  auto whole = [&](Expr* place) {
    bool is_whole = place->kind == ExprKind::name && is_tracked(static_cast<Name*>(place)->binding);
    if (is_whole) set(static_cast<Name*>(place)->binding, false);
  };
  for (const Item& arg : e.args) {
    if (arg.kind == Item::place) whole(arg.value);
  }
  if (e.has_bang) whole(e.callee);
  backwards(children(e));
}

void Liveness::assign(const Assign& s) {
  if (s.target->kind == ExprKind::tuple) {
    const auto& items = static_cast<const Tuple*>(s.target)->items;
    for (auto item = items.rbegin(); item != items.rend(); ++item) target(item->value, true);
  } else {
    target(s.target, !s.has_op);
  }
  visit(s.value);
}

// Assigning a whole variable only writes it; assigning a part, or `op=`, also reads it.
void Liveness::target(Expr* e, bool is_whole) {
  const Name* root = root_of(e);
  if (e->kind == ExprKind::name) {
    if (is_tracked(root->binding)) set(root->binding, !is_whole);
    return;
  }
  if (is_tracked(root->binding)) set(root->binding, true);
  for (; e->kind != ExprKind::name;) {
    if (e->kind == ExprKind::dot) {
      e = static_cast<Dot*>(e)->base;
      continue;
    }
    auto parts = children(*e);
    parts.erase(parts.begin());
    backwards(parts);
    e = static_cast<IndexExpr*>(e)->base;
  }
}

void Liveness::logic(const Logic& e) {
  LiveSet after = live_;
  visit(e.right);
  live_.join(after);
  visit(e.left);
}

void Liveness::if_(const If& e) {
  const LiveSet after = live_;
  if (e.otherwise) visit(e.otherwise);
  for (auto branch = e.branches.rbegin(); branch != e.branches.rend(); ++branch) {
    LiveSet other = std::exchange(live_, after);
    visit(branch->body);
    live_.join(other);
    visit(branch->condition);
  }
}

void Liveness::match(const Match& e) {
  const LiveSet after = live_;
  LiveSet before(file_.bindings.size());
  for (const Arm& arm : e.arms) {
    live_ = after;
    visit(arm.body);
    before.join(live_);
  }
  live_ = std::move(before);
  visit(e.value);
}

// At the end of an iteration, everything that the next one may read is live: the reads of the
// body, except variables that its first lines overwrite.
void Liveness::loop(const Expr& e, Expr* condition, BlockExpr* body) {
  const LiveSet after = live_;
  LiveSet next = turn_reads(e, condition, *body);
  next.join(after);
  LiveSet outer_break = std::exchange(break_, after);
  LiveSet outer_continue = std::exchange(continue_, next);
  live_ = next;
  visit(body);
  live_.join(after);
  if (condition) {
    live_.join(next);
    visit(condition);
  }
  break_ = std::move(outer_break);
  continue_ = std::move(outer_continue);
}

LiveSet Liveness::turn_reads(const Expr& loop, const Expr* condition, const BlockExpr& body) const {
  LiveSet reads(file_.bindings.size()), fresh(file_.bindings.size());
  if (condition) add_reads(*condition, loop, reads);
  for (const Stmt* s : body.statements) {
    const auto* assign = s->kind == StmtKind::assign ? static_cast<const Assign*>(s) : nullptr;
    bool is_whole = assign && !assign->has_op && assign->target->kind == ExprKind::name;
    if (s->kind != StmtKind::let && !is_whole) break;
    add_reads(*children(*s)[0], loop, reads);
    const Binding* b = is_whole ? static_cast<const Name*>(assign->target)->binding : nullptr;
    if (is_tracked(b) && !reads.has(b)) fresh.set(b, true);
  }
  add_reads(body, loop, reads);
  reads.drop(fresh);
  return reads;
}

void Liveness::gather(const Comprehension& e) {
  for (const Binding* b : e.captures) {
    if (is_tracked(b)) set(b, true);
  }
  for (const Binding* b : e.flow.assigns) {
    if (is_tracked(b)) set(b, true);
  }
  visit(e.body);
  for (auto clause = e.clauses.rbegin(); clause != e.clauses.rend(); ++clause) {
    visit(clause->source);
  }
}

// The creation of a closure reads its captures.
void Liveness::lambda(FunctionDecl& f) {
  for (const Binding* b : f.captures) {
    if (is_tracked(b)) set(b, true);
  }
}

// Adds the tracked names from outside the loop that `e` reads, including the functions inside it.
void Liveness::add_reads(const Expr& e, const Expr& loop, LiveSet& to) const {
  auto add = [&](const Binding* b) {
    if (!is_tracked(b)) return;
    bool is_inside =
        &loop != file_.top && b->span.begin >= loop.span.begin && b->span.end <= loop.span.end;
    if (!is_inside) to.set(b, true);
  };
  if (e.kind == ExprKind::name) add(static_cast<const Name&>(e).binding);
  if (e.kind == ExprKind::lambda) {
    for (const Binding* b : static_cast<const Lambda&>(e).function->captures) add(b);
  }
  for (const Expr* part : children(e)) add_reads(*part, loop, to);
}

}  // namespace rille::lang
