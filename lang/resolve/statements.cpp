// The resolver's statements.
#include <algorithm>

#include "lang/resolve/resolver.h"
#include "vm/run/running.h"

namespace rille::lang {
namespace {

bool is_exported(const Binding& b) {
  bool is_kind = b.kind == BindingKind::let || b.kind == BindingKind::function ||
                 b.kind == BindingKind::procedure || b.kind == BindingKind::structure;
  return is_kind && b.depth == 0 && !b.name.starts_with('_');
}

bool is_before(const Error& a, const Error& b) { return a.span().begin < b.span().begin; }

}  // namespace

void resolve(File& file, const Names& builtins, std::vector<Error>& errors,
             ResolveOptions options) {
  size_t known = errors.size();
  Resolver(file, builtins, errors, options).run();
  if (errors.size() == known) mark_last_uses(file, options);
}

void Resolver::run() {
  contexts_.emplace_back();
  here().is_host = true;
  push_scope().may_rebind = options_.prompt;
  declare_statements(*file_.top);
  bool takes_last = options_.prompt;
  statements(*file_.top, takes_last ? ValueUse::tail : ValueUse::none);
  for (Binding* b : file_.top_level) b->is_exported = is_exported(*b);
  std::ranges::stable_sort(found_, is_before);
  std::ranges::move(found_, std::back_inserter(errors_));
}

// fn, proc, and struct are visible in their whole block; other names only after their line.
void Resolver::declare_statements(BlockExpr& block) {
  for (Stmt* s : block.statements) declare_statement(*s);
}

void Resolver::declare_statement(Stmt& statement) {
  bool waits = !scopes_.back().may_rebind;  // at the prompt, a name is bound on its line
  if (statement.kind == StmtKind::let && waits) {
    auto& let = static_cast<Let&>(statement);
    bind_pattern(*let.pattern, let.is_var ? BindingKind::variable : BindingKind::let, false);
  } else if (statement.kind == StmtKind::function) {
    FunctionDecl& f = *static_cast<FunctionStmt&>(statement).function;
    bool is_proc = f.kind == FunctionKind::procedure;
    auto kind = is_proc ? BindingKind::procedure : BindingKind::function;
    f.binding = make_binding(kind, f.name, f.name_span);
    f.binding->function = &f;
    f.calls_proc = is_proc;
    declare(f.binding);
  } else if (statement.kind == StmtKind::structure) {
    Structure& s = *static_cast<StructStmt&>(statement).structure;
    s.binding = make_binding(BindingKind::structure, s.name, s.name_span);
    s.binding->structure = &s;
    declare(s.binding);
  } else if (statement.kind == StmtKind::import && waits) {
    auto& import = static_cast<Import&>(statement);
    import.binding = make_binding(BindingKind::import, import.name, import.name_span);
    declare(import.binding, false);
  }
}

// Walks the lines in order, and then the functions, in which all names of the block are visible.
void Resolver::statements(BlockExpr& block, ValueUse take) {
  for (Stmt* s : block.statements) {
    scopes_.back().statement_begin = s->span.begin;
    statement(*s, s == block.statements.back() ? take : ValueUse::none);
  }
  const Stmt* last = block.statements.empty() ? nullptr : block.statements.back();
  bool ends_in_value = last && last->kind == StmtKind::expr;
  block.flow.taken =
      take != ValueUse::none && ends_in_value && static_cast<const ExprStmt*>(last)->value->taken;
  scopes_.back().statement_begin = INT_MAX;
  deferred(block);
}

void Resolver::deferred(BlockExpr& block) {
  for (Stmt* s : block.statements) {
    if (s->kind == StmtKind::function) function(*static_cast<FunctionStmt*>(s)->function);
    if (s->kind == StmtKind::structure) structure(*static_cast<StructStmt*>(s)->structure);
  }
}

void Resolver::statement(Stmt& s, ValueUse last) {
  poll();
  switch (s.kind) {
    case StmtKind::let: return let(static_cast<Let&>(s));
    case StmtKind::function:
    case StmtKind::structure: return;
    case StmtKind::import: return import(static_cast<Import&>(s));
    case StmtKind::test: {
      const auto drawn = here().drawn;  // each test is a separate path
      block(*static_cast<Test&>(s).body, ValueUse::none);
      here().drawn = drawn;
      return;
    }
    case StmtKind::return_: return return_(static_cast<Return&>(s));
    case StmtKind::break_:
    case StmtKind::continue_: return jump(s);
    case StmtKind::assert_: {
      auto& assertion = static_cast<Assert&>(s);
      operand(assertion.condition);
      if (assertion.message) operand(assertion.message);
      return;
    }
    case StmtKind::assign: return assign(static_cast<Assign&>(s));
    case StmtKind::expr: {
      auto& e = static_cast<ExprStmt&>(s);
      bool is_bare_welcome = e.is_shown || (options_.prompt && depth() == 0);
      here().dropped = is_bare_welcome || last != ValueUse::none ? nullptr : e.value;
      visit(e.value, is_bare_welcome && last == ValueUse::none ? ValueUse::tail : last);
      return;
    }
  }
}

void Resolver::import(Import& s) {
  if (s.binding) return make_ready(s.binding);
  s.binding = make_binding(BindingKind::import, s.name, s.name_span);
  declare(s.binding);
}

void Resolver::let(Let& s) {
  visit(s.value, ValueUse::value);
  if (s.type) {
    type(*s.type, s.sizes, true);
    size_expressions(*s.type);
  }
  auto kind = s.is_var ? BindingKind::variable : BindingKind::let;
  if (scopes_.back().may_rebind) bind_pattern(*s.pattern, kind, true);
  make_pattern_ready(*s.pattern);
  Binding* b = s.pattern->binding;
  if (!b) return;
  b->value = s.value;
  b->type = s.type;
  bool is_known = !s.is_var && s.value->kind == ExprKind::lambda;
  if (is_known) b->function = static_cast<Lambda*>(s.value)->function;
}

// The right side is evaluated first, then the indices of the target.
void Resolver::assign(Assign& s) {
  visit(s.value, ValueUse::value);
  auto one = [&](Expr* target) {
    path_operands(target);
    assign_to(*target, Code::name);
  };
  if (s.target->kind != ExprKind::tuple) return one(s.target);
  for (Item& item : static_cast<Tuple*>(s.target)->items) one(item.value);
}

void Resolver::return_(Return& s) {
  Span word = {s.span.file, s.span.begin, s.span.begin + 6};
  if (s.value) visit(s.value, ValueUse::value);
  FunctionContext& c = here();
  auto is_stacked = [](const FunctionContext::OpenFlow& open) { return open.is_stacked; };
  if (!c.function) {
    report(Code::syntax, "`return` outside of a function", word);
  } else if (c.return_barrier > 0) {
    report(Code::syntax, "`return` is not allowed in an operand, argument, or comprehension", word);
  } else if (std::ranges::any_of(c.flows, is_stacked)) {
    report(Code::syntax, "`return` is not allowed in a `for` used as a value", word);
  } else {
    c.function->has_return = true;
  }
  for (FunctionContext::OpenFlow& open : c.flows) open.flow->has_return = true;
}

void Resolver::jump(const Stmt& s) {
  FunctionContext& c = here();
  bool is_break = s.kind == StmtKind::break_;
  std::string_view word = is_break ? "break" : "continue";
  auto is_loop = [](const FunctionContext::OpenFlow& open) { return open.is_loop; };
  auto loop = std::find_if(c.flows.rbegin(), c.flows.rend(), is_loop);
  if (c.jump_barrier > 0) {
    report(Code::syntax,
           str("`", word, "` is not allowed in an operand, argument, or comprehension"), s.span);
  } else if (loop == c.flows.rend()) {
    report(Code::syntax, str("`", word, "` outside of a loop"), s.span);
  } else if (loop->is_stacked) {
    report(Code::syntax, str("`", word, "` is not allowed in a `for` used as a value"), s.span);
  } else {
    for (auto open = c.flows.rbegin(); open <= loop; ++open) {
      (is_break ? open->flow->has_break : open->flow->has_continue) = true;
    }
  }
}

}  // namespace rille::lang
