// Statements, blocks, the top level.
#include <algorithm>

#include "lang/emit/emitter.h"

namespace rille::lang {
namespace {

void names_in(const Pattern* p, std::vector<const Binding*>& out) {
  if (p->binding != nullptr) out.push_back(p->binding);
  for (const Pattern::Field& field : p->fields) names_in(field.pattern, out);
  if (p->rest != nullptr) out.push_back(p->rest);
}

bool is_control(const Expr* e) {
  return e->kind == ExprKind::if_ || e->kind == ExprKind::match || e->kind == ExprKind::for_ ||
         e->kind == ExprKind::while_ || e->kind == ExprKind::block;
}

}  // namespace

void Emitter::block(const Block* b, const Target& target) {
  sure_.clear();
  hoist(b);
  statements(b, 0, target);
  sure_.clear();
}

// Functions and structs are visible in their whole block, so they are made first; the locals that
// they capture stand before them.
void Emitter::hoist(const Block* b) {
  std::vector<const Binding*> names;
  bool has_functions = false;
  for (const Stmt* s : b->statements) {
    if (s->kind == StmtKind::function) {
      names.push_back(static_cast<const FunctionStmt*>(s)->function->binding);
      has_functions = true;
    } else if (s->kind == StmtKind::structure) {
      names.push_back(static_cast<const StructStmt*>(s)->structure->binding);
      has_functions = true;
    } else if (s->kind == StmtKind::let) {
      std::vector<const Binding*> bound;
      names_in(static_cast<const Let*>(s)->pattern, bound);
      for (const Binding* name : bound) {
        if (name->is_captured || name->may_be_unset) names.push_back(name);
      }
    }
  }
  for (const Binding* name : names) {
    if (!is_top(name) && !has_functions && !name->may_be_unset) continue;
    if (!is_top(name)) {
      bool is_slot = false;
      std::string text = declare(name, &is_slot);
      predeclared_[name] = true;
      if (!is_slot) line("local " + text);
    }
    if (name->may_be_unset) line(name_of(name) + " = ABSENT");
  }
  for (const Stmt* s : b->statements) {
    if (s->kind == StmtKind::structure) define(static_cast<const StructStmt*>(s)->structure);
    if (s->kind == StmtKind::function) define(static_cast<const FunctionStmt*>(s)->function);
  }
}

void Emitter::statements(const Block* b, size_t from, const Target& target) {
  for (size_t i = from; i < b->statements.size(); ++i) {
    const Stmt* s = b->statements[i];
    bool is_last = i + 1 == b->statements.size();
    if (is_last && b->value() != nullptr && target.kind != Target::discard) {
      statement([&] { into(b->value(), target); });
      return;
    }
    stmt(s, [this, b, i, target] { statements(b, i + 1, target); });
    if (fn().ended) return;
  }
  if (target.kind != Target::discard) give(constant("nil"), target);
}

// rest: what follows in the block, for what may leave it in a traced body.
void Emitter::stmt(const Stmt* s, const std::function<void()>& rest) {
  switch (s->kind) {
    case StmtKind::let: return let(static_cast<const Let*>(s), rest);
    case StmtKind::function:
    case StmtKind::structure: return;
    case StmtKind::import: {
      auto* i = static_cast<const Import*>(s);
      return bind(i->binding, {mark(i->path_span) + "R.import(" + quoted(i->path) + ", " +
                               (i->is_file ? "true)" : "false)")});
    }
    case StmtKind::test: {
      auto* t = static_cast<const Test*>(s);
      Body like = {};
      keeps_old_ = true;
      std::string body = closure(like, {}, {}, [&] { block(t->body, {}); });
      keeps_old_ = options_.prompt;
      return line(mark(t->span) + "R.test(" + quoted(t->name) + ", " + body + ")");
    }
    case StmtKind::return_: {
      auto* r = static_cast<const Return*>(s);
      if (r->value == nullptr) return leave(3, "nil");
      return statement([&] {
        if (fn().role == Role::function && !fn().leaves) return into(r->value, {Target::result});
        Piece value = spill(expr(r->value));
        leave(3, value.text);
      });
    }
    case StmtKind::break_:
    case StmtKind::continue_: return jump(s->kind);
    case StmtKind::assert_: return statement([&] { assertion(static_cast<const Assert*>(s)); });
    case StmtKind::assign: return statement([&] { assign(static_cast<const Assign*>(s)); });
    case StmtKind::expr: {
      auto* e = static_cast<const ExprStmt*>(s);
      if (fn().traced && leaves(e->value)) return traced(e->value, {}, rest);
      return statement([&] {
        if (!e->is_shown) return into(e->value, {});
        Piece value = expr(e->value);
        line(mark(e->value->span) + "R.show(" + value.single() + ")");
      });
    }
  }
}

void Emitter::let(const Let* s, const std::function<void()>& rest) {
  const Pattern* p = s->pattern;
  if (p->kind != PatternKind::name) {
    Piece value = spill(stands_for(p) ? plain_expr(s->value) : expr(s->value));
    if (s->type != nullptr) check_type(s->type, value.text, "the value", s->value->span);
    return destructure(p, value.text);
  }
  const Binding* b = p->binding;
  auto check = [&] {
    if (s->type != nullptr) check_type(s->type, name_of(b), "`" + b->name + "`", s->value->span);
  };
  if (is_control(s->value)) {
    if (!is_top(b) && !predeclared_.contains(b)) {
      bool is_slot = false;
      std::string name = declare(b, &is_slot);
      if (!is_slot) line("local " + name);
    }
    Target target = {Target::local, name_of(b)};
    if (fn().traced && leaves(s->value)) {
      return traced(s->value, target, [&] {
        check();
        rest();
      });
    }
    statement([&] { into(s->value, target); });
    if (is_made(s, b)) line(name_of(b) + " = R.own(" + name_of(b) + ")");
    copy_top(b);
    return check();
  }
  int locals = fn().locals;
  Piece value;
  bool is_lent = is_loan(s) || (uses_.is_stand_in(b) && !fn().traced);
  std::string before = captured([&] { value = is_lent ? plain_expr(s->value) : expr(s->value); });
  if (is_made(s, b)) value = {"R.own(" + value.single() + ")"};
  fn().locals = locals;
  if (before.empty()) {
    bind(b, value);
  } else if (is_top(b) || predeclared_.contains(b)) {
    put("do\n" + before);
    bind(b, value);
    put("end\n");
  } else {
    bool is_slot = false;
    std::string name = declare(b, &is_slot);
    if (!is_slot) line("local " + name);
    line("do\n" + before + name + " = " + value.text + "\nend");
  }
  check();
}

// A place whose value was made for it: no other name holds it, so the first update is in place too.
bool Emitter::is_made(const Let* s, const Binding* b) const {
  return s->is_var && uses_.is_updated(b) && !scope_->traced && makers_.is_new(s->value);
}

// A failed assert shows the values of its parts.
void Emitter::assertion(const Assert* s) {
  const Expr* e = s->condition;
  std::string condition, parts = "nil, nil, nil";
  std::vector<Span> spans;
  if (e->kind == ExprKind::compare && static_cast<const Compare*>(e)->links.size() == 1) {
    auto* c = static_cast<const Compare*>(e);
    std::vector<Piece> codes = operands({c->first, c->links[0].right}, false);
    for (Piece& code : codes) code = spill(std::move(code));
    condition = spill(relation(c->links[0], c->first, codes[0], codes[1])).text;
    parts = quoted(text(c->links[0].relation)) + ", " + codes[0].text + ", " + codes[1].text;
    spans = {c->first->span, c->links[0].right->span};
  } else {
    condition = spill(expr(e)).text;
  }
  put("if " + condition + " ~= true then\n");
  std::string message = s->message == nullptr ? "nil" : spill(expr(s->message)).text;
  line(mark(e->span, spans) + "R.assert(" + condition + ", " + parts + ", " + message + ")");
  line("end");
}

// Native bodies of functions, places of the top level, which no function sees, and its own copies
// of lets as locals of the chunk: as many as leave Lua room for more. At the prompt later cells
// need them all.
void Emitter::name_locals() {
  constexpr int most_functions = 40, most_places = 20, most_copies = 20;
  if (options_.prompt) return;
  int functions = 0, places = 0, copies = 0;
  auto add = [&](const std::string& name) {
    chunk_locals_ += (chunk_locals_.empty() ? "" : ", ") + name;
    chunk_names_.insert(name);
    ++chunk_local_count_;
  };
  for (const Binding* b : file_.top_level) {
    if (has_direct(b) && functions < most_functions) {
      add(direct_locals_[b->function] = "F" + std::to_string(++functions));
    } else if (b->kind == BindingKind::variable && places < most_places) {
      ++places;
      add(names_[b] = plain_name(b));
    } else if (b->kind == BindingKind::let && !b->may_be_unset && copies < most_copies) {
      ++copies;
      add(copies_[b] = plain_name(b));
    }
  }
}

void Emitter::top_level() {
  Body main;
  scope_ = &main;
  name_locals();
  main.locals = chunk_local_count_;
  hoist(file_.top);
  const auto& statements = file_.top->statements;
  for (size_t i = 0; i < statements.size(); ++i) {
    const Stmt* s = statements[i];
    int begin = s->span.begin;
    int next = i + 1 < statements.size() ? statements[i + 1]->span.begin : INT32_MAX;
    if (options_.lines) line("R.line(" + std::to_string(begin) + ")");
    bool guarded =
        std::ranges::any_of(options_.guards, [&](int at) { return at >= begin && at < next; });
    keeps_old_ = options_.prompt || guarded;
    if (guarded) {
      std::string body = closure(Body{}, {}, {}, [&] { stmt(s, {}); });
      line("R.guard(" + body + ")");
    } else {
      statement([&] { stmt(s, {}); });
    }
  }
  if (!main.spill.empty()) out_->insert(0, "local " + main.spill + " = {}\n");
}

Chunk Emitter::run() {
  Chunk chunk;
  chunk.name = source_.name;
  std::string body = captured([&] { top_level(); });
  // In capitals: what a function reads of them is no capture (vm/call/closure.cpp).
  std::string head =
      "local R, B, M, K, END, ABSENT = ...\n"
      "local T, TUPLE, SETMT, SHARE, ISINT = R.tracing, R.TUPLE, R.setmt, R.share, R.is_int\n"
      "local META = R.meta\n";
  for (const auto& [name, local] : math_) head += str("local ", local, " = R.math_", name, "\n");
  std::string locals = chunk_locals_.empty() ? "" : "local " + chunk_locals_ + "\n";
  chunk.lua = head + locals + constant_text_ + lifted_text_ + body;
  finish_lines(chunk);
  return chunk;
}

Chunk emit(const File& file, const Source& source, EmitOptions options) {
  return Emitter(file, source, options).run();
}

}  // namespace rille::lang
