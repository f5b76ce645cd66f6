// Statements: blocks and their statements.
#include <algorithm>

#include "lang/emit/parts.h"

namespace rille::lang {
namespace {

void all_names_in(const Pattern* p, std::vector<const Binding*>& out) {
  if (p->binding != nullptr) out.push_back(p->binding);
  for (const Pattern::Field& field : p->fields) all_names_in(field.pattern, out);
  if (p->rest != nullptr) out.push_back(p->rest);
}

bool is_control(const Expr* e) {
  return e->kind == ExprKind::if_ || e->kind == ExprKind::match || e->kind == ExprKind::for_ ||
         e->kind == ExprKind::while_ || e->kind == ExprKind::block;
}

// Whether the source text of an expression shows its value.
bool is_literal(const Expr* e) {
  if (e->kind == ExprKind::negate) e = static_cast<const Unary*>(e)->operand;
  switch (e->kind) {
    case ExprKind::nil:
    case ExprKind::boolean:
    case ExprKind::integer:
    case ExprKind::floating: return true;
    case ExprKind::string: return static_cast<const StringLiteral*>(e)->is_plain();
    default: return false;
  }
}

// The asserted comparison: `assert all(x < y)` is treated as `assert x < y`.
const Expr* asserted(const Expr* e) {
  if (e->kind != ExprKind::call) return e;
  auto* call = static_cast<const CallExpr*>(e);
  bool is_all = form_of(*call->callee) == CallForm::all_true && call->args.size() == 1 &&
                call->args[0].kind == Item::plain && call->args[0].word.empty();
  return is_all && call->args[0].value->kind == ExprKind::compare ? call->args[0].value : e;
}

// A call of a builtin that compares its first two arguments: close(x, y, rtol), same(x, y).
const CallExpr* comparing_call(const Expr* e) {
  if (e->kind != ExprKind::call) return nullptr;
  auto* call = static_cast<const CallExpr*>(e);
  if (form_of(*call->callee) != CallForm::comparison) return nullptr;
  auto is_given = [](const Item& item) { return item.kind == Item::plain; };
  bool is_pair = call->args.size() >= 2 && std::ranges::all_of(call->args, is_given) &&
                 call->args[0].word.empty() && call->args[1].word.empty();
  return is_pair && !call->has_bang ? call : nullptr;
}

}  // namespace

void Statements::block(const BlockExpr* b, const ValueTarget& target) {
  w_.sure.clear();
  hoist(b);
  statements(b, 0, target);
  w_.sure.clear();
}

// The names to declare before the functions of the block, and whether it has functions.
std::vector<const Binding*> Statements::hoisted_names(const BlockExpr* b,
                                                      bool& has_functions) const {
  std::vector<const Binding*> names;
  for (const Stmt* s : b->statements) {
    if (s->kind == StmtKind::function) {
      names.push_back(static_cast<const FunctionStmt*>(s)->function->binding);
      has_functions = true;
    } else if (s->kind == StmtKind::structure) {
      names.push_back(static_cast<const StructStmt*>(s)->structure->binding);
      has_functions = true;
    } else if (s->kind == StmtKind::let) {
      std::vector<const Binding*> bound;
      all_names_in(static_cast<const Let*>(s)->pattern, bound);
      for (const Binding* name : bound) {
        if (name->is_captured || name->may_be_unset) names.push_back(name);
      }
    }
  }
  return names;
}

// Functions and structs are visible in their whole block, so they are created first, after the
// declarations of the locals that they capture.
void Statements::hoist(const BlockExpr* b) {
  bool has_functions = false;
  for (const Binding* name : hoisted_names(b, has_functions)) {
    if (!is_top(name) && !has_functions && !name->may_be_unset) continue;
    if (!is_top(name)) {
      bool is_slot = false;
      std::string text = declare(name, &is_slot);
      w_.predeclared[name] = true;
      if (!is_slot) line("local " + text);
    }
    if (name->may_be_unset) line(name_of(name) + " = ABSENT");
  }
  for (const Stmt* s : b->statements) {
    if (s->kind == StmtKind::structure) {
      parts_.definitions.define(static_cast<const StructStmt*>(s)->structure);
    }
    if (s->kind == StmtKind::function) {
      parts_.definitions.define(static_cast<const FunctionStmt*>(s)->function);
    }
  }
}

void Statements::statements(const BlockExpr* b, size_t from, const ValueTarget& target) {
  for (size_t i = from; i < b->statements.size(); ++i) {
    const Stmt* s = b->statements[i];
    bool is_last = i + 1 == b->statements.size();
    if (is_last && b->value() != nullptr && target.kind != ValueTarget::discard) {
      note_value(b->value());
      statement([&] { into(b->value(), target); });
      return;
    }
    stmt(s, [this, b, i, target] { statements(b, i + 1, target); });
    if (fn().ended) return;
  }
  if (target.kind != ValueTarget::discard) give(constant("nil"), target);
}

void Statements::import(const Import* s) {
  bind(s->binding, {mark(s->path_span) + "R.import(" + quoted(s->path) + ", " +
                    (s->is_file ? "true)" : "false)")});
}

void Statements::test(const Test* s) {
  w_.keeps_old = true;
  std::string body = parts_.closures.closure(LuaBody{}, {}, {}, [&] { block(s->body, {}); });
  w_.keeps_old = w_.options.prompt;
  line(mark(s->span) + "R.test(" + quoted(s->name) + ", " + body + ")");
}

void Statements::return_(const Return* s) {
  if (s->value == nullptr) return parts_.closures.leave(LeaveCode::return_, "nil");
  statement([&] {
    if (fn().role == BodyRole::function && !fn().leaves)
      return into(s->value, {ValueTarget::result});
    Piece value = spill(expr(s->value));
    parts_.closures.leave(LeaveCode::return_, value.text);
  });
}

void Statements::expression(const ExprStmt* s, const std::function<void()>& rest) {
  if (fn().traced && leaves(s->value)) return parts_.traced.construct(s->value, {}, rest);
  statement([&] {
    if (!s->is_shown) parts_.calls.drop(s->value);
    if (!s->is_shown) return into(s->value, {});
    Piece value = expr(s->value);
    line(mark(s->value->span) + "R.show(" + value.single() + ")");
  });
}

void Statements::stmt(const Stmt* s, const std::function<void()>& rest) {
  bool is_made = s->kind == StmtKind::function || s->kind == StmtKind::structure;
  if (s->kind == StmtKind::expr) {
    note_value(static_cast<const ExprStmt*>(s)->value);
  } else if (!is_made) {
    note_run(s->span);
  }
  switch (s->kind) {
    case StmtKind::let: return let(static_cast<const Let*>(s), rest);
    case StmtKind::function:
    case StmtKind::structure: return;
    case StmtKind::import: return import(static_cast<const Import*>(s));
    case StmtKind::test: return test(static_cast<const Test*>(s));
    case StmtKind::return_: return return_(static_cast<const Return*>(s));
    case StmtKind::break_:
    case StmtKind::continue_: return parts_.outlines.jump(s->kind);
    case StmtKind::assert_: return statement([&] { assertion(static_cast<const Assert*>(s)); });
    case StmtKind::assign:
      return statement([&] { parts_.updates.assign(static_cast<const Assign*>(s)); });
    case StmtKind::expr: return expression(static_cast<const ExprStmt*>(s), rest);
  }
}

void Statements::let(const Let* s, const std::function<void()>& rest) {
  const Pattern* p = s->pattern;
  if (p->kind != PatternKind::name) {
    Piece value = spill(stands_for(p) ? plain_expr(s->value) : expr(s->value));
    if (s->type != nullptr) {
      parts_.annotations.check_type(s->type, value.text, "the value", s->value->span);
    }
    return parts_.patterns.destructure(p, value.head());
  }
  if (is_control(s->value)) return let_control(s, p->binding, rest);
  let_name(s, p->binding);
  check_let(s, p->binding);
}

void Statements::check_let(const Let* s, const Binding* b) {
  if (s->type == nullptr) return;
  parts_.annotations.check_type(s->type, name_of(b), "`" + b->name + "`", s->value->span);
}

// Declares a local, or uses the name that the binding already has.
void Statements::declare_let(const Binding* b) {
  if (is_top(b) || w_.predeclared.contains(b)) return;
  bool is_slot = false;
  std::string name = declare(b, &is_slot);
  if (!is_slot) line("local " + name);
}

void Statements::let_control(const Let* s, const Binding* b, const std::function<void()>& rest) {
  declare_let(b);
  ValueTarget target = {ValueTarget::local, name_of(b)};
  if (fn().traced && leaves(s->value)) {
    return parts_.traced.construct(s->value, target, [&] {
      check_let(s, b);
      rest();
    });
  }
  statement([&] { into(s->value, target); });
  if (is_made(s, b)) line(name_of(b) + " = R.own(" + name_of(b) + ")");
  copy_top(b);
  check_let(s, b);
}

void Statements::let_name(const Let* s, const Binding* b) {
  int locals = fn().locals;
  Piece value;
  bool is_lent =
      parts_.updates.is_loan(s) || ((w_.core.of(b).stands_for != nullptr) && !fn().traced);
  std::string before = captured([&] { value = is_lent ? plain_expr(s->value) : expr(s->value); });
  if (is_made(s, b)) value = {"R.own(" + value.single() + ")"};
  fn().locals = locals;
  if (before.empty()) return bind(b, value);
  if (is_top(b) || w_.predeclared.contains(b)) {
    put("do\n" + before);
    bind(b, value);
    return put("end\n");
  }
  declare_let(b);
  line("do\n" + before + name_of(b) + " = " + value.text + "\nend");
}

// Whether the initial value of a variable is fresh, so that the first update is also in place.
bool Statements::is_made(const Let* s, const Binding* b) const {
  return s->is_var && w_.core.is_updated(b) && !w_.scope->traced && w_.core.of(s->value).is_new;
}

// A failed assert shows the values of its operands, except literals: `shown` is "left", "right",
// "both", or "".
void Statements::assertion(const Assert* s) {
  const Expr *e = asserted(s->condition), *left = nullptr, *right = nullptr;
  std::string condition, relation;
  std::vector<std::string> values;
  if (e->kind == ExprKind::compare && static_cast<const Compare*>(e)->links.size() == 1) {
    auto* c = static_cast<const Compare*>(e);
    left = c->first, right = c->links[0].right;
    relation = text(c->links[0].relation);
    std::vector<Piece> codes = operands({left, right}, false);
    for (Piece& code : codes) code = spill(std::move(code)), values.push_back(code.text);
    condition = spill(parts_.comparisons.relation(c->links[0], left, codes[0], codes[1])).text;
  } else if (const CallExpr* c = comparing_call(e); c != nullptr) {
    left = c->args[0].value, right = c->args[1].value;
    relation = builtin_of(*c->callee)->name;
    condition = spill(parts_.calls.compared(c, values)).text;
  } else {
    condition = spill(expr(e)).text;
  }
  put("if " + condition + " ~= true then\n");
  std::string message = s->message == nullptr ? "nil" : spill(expr(s->message)).text, parts;
  std::vector<Span> spans;
  if (left != nullptr) {
    bool shows_left = !is_literal(left), shows_right = !is_literal(right);
    const char* shown = shows_left && shows_right ? "both"
                        : shows_left              ? "left"
                        : shows_right             ? "right"
                                                  : "";
    parts = str(", ", quoted(relation), ", ", quoted(shown));
    for (const std::string& value : values) parts += ", " + value;
    spans = {left->span, right->span};
  }
  line(mark(e->span, spans) + "R.assert(" + condition + ", " + message + parts + ")");
  line("end");
}

}  // namespace rille::lang
