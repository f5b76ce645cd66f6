// Control flow as closures, for bodies that a trace may run.
#include <algorithm>
#include <ranges>

#include "lang/emit/emitter.h"

namespace rille::lang {
namespace {

std::vector<const Binding*> carried(const Flow& flow) {
  return {flow.assigns.begin(), flow.assigns.end()};
}

// Carried vars are arguments and parameters of closures.
constexpr size_t max_carried = 100;

const char* truth(bool x) { return x ? "true" : "false"; }

bool body_leaves(const Flow& flow) {
  return flow.has_break || flow.has_continue || flow.has_return;
}

// `while true` that only `return` ends.
bool is_endless(const Expr* e) {
  if (e->kind != ExprKind::while_) return false;
  auto* loop = static_cast<const While*>(e);
  bool always = loop->condition->kind == ExprKind::boolean &&
                static_cast<const Boolean*>(loop->condition)->value;
  return always && !loop->flow.has_break;
}

// How an error names the construct that may leave.
std::string leaver(const Expr* e) {
  switch (e->kind) {
    case ExprKind::if_: return "the `if` branch";
    case ExprKind::match: return "the `match` arm";
    case ExprKind::for_: return "the `for`";
    case ExprKind::while_: return "the `while`";
    default: return "the block";
  }
}

}  // namespace

// Whether what follows e in its block may be left out: break, continue or return within.
bool Emitter::leaves(const Expr* e) const {
  const Flow* flow = flow_of(e);
  if (flow == nullptr) return false;
  bool is_loop = e->kind == ExprKind::for_ || e->kind == ExprKind::while_;
  return is_loop ? flow->has_return : body_leaves(*flow);
}

std::string Emitter::list(const std::vector<const Binding*>& bindings, bool comma_first) const {
  std::string text;
  for (const Binding* b : bindings) {
    if (comma_first || !text.empty()) text += ", ";
    text += name_of(b);
  }
  return text;
}

std::string Emitter::closure(const Body& like, std::vector<std::string> params,
                             const std::vector<const Binding*>& carries,
                             const std::function<void()>& body) {
  Body inner = like;
  inner.locals = static_cast<int>(params.size() + carries.size());
  inner.depth = 0;
  inner.spilled = 0;
  inner.spill.clear();
  inner.places.clear();
  inner.ended = false;
  inner.source = scope_->source;
  std::vector<std::pair<const Binding*, std::string>> saved;
  for (const Binding* b : carries) saved.emplace_back(b, name_of(b));
  for (const Binding* b : scope_->places) saved.emplace_back(b, name_of(b));
  auto loops = std::move(loops_);
  loops_.clear();
  Body* outer = scope_;
  for (const Binding* b : carries) {
    names_[b] = plain_name(b);
    params.push_back(names_[b]);
  }
  scope_ = &inner;
  std::string text = captured(body);
  scope_ = outer;
  for (auto& [b, name] : std::views::reverse(saved)) names_[b] = std::move(name);
  loops_ = std::move(loops);
  std::string head = "function(";
  for (size_t i = 0; i < params.size(); ++i) head += (i == 0 ? "" : ", ") + params[i];
  head += ")\n";
  if (!inner.spill.empty()) head += "local " + inner.spill + " = {}\n";
  return lifted(head + text + "end");
}

// The result is checked against its annotation where the function ends.
void Emitter::finish(const std::string& value) {
  const Body& s = fn();
  put("do ");
  if (s.role != Role::function) {
    std::string text = s.leaves ? "0, nil" : "";
    if (s.has_value) text += (s.leaves ? ", (" : "(") + value + ")";
    return line("return " + text + list(s.carries, !text.empty()) + " end");
  }
  std::string result = "(" + value + ")";
  if (s.source != nullptr && s.source->result != nullptr) {
    ++fn().locals;
    result = fresh("r");
    line("local " + result + " = " + value);
    std::string name = s.source->name.empty() ? "the lambda" : "`" + s.source->name + "`";
    check_type(s.source->result, result, "the result of " + name, s.source->result->span);
  }
  line(std::string("return ") + (s.leaves ? "3, " : "") + result + list(s.carries) + " end");
}

void Emitter::leave(int code, const std::string& value) {
  const Body& s = fn();
  if (s.role == Role::function && code == 3) return finish(value);
  line("do return " + std::to_string(code) + ", (" + value + ")" +
       (s.has_value && s.role == Role::branch ? ", ABSENT" : "") + list(s.carries) + " end");
}

// e is a construct with control flow; its text gives [code, value returned,] [value,] places.
// Where it may leave, what follows (`rest`) becomes a closure too, run where the code is 0.
void Emitter::traced(const Expr* e, const Target& target, const std::function<void()>& rest) {
  const Flow& flow = *flow_of(e);
  if (flow.assigns.size() > max_carried) {
    std::string text = str("while tracing, a construct assigns at most ", max_carried,
                           " outer vars, this one ", flow.assigns.size());
    return line(mark(e->span) + "R.raise(\"limit\", " + quoted(text) + ")");
  }
  bool is_loop = e->kind == ExprKind::while_ || (e->kind == ExprKind::for_ && !flow.taken);
  bool value = target.kind != Target::discard && !is_loop;
  bool gives_code = body_leaves(flow);
  std::string code, returned, result = "nil";
  std::vector<std::string> outs;
  if (gives_code) {
    outs = {code = temp(), returned = temp()};
  }
  if (value) outs.push_back(result = target.kind == Target::local ? target.name : temp());
  for (const Binding* b : flow.assigns) outs.push_back(name_of(b));
  std::string text = traced_call(e, value), left;
  for (const std::string& out : outs) left += (left.empty() ? "" : ", ") + out;
  line(left.empty() ? text : left + " = " + text);
  if (is_loop && target.kind == Target::local) line(target.name + " = nil");
  if (!leaves(e)) {
    if (target.kind == Target::result) finish(result);
    return;
  }
  bool has_value = fn().role == Role::branch && fn().has_value;
  if (is_endless(e)) {  // what follows is never reached
    line("do return 3, " + returned + (has_value ? ", ABSENT" : "") + list(fn().carries) + " end");
    fn().ended = true;
    return;
  }
  Body like = fn();
  auto carries = fn().carries;
  auto places = fn().places;
  std::string body = closure(like, {}, carries, [&] {
    for (const Binding* b : places) {
      if (std::ranges::find(carries, b) != carries.end()) continue;
      std::string outer = name_of(b);
      bind(b, local_name(outer));
    }
    if (target.kind == Target::result) {
      finish(result);
    } else if (rest) {
      rest();
    }
  });
  line("do return R.go_on(" + names_of(carries) + ", " + truth(has_value) + ", " +
       quoted(leaver(e)) + ", " + code + ", " + returned + ", " + body + list(carries) + ") end");
  fn().ended = true;
}

std::string Emitter::traced_call(const Expr* e, bool value) {
  switch (e->kind) {
    case ExprKind::if_: return traced_if(static_cast<const If*>(e), value);
    case ExprKind::match: return traced_match(static_cast<const Match*>(e), value);
    case ExprKind::while_: return traced_while(static_cast<const While*>(e));
    case ExprKind::for_: return traced_for(static_cast<const For*>(e), value);
    default: return traced_block(static_cast<const Block*>(e), value);
  }
}

std::string Emitter::traced_block(const Block* e, bool value) {
  Body like = {.role = Role::branch,
               .traced = true,
               .leaves = body_leaves(e->flow),
               .has_value = value,
               .carries = carried(e->flow)};
  std::string body = closure(like, {}, like.carries, [&] { block(e, {Target::result}); });
  return "(" + body + ")(" + list(like.carries, false) + ")";
}

std::string Emitter::traced_if(const If* e, bool value) {
  Body like = {.role = Role::branch,
               .traced = true,
               .leaves = body_leaves(e->flow),
               .has_value = value,
               .carries = carried(e->flow)};
  if (e->branches.size() > 2 && has_plain_conditions(e)) return traced_chain(e, like);
  std::function<std::string(size_t)> branch_at = [&](size_t i) -> std::string {
    const Branch& branch = e->branches[i];
    Piece condition = spill(expr(branch.condition));
    std::string yes =
        closure(like, {}, like.carries, [&] { block(branch.body, {Target::result}); });
    std::string no = "nil";
    if (i + 1 < e->branches.size()) {
      no = closure(like, {}, like.carries, [&] { line("return " + branch_at(i + 1)); });
    } else if (e->otherwise != nullptr) {
      no = closure(like, {}, like.carries, [&] { block(e->otherwise, {Target::result}); });
    }
    return mark(if_word(branch), {branch.condition->span}) + "R.if_(" + names_of(like.carries) +
           ", " + truth(like.leaves) + ", " + truth(value) + ", " + condition.text + ", " + yes +
           ", " + no + list(like.carries) + ")";
  };
  return branch_at(0);
}

// The word `if` before a branch's condition.
Span Emitter::if_word(const Branch& branch) const {
  Span at = branch.condition->span;
  size_t begin = source_.text.rfind("if", static_cast<size_t>(at.begin) - 2);
  if (begin == std::string::npos) return at;
  return {at.file, static_cast<int>(begin), static_cast<int>(begin) + 2};
}

// Whether no condition of a chain assigns anything.
bool Emitter::has_plain_conditions(const If* e) {
  for (const Branch& branch : e->branches) {
    if (!only_reads(branch.condition)) return false;
  }
  return true;
}

// else if after else if, flat: the arms of a match on nothing.
std::string Emitter::traced_chain(const If* e, const Body& like) {
  Body testing = {.role = Role::branch, .traced = true, .has_value = true};
  std::string tests = "{", bodies = "{", v = fresh("v");
  for (const Branch& branch : e->branches) {
    tests += closure(testing, {}, {}, [&] { into(branch.condition, {Target::result}); }) + ", ";
    bodies +=
        closure(like, {v}, like.carries, [&] { block(branch.body, {Target::result}); }) + ", ";
  }
  tests += "function() return true end}";
  bodies += closure(like, {v}, like.carries, [&] {
    if (e->otherwise != nullptr) {
      block(e->otherwise, {Target::result});
    } else {
      finish("nil");
    }
  });
  return mark(if_word(e->branches[0]), {e->branches[0].condition->span}) + "R.match_(" +
         names_of(like.carries) + ", " + (like.leaves ? "true, " : "false, ") +
         (like.has_value ? "true" : "false") + ", nil, " + tests + ", " + bodies + "}" +
         list(like.carries) + ")";
}

std::string Emitter::traced_match(const Match* e, bool value) {
  Body like = {.role = Role::branch,
               .traced = true,
               .leaves = body_leaves(e->flow),
               .has_value = value,
               .carries = carried(e->flow)};
  Piece subject = spill(expr(e->value));
  std::string tests = "{", bodies = "{";
  Body testing = {.role = Role::branch, .traced = true, .has_value = true};
  for (const Arm& arm : e->arms) {
    std::string v = fresh("v"), condition = fresh("c");
    tests += closure(testing, {v}, {},
                     [&] {
                       line("local " + condition + " = true");
                       ++fn().locals;
                       test(arm.pattern, v, "return false", condition);
                       line("do return " + condition + " end");
                     }) +
             ", ";
    bodies += closure(like, {v}, like.carries,
                      [&] {
                        bind_pattern(arm.pattern, v);
                        into(arm.body, {Target::result});
                      }) +
              ", ";
  }
  return mark(e->value->span, {e->value->span}) + "R.match_(" + names_of(like.carries) + ", " +
         truth(like.leaves) + ", " + truth(value) + ", " + subject.text + ", " + tests + "}, " +
         bodies + "}" + list(like.carries) + ")";
}

std::string Emitter::traced_while(const While* e) {
  Body like = {.role = Role::loop,
               .traced = true,
               .leaves = body_leaves(e->flow),
               .carries = carried(e->flow)};
  Body testing = {.role = Role::branch, .traced = true, .has_value = true, .carries = like.carries};
  std::string condition =
      closure(testing, {}, like.carries, [&] { into(e->condition, {Target::result}); });
  std::string body = closure(like, {}, like.carries, [&] { block(e->body, {Target::result}); });
  return mark(e->condition->span, {e->condition->span}) + "R.while_(" + names_of(like.carries) +
         ", " + truth(like.leaves) + ", " + truth(prints(e->body)) + ", " + condition + ", " +
         body + list(like.carries) + ")";
}

std::string Emitter::traced_for(const For* e, bool value) {
  Body like = {.role = value ? Role::branch : Role::loop,
               .traced = true,
               .leaves = body_leaves(e->flow),
               .has_value = value,
               .carries = carried(e->flow)};
  Piece source = spill(expr(e->clause.source));
  std::string item = fresh("x");
  std::string body = closure(like, {item}, like.carries, [&] {
    destructure(e->clause.pattern, item);
    block(e->body, {Target::result});
  });
  std::string head = value ? "R.scan(" + names_of(like.carries)
                           : "R.for_(" + names_of(like.carries) + ", " + truth(like.leaves);
  head += str(", ", truth(prints(e->body)));
  return mark(e->clause.source->span, {e->clause.source->span}) + head + ", " + source.text + ", " +
         body + list(like.carries) + ")";
}

}  // namespace rille::lang
