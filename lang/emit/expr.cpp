// Expressions: order of evaluation, names, operators.
#include "lang/emit/emitter.h"
#include "lang/emit/lua_text.h"

namespace rille::lang {
namespace {

// Lua's parser recurses once or twice a level and stops at 200; a deep expression is cut into
// locals.
constexpr int cut_every = 24;

const char* lua_operator(Operator op) {
  switch (op) {
    case Operator::add: return "+";
    case Operator::sub: return "-";
    case Operator::mul: return "*";
    case Operator::div: return "/";
    case Operator::floor_div: return "//";
    case Operator::mod: return "%";
    default: return nullptr;
  }
}

Prec precedence(Operator op) {
  return op == Operator::add || op == Operator::sub ? Prec::add : Prec::mul;
}

bool is_nonzero_literal(const Expr* e) {
  if (e->kind == ExprKind::integer) return static_cast<const Integer*>(e)->value != 0;
  return e->kind == ExprKind::floating;
}

// What the parser does not count the height of.
bool nests(const Expr* e) {
  switch (e->kind) {
    case ExprKind::tuple:
    case ExprKind::record:
    case ExprKind::array:
    case ExprKind::call:
    case ExprKind::string:
    case ExprKind::gather: return true;
    default: return false;
  }
}

Prec next(Prec p) { return static_cast<Prec>(static_cast<int>(p) + 1); }

}  // namespace

// A value that somebody keeps: where it is part of a place that is updated in place, the place
// no longer owns it alone.
Piece Emitter::expr(const Expr* e) {
  Piece code = plain_expr(e);
  if (is_updated(e) && !is_taken_over(e)) code = share(code);
  bool is_tall =
      e->height % cut_every == 0 || (nests(e) && !code.stable && nesting(code.text) > cut_every);
  return is_tall ? spill(std::move(code)) : code;
}

Piece Emitter::plain_expr(const Expr* e) {
  switch (e->kind) {
    case ExprKind::nil: return constant("nil");
    case ExprKind::boolean:
      return constant(static_cast<const Boolean*>(e)->value ? "true" : "false");
    case ExprKind::integer: return constant(integer_literal(static_cast<const Integer*>(e)->value));
    case ExprKind::floating:
      return constant(number_literal(static_cast<const Floating*>(e)->value));
    case ExprKind::string: return string(static_cast<const StringLiteral*>(e));
    case ExprKind::name: return name(static_cast<const Name*>(e));
    case ExprKind::tuple: return tuple(static_cast<const Tuple*>(e));
    case ExprKind::record: return record(static_cast<const Record*>(e));
    case ExprKind::array: return array(static_cast<const Array*>(e), "");
    case ExprKind::gather: return gather(static_cast<const Gather*>(e));
    case ExprKind::call: return call(static_cast<const Call*>(e));
    case ExprKind::dot: return dot(static_cast<const Dot*>(e));
    case ExprKind::index: return index(static_cast<const Index*>(e));
    case ExprKind::negate: return negate(static_cast<const Unary*>(e));
    case ExprKind::invert: return invert(static_cast<const Unary*>(e));
    case ExprKind::binary: return binary(static_cast<const Binary*>(e));
    case ExprKind::logic: return logic(static_cast<const Logic*>(e));
    case ExprKind::compare: return compare(static_cast<const Compare*>(e));
    case ExprKind::range: return range(static_cast<const Range*>(e));
    case ExprKind::lambda: return lambda(static_cast<const Lambda*>(e));
    case ExprKind::if_:
    case ExprKind::match:
    case ExprKind::for_:
    case ExprKind::while_:
    case ExprKind::block: {
      std::string result = temp();
      into(e, {Target::local, result});
      return local_name(result);
    }
    case ExprKind::broken: break;
  }
  return constant("nil");
}

// Evaluates in order. Where a later piece needs statements before it, the earlier ones are
// put into locals, so that nothing overtakes them.
std::vector<Piece> Emitter::sequence(const Evals& evals) {
  std::vector<Piece> codes;
  for (const auto& eval : evals) {
    Piece code;
    std::string before = captured([&] { code = eval(); });
    if (!before.empty()) {
      for (Piece& earlier : codes) earlier = spill(kept(std::move(earlier)));
      put(before);
    }
    codes.push_back(std::move(code));
  }
  return codes;
}

std::vector<Piece> Emitter::operands(const std::vector<const Expr*>& list, bool keeps) {
  Evals evals;
  for (const Expr* e : list) {
    evals.push_back([this, e, keeps] { return keeps ? expr(e) : borrow(e); });
  }
  return sequence(evals);
}

Piece Emitter::name(const Name* e) {
  const Binding* b = e->binding;
  if (b == nullptr) return {"B" + field_access(e->text), Prec::primary, true};
  auto copy = copies_.find(b);
  bool has_copy = copy != copies_.end() && fn().source == nullptr && !fn().traced;
  if (has_copy) return {copy->second, Prec::primary, true};
  std::string text = name_of(b);
  if (e->is_checked) {
    std::string unset = mark(e->span) + "R.unset(" + text + ", " + quoted(b->name) + ")";
    return {"(" + text + " ~= ABSENT and " + text + " or " + unset + ")"};
  }
  return {text, Prec::primary, !b->is_assigned && names_.contains(b)};
}

bool Emitter::is_boolean(const Expr* e) const {
  switch (e->kind) {
    case ExprKind::boolean: return true;
    case ExprKind::invert: return is_boolean(static_cast<const Unary*>(e)->operand);
    case ExprKind::logic: {
      auto& known = booleans_[may_be_traced() ? 1 : 0];
      if (auto found = known.find(e); found != known.end()) return found->second;
      auto* l = static_cast<const Logic*>(e);
      return known[e] = is_boolean(l->left) && is_boolean(l->right);
    }
    case ExprKind::compare: {
      auto* c = static_cast<const Compare*>(e);
      const Expr* left = c->first;
      for (const Link& link : c->links) {
        if (!native_relation(link, left)) return false;
        left = link.right;
      }
      return true;
    }
    case ExprKind::name:
    case ExprKind::call: return sort_of(e) == Sort::boolean;
    default: return false;
  }
}

// Without control flow a function has one body, which a trace runs too: there only literals are
// known to be numbers.
bool Emitter::has_one_body() const {
  return fn().source != nullptr && !is_host(fn().source) && !fn().saw_control;
}

bool Emitter::may_be_traced() const { return fn().traced || has_one_body(); }

Sort Emitter::sort_of(const Expr* e) const {
  return may_be_traced() ? proof_.of_literal(e) : proof_.of(e);
}

bool Emitter::is_numeric(const Expr* e) const { return is_number_sort(sort_of(e)); }

bool Emitter::is_integer(const Expr* e) const { return sort_of(e) == Sort::integer; }

Piece Emitter::negate(const Unary* e) {
  if (e->operand->kind == ExprKind::integer) {
    return constant("-" + integer_literal(static_cast<const Integer*>(e->operand)->value));
  }
  Piece x = borrow(e->operand);
  return {mark(e->span, {e->operand->span}) + "- " + x.at(Prec::unary), Prec::unary};
}

Piece Emitter::invert(const Unary* e) {
  Piece x = borrow(e->operand);
  if (is_boolean(e->operand)) return {"not " + x.at(Prec::unary), Prec::unary};
  return {mark(e->span, {e->operand->span}) + "R.not_(" + x.text + ")"};
}

Piece Emitter::binary(const Binary* e) {
  std::vector<Piece> codes = operands({e->left, e->right}, false);
  return arithmetic(e->op, e->op_span, e->left, e->right, codes[0], codes[1]);
}

// left_e is null where the left side is no expression of its own (x += e reads x).
Piece Emitter::arithmetic(Operator op, Span op_span, const Expr* left_e, const Expr* right_e,
                          Piece left, Piece right) {
  std::string at = mark(op_span, {left_e != nullptr ? left_e->span : op_span, right_e->span});
  bool numbers = left_e != nullptr && is_numeric(left_e) && is_numeric(right_e);
  if (op == Operator::pow) {
    // Lua multiplies for a power of 2; its other powers are the C library's, not compiled code's.
    bool whole = right_e->kind == ExprKind::integer;
    bool two = whole && static_cast<const Integer*>(right_e)->value == 2;
    bool floating = left_e != nullptr && sort_of(left_e) == Sort::floating;
    if (floating && two) {
      return {left.at(Prec::primary) + at + " ^ " + right.at(Prec::primary), Prec::pow};
    }
    if (floating && numbers && sort_of(right_e) == Sort::floating) {
      return {math("pow") + "(" + left.text + ", " + right.text + ")"};
    }
    return {at + "R.pow(" + left.text + ", " + right.text + ")"};
  }
  if (op == Operator::matmul) return {at + "R.matmul(" + left.text + ", " + right.text + ")"};
  const char* sign = lua_operator(op);
  Prec prec = precedence(op);
  std::string tail = at + " " + sign + " " + right.at(next(prec));
  bool ints = left_e != nullptr && is_integer(left_e) && is_integer(right_e);
  if (op == Operator::floor_div && !ints) return floored(at, right_e, left, right);
  bool may_be_zero = op == Operator::floor_div || op == Operator::mod;
  if (!may_be_zero || is_nonzero_literal(right_e)) return {left.at(prec) + tail, prec};
  left = spill(std::move(left));
  right = spill(std::move(right));
  const char* slow = op == Operator::mod ? "R.mod(" : "R.idiv(";
  std::string native = left.at(prec) + at + " " + sign + " " + right.at(next(prec));
  return {"(" + right.at(Prec::add) + " ~= 0 and " + native + " or " + at + slow + left.text +
          ", " + right.text + "))"};
}

// Lua's own `//` is the floor of the rounded quotient. For ints that is the floor of the true one,
// and for floats of 0 to 2^52 over a literal too: the product of an int and the literal is a float
// then, and no quotient below the int rounds up to it.
Piece Emitter::floored(const std::string& at, const Expr* right_e, Piece left, Piece right) {
  auto slow = [&] { return at + "R.idiv(" + left.text + ", " + right.text + ")"; };
  bool whole = right_e->kind == ExprKind::integer;
  int64_t divisor = whole ? static_cast<const Integer*>(right_e)->value : 0;
  if (divisor < 1 || divisor > 1 << 20 || fn().traced) return {slow()};
  left = spill(std::move(left));
  const std::string& x = left.text;
  // A string is <= itself, too; its own `//` refuses it.
  Piece native = spill({x + " <= " + x + " and " + x + at + " // " + right.text});
  return {"(" + native.text + " and 0 <= " + x + " and " + x + " <= 4503599627370496 and " +
          native.text + " or " + slow() + ")"};
}

Piece Emitter::range(const Range* e) {
  std::vector<Piece> codes = operands({e->start, e->stop}, false);
  return {mark(e->op_span, {e->start->span, e->stop->span}) + "R.range(" + codes[0].text + ", " +
          codes[1].text + ")"};
}

void Emitter::give(const Piece& code, const Target& target) {
  switch (target.kind) {
    case Target::discard:
      if (code.stable) return;
      ++fn().locals;
      line("local _ = " + code.text);
      return;
    case Target::local: line(target.name + " = " + code.text); return;
    case Target::result: finish(code.text); return;
  }
}

void Emitter::into(const Expr* e, const Target& target) {
  if (flow_of(e) == nullptr || e->kind == ExprKind::gather) return give(expr(e), target);
  if (fn().traced && (e->kind != ExprKind::block || leaves(e))) return traced(e, target, {});
  if (is_deep()) return outlined(e, target);
  construct(e, target);
}

void Emitter::construct(const Expr* e, const Target& target) {
  ++fn().depth;
  switch (e->kind) {
    case ExprKind::if_: native_if(static_cast<const If*>(e), target); break;
    case ExprKind::match: native_match(static_cast<const Match*>(e), target); break;
    case ExprKind::while_:
      native_while(static_cast<const While*>(e));
      if (target.kind != Target::discard) give(constant("nil"), target);
      break;
    case ExprKind::for_: native_for(static_cast<const For*>(e), target); break;
    case ExprKind::gather: give(gather(static_cast<const Gather*>(e)), target); break;
    default:
      put("do\n");
      scope([&] { block(static_cast<const Block*>(e), target); });
      put("end\n");
  }
  --fn().depth;
}

}  // namespace rille::lang
