// Control flow on host bools: jumps and loops of Lua.
#include "lang/emit/emitter.h"

namespace rille::lang {

// Each branch is a block of its own that jumps behind the last one, so that long chains do not
// nest, and nesting ifs are one block of Lua a level. The upper levels have a block around it all:
// Lua looks for a label among all those of the open blocks, and allows 32,767 of them.
void Emitter::native_if(const If* e, const Target& target) {
  constexpr int upper = 32;
  fn().saw_control = true;
  bool is_upper = nested_ifs_++ < upper;
  if (is_upper) put("do\n");
  std::string done = fresh("L");
  for (const Branch& branch : e->branches) {
    std::string next = fresh("L");
    put("do\n");
    scope([&] {
      branch_false(branch.condition, "goto " + next);
      block(branch.body, target);
      line("goto " + done);
    });
    line("end ::" + next + "::");
  }
  put("do\n");
  scope([&] {
    if (e->otherwise != nullptr) {
      block(e->otherwise, target);
    } else if (target.kind != Target::discard) {
      give(constant("nil"), target);
    }
  });
  line("end ::" + done + (is_upper ? ":: end" : "::"));
  --nested_ifs_;
}

void Emitter::native_match(const Match* e, const Target& target) {
  fn().saw_control = true;
  std::string done = fresh("L");
  put("do\n");
  scope([&] {
    std::string value = spill(expr(e->value)).text;
    for (const Arm& arm : e->arms) {
      std::string next = fresh("L");
      put("do\n");
      scope([&] {
        test(arm.pattern, value, "goto " + next, "");
        bind_pattern(arm.pattern, value);
        into(arm.body, target);
        line("goto " + done);
      });
      line("end ::" + next + "::");
    }
    line(mark(e->value->span) + "R.no_match(" + value + ")");
  });
  line("::" + done + ":: end");
}

void Emitter::native_while(const While* e) {
  fn().saw_control = true;
  int locals = fn().locals;
  put("do\n");
  std::vector<const Binding*> marks = hoist_marks(e->condition, e->body);
  loops_.push_back(fresh("L"));
  put(mark(e->condition->span) + "while true do\n");
  scope([&] {
    statement([&] { branch_false(e->condition, "break"); });
    put("do\n");
    block(e->body, {});
    line("end ::" + loops_.back() + "::");
  });
  line("end end");
  loops_.pop_back();
  drop_marks(marks);
  fn().locals = locals;
}

// for i in a..b: Lua's numeric loop. Gives its head, and the name of the item.
bool Emitter::range_loop(const Clause& clause, std::string& header, std::string& item) {
  bool is_name = clause.pattern->kind == PatternKind::name;
  if (clause.source->kind != ExprKind::range) return false;
  if (!is_name && clause.pattern->kind != PatternKind::any) return false;
  auto* range = static_cast<const Range*>(clause.source);
  std::vector<Piece> ends = operands({range->start, range->stop}, false);
  // Of the least int there is none below: a limit below all ints ends the loop before it begins.
  auto last_of = [](const std::string& low, const std::string& high) {
    return low + " < " + high + " and " + high + " - 1 or -1e999";
  };
  bool is_safe = range->stop->kind == ExprKind::integer || proof_.is_natural(range->stop);
  std::string low = ends[0].text, high = ends[1].at(Prec::add) + " - 1";
  if (is_integer(range->start) && is_integer(range->stop) && !is_safe) {
    low = spill(ends[0]).text;
    high = last_of(low, spill(ends[1]).text);
  } else if (!is_integer(range->start) || !is_integer(range->stop)) {
    low = spill(ends[0]).text;
    high = spill(ends[1]).text;
    std::string test = is_integer(range->start) ? "" : "ISINT(" + low + ")";
    if (!is_integer(range->stop)) {
      test += (test.empty() ? "" : " and ") + ("ISINT(" + high + ")");
    }
    std::string from = temp(), to = temp();
    std::string last = is_safe ? high + " - 1" : last_of(low, high);
    line("if " + test + " then " + from + ", " + to + " = " + low + ", " + last + " else " + from +
         ", " + to + " =" + mark(range->op_span, {range->start->span, range->stop->span}) +
         " R.bounds(" + low + ", " + high + ") end");
    low = std::move(from);
    high = std::move(to);
  }
  fn().locals += 4;  // Lua's own, and the item
  item = is_name ? plain_name(clause.pattern->binding) : fresh("i");
  if (is_name) names_[clause.pattern->binding] = item;
  header = mark(range->op_span) + "for " + item + " = " + low + ", " + high + " do\n";
  return true;
}

void Emitter::native_loop(const Clause& clause, const Expr* turn,
                          const std::function<void()>& body) {
  fn().saw_control = true;
  loops_.push_back(fresh("L"));
  put("do\n");
  scope([&] {
    std::string header, item;
    bool is_range = range_loop(clause, header, item);
    if (!is_range) {
      Piece source = stands_for(clause.pattern) ? plain_expr(clause.source) : expr(clause.source);
      std::string items = temp(), count = temp(), get = temp(), turn = fresh("i");
      item = fresh("x");
      line(items + ", " + count + ", " + get + " =" +
           mark(clause.source->span, {clause.source->span}) + " R.items(" + source.text + ")");
      fn().locals += 5;
      header = "for " + turn + " = 1, " + count + " do\nlocal " + item + " if " + get + " then " +
               mark(clause.source->span, {clause.source->span}) + item + " = " + get + "(" + items +
               ", " + turn + ") if " + item + " == END then break end else " + item + " = " +
               items + "[" + turn + "] end\n";
    }
    // When the source is there: a loop over a tuple shares it.
    std::vector<const Binding*> marks = hoist_marks(nullptr, turn);
    put(header);
    if (!is_range) destructure(clause.pattern, item);
    put("do\n");
    body();
    line("end ::" + loops_.back() + "::");
    line("end");
    drop_marks(marks);
  });
  line("end");
  loops_.pop_back();
}

void Emitter::native_for(const For* e, const Target& target) {
  if (!e->flow.taken || target.kind == Target::discard) {
    native_loop(e->clause, e->body, [&] { scope([&] { block(e->body, {}); }); });
    if (target.kind != Target::discard) give(constant("nil"), target);
    return;
  }
  std::string items = temp(), count = temp();
  line(items + ", " + count + " = {}, 0");
  native_loop(e->clause, e->body, [&] {
    scope([&] {
      std::string value = temp();
      block(e->body, {Target::local, value});
      line(count + " = " + count + " + 1 " + items + "[" + count + "] = " + value);
    });
  });
  give({mark(e->span) + "R.stack(" + items + ", " + count + ")"}, target);
}

}  // namespace rille::lang
