// Comparisons: values, and jumps on conditions.
#include <algorithm>
#include <ranges>

#include "lang/core/passes.h"
#include "lang/emit/parts.h"

namespace rille::lang {
namespace {

constexpr size_t max_guarded = 20;  // maximum links of a chain with nested closures

const char* lua_relation(Relation r) {
  switch (r) {
    case Relation::equal: return "==";
    case Relation::unequal: return "~=";
    case Relation::less: return "<";
    case Relation::less_equal: return "<=";
    case Relation::greater: return ">";
    case Relation::greater_equal: return ">=";
  }
  return "==";
}

const char* runtime_relation(Relation r) {
  switch (r) {
    case Relation::equal: return "R.eq(";
    case Relation::unequal: return "R.ne(";
    case Relation::less: return "R.lt(";
    case Relation::less_equal: return "R.le(";
    case Relation::greater: return "R.gt(";
    case Relation::greater_equal: return "R.ge(";
  }
  return "R.eq(";
}

// The operand that is compared with a string literal by == or !=, outside of traces; null if
// neither side is a string literal. If Lua finds them different, the operand may be a tuple of
// strings.
const Piece* beside_string(const CompareLink& link, const Piece& left, bool left_is_string,
                           const Piece& right, bool right_is_string) {
  if (!is_equality(link.relation)) return nullptr;
  return left_is_string ? &right : right_is_string ? &left : nullptr;
}

}  // namespace

// The condition under which Lua's own comparison is correct: a <= a holds only for numbers and
// strings. "" if that is known statically.
std::string Comparisons::guards(const CompareLink& link, const Expr* left_e, const Piece& left,
                                const Piece& right) {
  std::string text;
  if (!is_numeric(left_e)) text = left.text + " <= " + left.text;
  if (is_numeric(link.right)) return text;
  return text + (text.empty() ? "" : " and ") + right.text + " <= " + right.text;
}

// Both sides are stable unless the comparison is native.
Piece Comparisons::relation(const CompareLink& link, const Expr* left_e, const Piece& left,
                            const Piece& right) {
  std::string native =
      left.at(Prec::add) + " " + lua_relation(link.relation) + " " + right.at(Prec::add);
  if (native_relation(link, left_e)) return {native, Prec::compare};
  std::string at = mark(link.op_span, {left_e->span, link.right->span});
  std::string slow = runtime_relation(link.relation) + left.text + ", " + right.text + ")";
  if (is_equality(link.relation) && !orders(left_e) && !orders(link.right)) {
    return {at + slow};
  }
  std::string result = temp();
  auto is_string_here = [&](const Expr* e) { return orders(e) && !is_numeric(e); };
  if (const Piece* other =
          beside_string(link, left, is_string_here(left_e), right, is_string_here(link.right))) {
    std::string differs = link.relation == Relation::unequal ? result : "not " + result;
    line(result + " = " + native);
    line("if " + differs + " and not (" + other->text + " <= " + other->text + ") then " + result +
         at + " = " + slow + " end");
    return local_name(result);
  }
  line("if " + guards(link, left_e, left, right) + " then " + result + at + " = " + native +
       " else " + result + at + " = " + slow + " end");
  return local_name(result);
}

// The sides of the first link, in locals if they are used more than once.
Piece Comparisons::first_link(const Compare* e, std::vector<Piece>& codes) {
  const CompareLink& link = e->links[0];
  parts_.expressions.compared = e->first;
  codes = operands({e->first, link.right}, false);
  if (e->links.size() > 1 || !native_relation(link, e->first)) {
    for (Piece& code : codes) code = spill(std::move(code));
  }
  return relation(link, e->first, codes[0], codes[1]);
}

// a < b < c means a < b and b < c; b is evaluated once, and c only if a < b.
Piece Comparisons::compare(const Compare* e) {
  std::vector<Piece> codes;
  Piece result = first_link(e, codes);
  if (e->links.size() == 1) return result;
  auto may_fail = [this](const CompareLink& link) { return w_.core.of(link.right).may_fail; };
  bool guards = std::ranges::any_of(e->links | std::views::drop(1), may_fail);
  if (guards && fn().traced && e->links.size() <= max_guarded && assigned_in(e).empty()) {
    return guarded_chain(e, 1, std::move(result), codes[1]);
  }
  if (guards && !fn().traced) fn().saw_control = true;
  std::string all = temp();
  line(all + " = " + result.text);
  chain(e, all, codes[1]);
  return local_name(all);
}

// `is` and the links from i on, each in a closure that runs only if the links before it hold.
Piece Comparisons::guarded_chain(const Compare* e, size_t i, Piece is, const Piece& left) {
  is = spill(std::move(is));
  const CompareLink& link = e->links[i];
  LuaBody like = {.role = BodyRole::branch, .traced = true, .has_value = true};
  std::string rest = parts_.closures.closure(like, {}, {}, [&] {
    Piece right = spill(borrow(link.right));
    Piece next = relation(link, e->links[i - 1].right, left, right);
    bool is_last = i + 1 == e->links.size();
    parts_.closures.finish((is_last ? next : guarded_chain(e, i + 1, std::move(next), right)).text);
  });
  std::string at = mark(link.op_span, {e->links[i - 1].right->span, link.right->span});
  return {at + "R.logic({}, true, " + is.text + ", " + rest + ")"};
}

// Writes each further link as a separate block, so that long chains are not nested. Two locals
// hold the operands alternately.
void Comparisons::chain(const Compare* e, const std::string& all, Piece left) {
  const Expr* left_e = e->links[0].right;
  std::string own[2] = {temp(), temp()};
  for (size_t i = 1; i < e->links.size(); ++i) {
    const CompareLink& link = e->links[i];
    put(str("if ", all, " ~= false then\n"));
    int locals = fn().locals;
    Piece right = local_name(own[i % 2]);
    line(right.text + " = " + borrow(link.right).text);
    Piece next = relation(link, left_e, left, right);
    std::string at = mark(link.op_span, {left_e->span, link.right->span});
    line(str(all, " =", at, " R.and_(", all, ", ", next.text, ")"));
    fn().locals = locals;
    put("end\n");
    left = right;
    left_e = link.right;
  }
}

// In a trace the right side is a closure: its checks, output, and assignments apply only if the
// left side does not decide.
Piece Comparisons::guarded_logic(const Logic* e, Piece left) {
  left = spill(std::move(left));
  LuaBody like = {.role = BodyRole::branch,
                  .traced = true,
                  .has_value = true,
                  .carries = assigned_in(e->right)};
  std::string right = parts_.closures.closure(like, {}, like.carries,
                                              [&] { into(e->right, {ValueTarget::result}); });
  std::string result = temp();
  std::string at = mark(e->op_span, {e->left->span, e->right->span});
  line(result + list(like.carries) + " =" + at + " R.logic(" + names_of(like.carries) + ", " +
       (e->is_and ? "true, " : "false, ") + left.text + ", " + right + list(like.carries) + ")");
  return local_name(result);
}

Piece Comparisons::logic(const Logic* e) {
  Piece left = borrow(e->left);
  Piece right;
  bool native = is_boolean(e->left) && is_boolean(e->right);
  if (!native && w_.core.of(e->right).may_fail) {
    if (fn().traced) return guarded_logic(e, std::move(left));
    fn().saw_control = true;
  }
  std::string before = captured([&] { right = borrow(e->right); });
  Prec prec = e->is_and ? Prec::logic_and : Prec::logic_or;
  const char* word = e->is_and ? " and " : " or ";
  if (native && before.empty()) return {left.at(prec) + word + right.at(Prec::compare), prec};
  std::string result = temp();
  line(result + " = " + left.text);
  const char* decides = e->is_and ? "false" : "true";
  std::string open = str(result, " ~= ", decides);
  if (!native) open += str(" and not R.decides(", result, ", ", decides, ")");
  put("if " + open + " then\n" + before);
  std::string at = mark(e->op_span, {e->left->span, e->right->span});
  if (native) {
    line(result + " = " + right.text);
  } else {
    line(result + " =" + at + (e->is_and ? " R.and_(" : " R.or_(") + result + ", " + right.text +
         ")");
  }
  line("end");
  return local_name(result);
}

// Jumps if the comparison is not equal to `sense`.
void Comparisons::branch_relation(const Compare* e, bool sense, const std::string& jump) {
  const CompareLink& link = e->links[0];
  parts_.expressions.compared = e->first;
  std::vector<Piece> codes = operands({e->first, link.right}, false);
  std::string is = sense ? "if not (" : "if (";
  if (native_relation(link, e->first)) {
    line(is + relation(link, e->first, codes[0], codes[1]).text + ") then " + jump + " end");
    return;
  }
  for (Piece& code : codes) code = spill(std::move(code));
  std::string native =
      codes[0].at(Prec::add) + " " + lua_relation(link.relation) + " " + codes[1].at(Prec::add);
  std::string at = mark(link.op_span, {e->first->span, link.right->span});
  std::string slow =
      std::string(runtime_relation(link.relation)) + codes[0].text + ", " + codes[1].text + ")";
  std::string negated = sense ? "not " : "";
  auto is_string_here = [&](const Expr* side) { return orders(side) && !is_numeric(side); };
  if (const Piece* other = beside_string(link, codes[0], is_string_here(e->first), codes[1],
                                         is_string_here(link.right))) {
    std::string same = other->text + " <= " + other->text, go = " then " + jump + " end";
    std::string truly = " " + at + "if " + negated + "R.truth(" + slow + ")" + go;
    bool may_be = (link.relation == Relation::equal) == sense;  // Lua's result may be wrong
    line(may_be ? is + native + ") then if " + same + go + truly + " end"
                : is + native + ")" + go + " if not (" + same + ") then" + truly + " end");
    return;
  }
  line("if " + guards(link, e->first, codes[0], codes[1]) + " then" + at + " " + is + native +
       ") then " + jump + " end else" + at + "if " + negated + "R.truth(" + slow + ") then " +
       jump + " end end");
}

void Comparisons::branch_logic(const Logic* e, bool sense, const std::string& jump) {
  if (e->is_and == sense) {
    branch(e->left, sense, jump);
    return branch(e->right, sense, jump);
  }
  std::string done = fresh("L");
  statement([&] { branch(e->left, !sense, "goto " + done); });
  put("do\n");
  branch(e->right, sense, jump);
  line("end ::" + done + "::");
}

void Comparisons::branch(const Expr* e, bool sense, const std::string& jump) {
  if (e->kind == ExprKind::invert) {
    return branch(static_cast<const Unary*>(e)->operand, !sense, jump);
  }
  if (e->kind == ExprKind::logic) return branch_logic(static_cast<const Logic*>(e), sense, jump);
  if (e->kind == ExprKind::compare && static_cast<const Compare*>(e)->links.size() == 1) {
    return branch_relation(static_cast<const Compare*>(e), sense, jump);
  }
  Piece code = borrow(e);
  if (is_boolean(e)) {
    std::string test = sense ? "not " + code.at(Prec::unary) : code.text;
    return line("if " + test + " then " + jump + " end");
  }
  std::string c = spill(std::move(code)).text, at = mark(e->span, {e->span});
  std::string test = sense ? " ~= true and (" + c + " == false or not" + at + " R.truth(" + c + "))"
                           : " == true or " + c + " ~= false and" + at + " R.truth(" + c + ")";
  line("if " + c + test + " then " + jump + " end");
}

}  // namespace rille::lang
