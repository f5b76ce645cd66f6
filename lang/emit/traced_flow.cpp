// TracedFlow: control flow for bodies that a trace may run.
#include <algorithm>

#include "lang/core/passes.h"
#include "lang/emit/parts.h"
#include "vm/run/stack.h"

namespace rille::lang {
namespace {

// Carried variables are arguments and parameters of closures.
constexpr size_t max_carried_places = 100;

const char* truth_text(bool x) { return x ? "true" : "false"; }

bool body_leaves(const Flow& flow) {
  return flow.has_break || flow.has_continue || flow.has_return;
}

// Whether e is a `while true` that only `return` ends.
bool is_endless(const Expr* e) {
  if (e->kind != ExprKind::while_) return false;
  auto* loop = static_cast<const While*>(e);
  bool always = loop->condition->kind == ExprKind::boolean &&
                static_cast<const BoolLiteral*>(loop->condition)->value;
  return always && !loop->flow.has_break;
}

// The name of the construct in errors about leaving it.
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

// Writes a construct with control flow, which returns [code, returned value,] [value,] variables.
// If it may leave the block, the following statements (`rest`) become a closure too, which runs if
// the code is 0.
void TracedFlow::construct(const Expr* e, const ValueTarget& target,
                           const std::function<void()>& rest) {
  check_stack();
  const Flow& flow = *flow_of(e);
  if (flow.assigns.size() > max_carried_places) {
    std::string text = str("while tracing, a construct can assign at most ", max_carried_places,
                           " outer variables, got ", flow.assigns.size());
    return line(mark(e->span) + "R.raise(\"limit\", " + quoted(text) + ")");
  }
  bool is_loop = e->kind == ExprKind::while_ || (e->kind == ExprKind::for_ && !flow.taken);
  bool value = target.kind != ValueTarget::discard && !is_loop;
  ConstructResults out;
  std::vector<std::string> outs;
  if (body_leaves(flow)) outs = {out.code = temp(), out.returned = temp()};
  if (value) {
    outs.push_back(out.result = target.kind == ValueTarget::local ? target.name : temp());
  }
  for (const Binding* b : flow.assigns) outs.push_back(name_of(b));
  std::string text = text_of(e, value), left;
  for (const std::string& name : outs) left += (left.empty() ? "" : ", ") + name;
  line(left.empty() ? text : left + " = " + text);
  if (is_loop && target.kind == ValueTarget::local) line(target.name + " = nil");
  if (leaves(e)) return go_on(e, target, out, rest);
  if (target.kind == ValueTarget::result) parts_.closures.finish(out.result);
}

// Writes the code after e, which runs if e did not leave.
void TracedFlow::go_on(const Expr* e, const ValueTarget& target, const ConstructResults& out,
                       const std::function<void()>& rest) {
  bool has_value = fn().role == BodyRole::branch && fn().has_value;
  if (is_endless(e)) {  // the following code is unreachable
    line("do return 3, " + out.returned + (has_value ? ", ABSENT" : "") + list(fn().carries) +
         " end");
    fn().ended = true;
    return;
  }
  LuaBody like = fn();
  auto carries = fn().carries;
  auto places = fn().places;
  std::string body = parts_.closures.closure(like, {}, carries, [&] {
    for (const Binding* b : places) {
      if (std::ranges::find(carries, b) != carries.end()) continue;
      std::string outer = name_of(b);
      bind(b, local_name(outer));
    }
    if (target.kind == ValueTarget::result) {
      parts_.closures.finish(out.result);
    } else if (rest) {
      rest();
    }
  });
  line("do return R.go_on(" + names_of(carries) + ", " + truth_text(has_value) + ", " +
       quoted(leaver(e)) + ", " + out.code + ", " + out.returned + ", " + body + list(carries) +
       ") end");
  fn().ended = true;
}

std::string TracedFlow::text_of(const Expr* e, bool value) {
  switch (e->kind) {
    case ExprKind::if_: return if_(static_cast<const If*>(e), value);
    case ExprKind::match: return match(static_cast<const Match*>(e), value);
    case ExprKind::while_: return while_(static_cast<const While*>(e));
    case ExprKind::for_: return for_(static_cast<const For*>(e), value);
    default: return block(static_cast<const BlockExpr*>(e), value);
  }
}

std::string TracedFlow::block(const BlockExpr* e, bool value) {
  LuaBody like = body_of(e->flow, value);
  std::string body = parts_.closures.closure(
      like, {}, like.carries, [&] { parts_.statements.block(e, {ValueTarget::result}); });
  return "(" + body + ")(" + list(like.carries, false) + ")";
}

// The branches from i on. Each `else` is a closure around the remaining branches.
std::string TracedFlow::branch_at(const If* e, const LuaBody& like, size_t i) {
  const IfBranch& branch = e->branches[i];
  Piece condition = spill(expr(branch.condition));
  auto body = [&](const BlockExpr* block) {
    return parts_.closures.closure(like, {}, like.carries,
                                   [&] { parts_.statements.block(block, {ValueTarget::result}); });
  };
  std::string yes = body(branch.body), no = "nil";
  if (i + 1 < e->branches.size()) {
    no = parts_.closures.closure(like, {}, like.carries,
                                 [&] { line("return " + branch_at(e, like, i + 1)); });
  } else if (e->otherwise != nullptr) {
    no = body(e->otherwise);
  }
  return mark(branch.word, {branch.condition->span}) + "R.if_(" + names_of(like.carries) + ", " +
         truth_text(like.leaves) + ", " + truth_text(like.has_value) + ", " + condition.text +
         ", " + yes + ", " + no + list(like.carries) + ")";
}

std::string TracedFlow::if_(const If* e, bool value) {
  LuaBody like = body_of(e->flow, value);
  bool is_flat = e->branches.size() > 2 && has_plain_conditions(e);
  return is_flat ? chain(e, like) : branch_at(e, like, 0);
}

// Whether no condition of a chain assigns anything.
bool TracedFlow::has_plain_conditions(const If* e) const {
  for (const IfBranch& branch : e->branches) {
    if (w_.core.of(branch.condition).assigns) return false;
  }
  return true;
}

// Writes a chain of else if without nesting, as the arms of a match without a subject.
std::string TracedFlow::chain(const If* e, const LuaBody& like) {
  LuaBody testing = {.role = BodyRole::branch, .traced = true, .has_value = true};
  std::string tests = "{", bodies = "{", v = fresh("v");
  for (const IfBranch& branch : e->branches) {
    tests += parts_.closures.closure(testing, {}, {}, [&] {
      into(branch.condition, {ValueTarget::result});
    }) + ", ";
    bodies += parts_.closures.closure(like, {v}, like.carries, [&] {
      parts_.statements.block(branch.body, {ValueTarget::result});
    }) + ", ";
  }
  tests += "function() return true end}";
  bodies += parts_.closures.closure(like, {v}, like.carries, [&] {
    if (e->otherwise != nullptr) {
      parts_.statements.block(e->otherwise, {ValueTarget::result});
    } else {
      parts_.closures.finish("nil");
    }
  });
  return mark(e->branches[0].word, {e->branches[0].condition->span}) + "R.match_(" +
         names_of(like.carries) + ", " + (like.leaves ? "true, " : "false, ") +
         (like.has_value ? "true" : "false") + ", nil, " + tests + ", " + bodies + "}" +
         list(like.carries) + ")";
}

std::string TracedFlow::match(const Match* e, bool value) {
  LuaBody like = body_of(e->flow, value);
  Piece subject = spill(expr(e->value));
  std::string tests = "{", bodies = "{";
  LuaBody testing = {.role = BodyRole::branch, .traced = true, .has_value = true};
  for (const Arm& arm : e->arms) {
    std::string v = fresh("v"), condition = fresh("c");
    tests += parts_.closures.closure(testing, {v}, {}, [&] {
      line("local " + condition + " = true");
      ++fn().locals;
      parts_.patterns.test(arm.pattern, v, "return false", condition);
      line("do return " + condition + " end");
    }) + ", ";
    bodies += parts_.closures.closure(like, {v}, like.carries, [&] {
      parts_.patterns.bind_pattern(arm.pattern, v);
      note_value(arm.body);
      into(arm.body, {ValueTarget::result});
    }) + ", ";
  }
  return mark(e->value->span, {e->value->span}) + "R.match_(" + names_of(like.carries) + ", " +
         truth_text(like.leaves) + ", " + truth_text(value) + ", " + subject.text + ", " + tests +
         "}, " + bodies + "}" + list(like.carries) + ")";
}

std::string TracedFlow::while_(const While* e) {
  LuaBody like = body_of(e->flow, false);
  like.role = BodyRole::loop;
  LuaBody testing = {
      .role = BodyRole::branch, .traced = true, .has_value = true, .carries = like.carries};
  std::string condition = parts_.closures.closure(
      testing, {}, like.carries, [&] { into(e->condition, {ValueTarget::result}); });
  std::string body = parts_.closures.closure(
      like, {}, like.carries, [&] { parts_.statements.block(e->body, {ValueTarget::result}); });
  return mark(e->condition->span, {e->condition->span}) + "R.while_(" + names_of(like.carries) +
         ", " + truth_text(like.leaves) + ", " + truth_text(w_.core.of(e->body).prints) + ", " +
         condition + ", " + body + list(like.carries) + ")";
}

std::string TracedFlow::for_(const For* e, bool value) {
  LuaBody like = body_of(e->flow, value);
  if (!value) like.role = BodyRole::loop;
  Piece source = spill(expr(e->clause.source));
  std::string item = fresh("x");
  std::string body = parts_.closures.closure(like, {item}, like.carries, [&] {
    parts_.patterns.destructure(e->clause.pattern, item);
    parts_.statements.block(e->body, {ValueTarget::result});
  });
  std::string head = value ? "R.scan(" + names_of(like.carries)
                           : "R.for_(" + names_of(like.carries) + ", " + truth_text(like.leaves);
  head += str(", ", truth_text(w_.core.of(e->body).prints));
  return mark(e->clause.source->span, {e->clause.source->span}) + head + ", " + source.text + ", " +
         body + list(like.carries) + ")";
}

}  // namespace rille::lang
