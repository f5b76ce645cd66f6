// NativeFlow: jumps and loops of Lua.
#include <limits>

#include "lang/emit/parts.h"

namespace rille::lang {
namespace {

// Whether an expression is an integer literal other than the smallest integer.
bool has_one_below(const Expr* e) {
  return e->kind == ExprKind::integer &&
         static_cast<const IntegerLiteral*>(e)->value > std::numeric_limits<int64_t>::min();
}

}  // namespace

void NativeFlow::branches(const If* e, const std::string& done, const ValueTarget& target) {
  for (const IfBranch& branch : e->branches) {
    std::string next = fresh("L");
    put("do\n");
    scope([&] {
      parts_.comparisons.branch(branch.condition, true, "goto " + next);
      parts_.statements.block(branch.body, target);
      line("goto " + done);
    });
    line("end ::" + next + "::");
  }
  put("do\n");
  scope([&] {
    if (e->otherwise != nullptr) {
      parts_.statements.block(e->otherwise, target);
    } else if (target.kind != ValueTarget::discard) {
      give(constant("nil"), target);
    }
  });
}

// Each branch is a separate block that jumps past the last one, so that long chains are not nested,
// and nested ifs are one Lua block per level. The upper levels have an enclosing block: Lua
// searches for a label among those of all open blocks, and allows 32,767 of them.
void NativeFlow::if_(const If* e, const ValueTarget& target) {
  constexpr int upper = 32;
  fn().saw_control = true;
  bool is_upper = nested_ifs_++ < upper;
  if (is_upper) put("do\n");
  std::string done = fresh("L");
  branches(e, done, target);
  line("end ::" + done + (is_upper ? ":: end" : "::"));
  --nested_ifs_;
}

void NativeFlow::match(const Match* e, const ValueTarget& target) {
  fn().saw_control = true;
  std::string done = fresh("L");
  put("do\n");
  scope([&] {
    std::string value = spill(expr(e->value)).head();
    for (const Arm& arm : e->arms) {
      std::string next = fresh("L");
      put("do\n");
      scope([&] {
        parts_.patterns.test(arm.pattern, value, "goto " + next, "");
        parts_.patterns.bind_pattern(arm.pattern, value);
        note_value(arm.body);
        into(arm.body, target);
        line("goto " + done);
      });
      line("end ::" + next + "::");
    }
    line(mark(e->value->span) + "R.no_match(" + value + ")");
  });
  line("::" + done + ":: end");
}

void NativeFlow::while_(const While* e) {
  fn().saw_control = true;
  int locals = fn().locals;
  put("do\n");
  std::vector<const Binding*> marks = hoist_marks(e->condition, e->body);
  w_.loops.push_back(fresh("L"));
  put(mark(e->condition->span) + "while true do\n");
  scope([&] {
    statement([&] { parts_.comparisons.branch(e->condition, true, "break"); });
    put("do\n");
    parts_.statements.block(e->body, {});
    line("end ::" + w_.loops.back() + "::");
  });
  line("end end");
  w_.loops.pop_back();
  drop_marks(marks);
  fn().locals = locals;
}

// The inclusive bounds of Lua's loop. If a bound is not known to be an integer, a range is created
// at run time.
void NativeFlow::range_ends(const RangeExpr* range, std::string& low, std::string& high) {
  std::vector<Piece> ends = operands({range->start, range->stop}, false);
  // The smallest integer has no predecessor: a bound below all integers ends the loop at once.
  auto last_of = [](const std::string& low, const std::string& high) {
    return low + " < " + high + " and " + high + " - 1 or -1e999";
  };
  bool is_safe = has_one_below(range->stop) || w_.core.of(range->stop).is_natural;
  bool low_is_int = is_integer(range->start), high_is_int = is_integer(range->stop);
  low = ends[0].text;
  high = ends[1].at(Prec::add) + " - 1";
  if (low_is_int && high_is_int && is_safe) return;
  low = spill(ends[0]).text;
  high = spill(ends[1]).text;
  std::string last = is_safe ? high + " - 1" : last_of(low, high);
  if (low_is_int && high_is_int) {
    high = std::move(last);
    return;
  }
  std::string test = low_is_int ? "" : "ISINT(" + low + ")";
  if (!high_is_int) test += (test.empty() ? "" : " and ") + ("ISINT(" + high + ")");
  std::string from = temp(), to = temp();
  line("if " + test + " then " + from + ", " + to + " = " + low + ", " + last + " else " + from +
       ", " + to + " =" + mark(range->op_span, {range->start->span, range->stop->span}) +
       " R.bounds(" + low + ", " + high + ") end");
  low = std::move(from);
  high = std::move(to);
}

// for i in a..b: Lua's numeric loop. Returns its header and the name of the item.
bool NativeFlow::range_loop(const Clause& clause, std::string& header, std::string& item) {
  bool is_name = clause.pattern->kind == PatternKind::name;
  if (clause.source->kind != ExprKind::range) return false;
  if (!is_name && clause.pattern->kind != PatternKind::any) return false;
  auto* range = static_cast<const RangeExpr*>(clause.source);
  std::string low, high;
  range_ends(range, low, high);
  fn().locals += 4;  // the internal locals of Lua, and the item
  fn().declared += 4;
  item = is_name ? plain_name(clause.pattern->binding) : fresh("i");
  if (is_name) w_.names[clause.pattern->binding] = item;
  header = mark(range->op_span) + "for " + item + " = " + low + ", " + high + " do\n";
  return true;
}

// A loop over any value that R.items() accepts. Returns its header and the name of the item.
std::string NativeFlow::items_loop(const Clause& clause, std::string& item) {
  Piece source = stands_for(clause.pattern) ? plain_expr(clause.source) : expr(clause.source);
  std::string items = temp(), count = temp(), get = temp(), turn = fresh("i");
  item = fresh("x");
  line(items + ", " + count + ", " + get + " =" + mark(clause.source->span, {clause.source->span}) +
       " R.items(" + source.text + ")");
  fn().locals += 5;
  fn().declared += 5;
  return "for " + turn + " = 1, " + count + " do\nlocal " + item + " if " + get + " then " +
         mark(clause.source->span, {clause.source->span}) + item + " = " + get + "(" + items +
         ", " + turn + ") if " + item + " == END then break end else " + item + " = " + items +
         "[" + turn + "] end\n";
}

void NativeFlow::loop(const Clause& clause, const Expr* turn, const std::function<void()>& body) {
  fn().saw_control = true;
  w_.loops.push_back(fresh("L"));
  put("do\n");
  scope([&] {
    std::string header, item;
    bool is_range = range_loop(clause, header, item);
    if (!is_range) header = items_loop(clause, item);
    // After the source is evaluated: a loop over a tuple shares it.
    std::vector<const Binding*> marks = hoist_marks(nullptr, turn);
    put(header);
    if (!is_range) parts_.patterns.destructure(clause.pattern, item);
    put("do\n");
    body();
    line("end ::" + w_.loops.back() + "::");
    line("end");
    drop_marks(marks);
  });
  line("end");
  w_.loops.pop_back();
}

void NativeFlow::for_(const For* e, const ValueTarget& target) {
  if (!e->flow.taken || target.kind == ValueTarget::discard) {
    loop(e->clause, e->body, [&] { scope([&] { parts_.statements.block(e->body, {}); }); });
    if (target.kind != ValueTarget::discard) give(constant("nil"), target);
    return;
  }
  std::string items = temp(), count = temp();
  line(items + ", " + count + " = {}, 0");
  loop(e->clause, e->body, [&] {
    scope([&] {
      std::string value = temp();
      parts_.statements.block(e->body, {ValueTarget::local, value});
      line(count + " = " + count + " + 1 " + items + "[" + count + "] = " + value);
    });
  });
  give({mark(e->span) + "R.stack(" + items + ", " + count + ")"}, target);
}

// Locals that hold whether the tuples that the loop writes are owned, since no code in the loop
// shares them. They are valid until drop_marks().
std::vector<const Binding*> NativeFlow::hoist_marks(const Expr* condition, const Expr* body) {
  std::vector<const Binding*> made;
  if (fn().traced || is_deep()) return made;
  size_t begin = w_.core.of(condition != nullptr ? condition : body).first;
  for (const Binding* b : written_elements(w_.core, {begin, body->core + 1})) {
    bool is_outer = w_.names.contains(b) && b->span.begin < body->span.begin;
    if (!is_outer || !b->is_place() || b->may_be_unset) continue;
    if (w_.hoisted.contains(b) || in_table(b)) continue;
    ++fn().locals;
    std::string own = fresh("o");
    bool is_dict = w_.core.of(b).sort == StaticType::dict;
    line("local " + own + " = " + name_of(b) +
         std::string(is_dict ? owned_words_index : owned_index));
    w_.hoisted[b] = own;
    made.push_back(b);
  }
  return made;
}

void NativeFlow::drop_marks(const std::vector<const Binding*>& made) {
  for (const Binding* b : made) w_.hoisted.erase(b);
}

}  // namespace rille::lang
