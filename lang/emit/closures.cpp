// Closures: nested Lua functions.
#include <algorithm>
#include <ranges>

#include "lang/emit/parts.h"

namespace rille::lang {

std::string Closures::closure(const LuaBody& like, std::vector<std::string> params,
                              const std::vector<const Binding*>& carries,
                              const std::function<void()>& body) {
  LuaBody inner = like;
  inner.locals = static_cast<int>(params.size() + carries.size());
  inner.depth = 0;
  inner.spilled = 0;
  inner.spill.clear();
  inner.places.clear();
  inner.ended = false;
  inner.source = w_.scope->source;
  std::vector<std::pair<const Binding*, std::string>> saved;
  for (const Binding* b : carries) saved.emplace_back(b, name_of(b));
  for (const Binding* b : w_.scope->places) saved.emplace_back(b, name_of(b));
  auto loops = std::move(w_.loops);
  w_.loops.clear();
  LuaBody* outer = w_.scope;
  for (const Binding* b : carries) {
    w_.names[b] = plain_name(b);
    params.push_back(w_.names[b]);
  }
  w_.scope = &inner;
  std::string text = captured(body);
  w_.scope = outer;
  for (auto& [b, name] : std::views::reverse(saved)) w_.names[b] = std::move(name);
  w_.loops = std::move(loops);
  std::string head = "function(";
  for (size_t i = 0; i < params.size(); ++i) head += (i == 0 ? "" : ", ") + params[i];
  head += ")\n";
  if (!inner.spill.empty()) head += "local " + inner.spill + " = {}\n";
  return parts_.outlines.lifted(head + text + "end");
}

// Checks the result against its annotation at the end of the function.
void Closures::finish(const std::string& value) {
  const LuaBody& s = fn();
  put("do ");
  if (s.role != BodyRole::function) {
    std::string text = s.leaves ? digit(LeaveCode::go_on) + ", nil" : "";
    if (s.has_value) text += (s.leaves ? ", (" : "(") + value + ")";
    return line("return " + text + list(s.carries, !text.empty()) + " end");
  }
  std::string result = "(" + value + ")";
  if (s.source != nullptr && s.source->result != nullptr) {
    ++fn().locals;
    result = fresh("r");
    line("local " + result + " = " + value);
    std::string name = s.source->name.empty() ? "the lambda" : "`" + s.source->name + "`";
    parts_.annotations.check_type(s.source->result, result, "the result of " + name,
                                  s.source->result->span);
  }
  line("return " + (s.leaves ? digit(LeaveCode::return_) + ", " : "") + result + list(s.carries) +
       " end");
}

void Closures::leave(LeaveCode code, const std::string& value) {
  const LuaBody& s = fn();
  if (s.role == BodyRole::function && code == LeaveCode::return_) return finish(value);
  line("do return " + digit(code) + ", (" + value + ")" +
       (s.has_value && s.role == BodyRole::branch ? ", ABSENT" : "") + list(s.carries) + " end");
}

// Mutable captures, and captures that are stored in tables for lack of locals.
std::vector<const Binding*> Closures::held_by_value(const FunctionDecl* f) const {
  std::vector<const Binding*> held(f->snapshots.begin(), f->snapshots.end());
  for (const Binding* b : f->captures) {
    bool waits = b->may_be_unset || b->function != nullptr || b->structure != nullptr;
    if (!in_table(b) || waits || is_top(b)) continue;
    if (std::ranges::find(held, b) == held.end()) held.push_back(b);
  }
  return held;
}

// A lambda copies the values of mutable variables when it is created.
Piece Closures::lambda(const Lambda* e) {
  const FunctionDecl* f = e->function;
  auto is_late = [](const Binding* b) { return b->may_be_unset; };
  bool waits = std::ranges::any_of(f->captures, is_late);  // reads a name that is bound later
  std::vector<const Binding*> held = held_by_value(f);
  if (!held.empty()) return holding(f, held, waits);
  std::string text = parts_.definitions.function(f, "");
  return {waits ? text : parts_.outlines.lifted(std::move(text)), Prec::logic_or};
}

Piece Closures::holding(const FunctionDecl* f, const std::vector<const Binding*>& held,
                        bool waits) {
  constexpr size_t max_handed = 60;  // maximum of names passed as arguments, else in a table
  std::string table = held.size() > max_handed ? fresh("E") : "", params, values;
  std::vector<std::string> saved;
  for (const Binding* b : held) {
    std::string name = plain_name(b);
    params += (params.empty() ? "" : ", ") + name;
    saved.push_back(w_.names.contains(b) ? w_.names[b] : "");
    values += str(values.empty() ? "" : ", ", table.empty() ? "" : str(name, " = "),
                  parts_.reads.shared_name(b));
    w_.names[b] = table.empty() ? name : str(table, ".", name);
  }
  std::string text = parts_.definitions.function(f, "");
  for (size_t i = 0; i < saved.size(); ++i) {
    if (saved[i].empty()) {
      w_.names.erase(held[i]);
    } else {
      w_.names[held[i]] = saved[i];
    }
  }
  if (!table.empty()) values = "{" + values + "}";
  std::string make = "function(" + (table.empty() ? params : table) + ") return " + text + " end";
  if (!waits) make = parts_.outlines.lifted(std::move(make));
  return {"(" + make + ")(" + values + ")"};
}

Piece Closures::traced_gather(const Comprehension* e) {
  const Clause& clause = e->clauses[0];
  LuaBody like = {.role = BodyRole::branch,
                  .traced = true,
                  .has_value = true,
                  .carries = {e->flow.assigns.begin(), e->flow.assigns.end()}};
  Piece source = spill(expr(clause.source));
  std::string result = temp(), item = fresh("x");
  std::string body = closure(like, {item}, like.carries, [&] {
    parts_.patterns.destructure(clause.pattern, item);
    note_value(e->body);
    into(e->body, {ValueTarget::result});
  });
  line(result + list(like.carries) + " = " + mark(e->span) + "R.gather(" + names_of(like.carries) +
       ", " + source.text + ", " + body + list(like.carries) + ")");
  return local_name(result);
}

Piece Closures::gather(const Comprehension* e) {
  if (!e->is_tuple) return comprehension(e, 0, "");
  if (fn().traced) return traced_gather(e);
  if (is_deep()) {
    std::string result = temp();
    parts_.outlines.outlined(e, {ValueTarget::local, result});
    return local_name(result);
  }
  ++fn().depth;
  std::string items = temp(), count = temp();
  line(items + ", " + count + " = {}, 0");
  parts_.native.loop(e->clauses[0], e->body, [&] {
    statement([&] {
      note_value(e->body);
      Piece value = expr(e->body);
      line(count + " = " + count + " + 1 " + items + "[" + count + "] = " + value.text);
    });
  });
  --fn().depth;
  line(items + ".n = " + count);
  return {"SETMT(" + items + ", TUPLE)"};
}

Piece Closures::comprehension_in(const Comprehension* e, const std::string& dtype) {
  return comprehension(e, 0, dtype);
}

// The value of a comprehension for one item. Array literals in it are parsed in the same dtype.
void Closures::item_in(const Expr* body, const std::string& dtype) {
  const auto* rows = dynamic_cast<const Comprehension*>(body);
  bool is_array = body->kind == ExprKind::array || (rows != nullptr && !rows->is_tuple);
  if (dtype.empty() || !is_array || body->in_parens) return into(body, {ValueTarget::result});
  statement([&] {
    Piece code = rows != nullptr
                     ? comprehension(rows, 0, dtype)
                     : parts_.literals.array(static_cast<const ArrayExpr*>(body), dtype);
    give(code, {ValueTarget::result});
  });
}

// Writes the clauses from `at` on, each as a vectorized function of its item.
Piece Closures::comprehension(const Comprehension* e, size_t at, const std::string& dtype) {
  if (at == e->clauses.size()) return expr(e->body);
  const Clause& clause = e->clauses[at];
  Piece source = expr(clause.source);
  std::string item = fresh("x");
  LuaBody like = {.role = BodyRole::branch, .traced = true, .has_value = true};
  std::string body = closure(like, {item}, {}, [&] {
    parts_.patterns.destructure(clause.pattern, item);
    if (at + 1 == e->clauses.size()) {
      note_value(e->body);
      item_in(e->body, dtype);
    } else {
      statement([&] { give(comprehension(e, at + 1, dtype), {ValueTarget::result}); });
    }
  });
  std::string read = dtype.empty() ? "" : ", " + quoted(dtype);
  return {mark(e->span) + "R.comprehension(" + source.text + ", " + body + read + ")"};
}

}  // namespace rille::lang
