// The resolver's blocks, branches, loops, and comprehensions.
#include <algorithm>

#include "lang/resolve/resolver.h"
#include "vm/words/nearest.h"

namespace rille::lang {
namespace {

Span first_word(const Expr& e, int size) {
  return {e.span.file, e.span.begin, e.span.begin + size};
}

}  // namespace

void Resolver::block(BlockExpr& e, ValueUse take) {
  e.taken = take != ValueUse::none;
  push_scope();
  here().flows.push_back({&e.flow, depth() - 1, false, false});
  declare_statements(e);
  statements(e, take);
  here().flows.pop_back();
  pop_scope();
}

// The first condition always runs; the other conditions and the branches run conditionally.
void Resolver::if_(If& e, ValueUse take) {
  bool has_value = take != ValueUse::none && e.otherwise;
  if (take == ValueUse::value && !e.otherwise) {
    report(Code::syntax, "an `if` used as a value needs an `else`", first_word(e, 2));
    has_value = true;
  }
  e.taken = e.flow.taken = has_value;
  ValueUse inner = has_value ? take : ValueUse::none;
  operand(e.branches[0].condition);
  here().flows.push_back({&e.flow, depth(), false, false});
  auto before = here().drawn;
  auto after = before;
  auto branch = [&](BlockExpr& body) {
    block(body, inner);
    if (!always_leaves(body)) after.insert(here().drawn.begin(), here().drawn.end());
    here().drawn = before;
  };
  for (IfBranch& b : e.branches) {
    if (&b != &e.branches[0]) operand(b.condition);
    before = here().drawn;
    branch(*b.body);
  }
  if (e.otherwise) branch(*e.otherwise);
  here().drawn = std::move(after);
  here().flows.pop_back();
}

void Resolver::match(Match& e, ValueUse take) {
  e.flow.taken = take != ValueUse::none;
  operand(e.value);
  here().flows.push_back({&e.flow, depth(), false, false});
  const auto before = here().drawn;
  auto after = before;
  for (Arm& arm : e.arms) {
    push_scope();
    match_pattern(*arm.pattern);
    bind_pattern(*arm.pattern, BindingKind::let, true);
    visit(arm.body, take);
    pop_scope();
    if (!always_leaves(*arm.body)) after.insert(here().drawn.begin(), here().drawn.end());
    here().drawn = before;
  }
  here().drawn = std::move(after);
  here().flows.pop_back();
}

// Resolves the structs that a pattern names.
void Resolver::match_pattern(Pattern& p) {
  if (p.path) struct_pattern(p);
  for (Pattern::Field& field : p.fields) match_pattern(*field.pattern);
}

void Resolver::struct_pattern(Pattern& p) {
  operand(p.path);
  std::vector<std::string> fields;
  if (const BuiltinRecord* known = builtin_of(*p.path)) {
    if (!known->knows_params) return;  // checked at run time
    for (const ParamRecord& field : known->params) fields.push_back(field.name);
    if (known->kind == BuiltinRecord::structure) return pattern_fields(p, known->name, fields);
    report(Code::type, str("`", known->name, "` is not a struct"), p.path->span);
    return;
  }
  if (p.path->kind != ExprKind::name) return;
  const Binding* b = static_cast<Name*>(p.path)->binding;
  if (!b) return;
  if (!b->structure) {
    report(Code::type, str("`", b->name, "` is not a struct"), p.path->span)
        .note(str("`", b->name, "` is bound here"), b->span);
    return;
  }
  for (const FieldDecl* field : b->structure->fields) fields.push_back(field->name);
  pattern_fields(p, b->name, fields);
}

void Resolver::pattern_fields(const Pattern& p, const std::string& name,
                              const std::vector<std::string>& fields) {
  for (const Pattern::Field& field : p.fields) {
    if (field.word.empty() || std::ranges::count(fields, field.word) > 0) continue;
    Error& fault =
        report(Code::name, str("`", name, "` has no field `", field.word, "`"), field.word_span);
    std::string help = field_help(name, field.word, fields);
    if (!help.empty()) fault.help(std::move(help));
  }
  bool by_position = !p.fields.empty() && p.fields[0].word.empty();
  bool is_wrong = by_position && p.fields.size() > fields.size();
  if (is_wrong) {
    report(Code::type,
           str("`", name, "` has ", fields.size(), " fields, the pattern has ", p.fields.size()),
           p.span);
  }
}

// A `for` as the last statement of a function stacks its values if its body has a value.
bool Resolver::tail_is_stacked(const For& e) const {
  const FunctionDecl* f = here().function;
  bool is_main = f && f->kind == FunctionKind::procedure && f->name == "main" && !f->parent;
  if (is_main || may_leave(*e.body) || e.body->statements.empty()) return false;
  const Stmt* last = e.body->statements.back();
  if (last->kind != StmtKind::expr) return false;
  const Expr* value = static_cast<const ExprStmt*>(last)->value;
  if (value->kind == ExprKind::while_) return false;
  if (value->kind == ExprKind::for_) return tail_is_stacked(static_cast<const For&>(*value));
  return value->kind != ExprKind::if_ || static_cast<const If*>(value)->otherwise;
}

void Resolver::for_(For& e, ValueUse take) {
  operand(e.clause.source);
  bool is_stacked = take == ValueUse::value || (take == ValueUse::tail && tail_is_stacked(e));
  e.taken = e.flow.taken = is_stacked;
  FunctionContext& c = here();
  int barrier = std::exchange(c.jump_barrier, 0);
  c.flows.push_back({&e.flow, depth(), true, is_stacked});
  const auto drawn = c.drawn;
  push_scope();
  bind_pattern(*e.clause.pattern, BindingKind::loop, true);
  note_source(e.clause);
  block(*e.body, is_stacked ? take : ValueUse::none);
  pop_scope();
  check_turns(drawn, depth(), *e.body);
  here().flows.pop_back();
  here().jump_barrier = barrier;
}

void Resolver::while_(While& e, ValueUse take) {
  if (take == ValueUse::value) {
    report(Code::syntax, e.is_for ? "a `for` over `&` has no value" : "a `while` has no value",
           first_word(e, e.is_for ? 3 : 5));
  }
  e.taken = false;
  int barrier = std::exchange(here().jump_barrier, 0);
  here().flows.push_back({&e.flow, depth(), true, false});
  const auto drawn = here().drawn;
  operand(e.condition);
  block(*e.body, ValueUse::none);
  check_turns(drawn, depth(), *e.body);
  here().flows.pop_back();
  here().jump_barrier = barrier;
}

// The sources are evaluated outside. The body is either vectorized and pure, or runs once for each
// iteration.
void Resolver::gather(Comprehension& e) {
  for (Clause& clause : e.clauses) operand(clause.source);
  int outside = depth();
  here().flows.push_back({&e.flow, outside, false, false});
  here().comprehensions.emplace_back(&e, outside);
  here().gathers += e.is_tuple ? 0 : 1;
  push_scope();
  for (Clause& clause : e.clauses) {
    bind_pattern(*clause.pattern, BindingKind::loop, true);
    note_source(clause);
  }
  const auto drawn = here().drawn;
  operand(e.body);
  pop_scope();
  check_turns(drawn, depth(), *e.body);
  here().gathers -= e.is_tuple ? 0 : 1;
  here().comprehensions.pop_back();
  here().flows.pop_back();
  e.flow.taken = true;
}

}  // namespace rille::lang
