// Expressions: evaluation order, names, and operators.
#include "lang/core/passes.h"
#include "lang/emit/lua_text.h"
#include "lang/emit/parts.h"

namespace rille::lang {
namespace {

// The parser of Lua recurses once or twice per level, up to 200. A deep expression is split by
// locals.
constexpr int cut_every = 24;

Prec precedence(BinaryOperator op) {
  return op == BinaryOperator::add || op == BinaryOperator::sub ? Prec::add : Prec::mul;
}

bool is_nonzero_literal(const Expr* e) {
  if (e->kind == ExprKind::integer) return static_cast<const IntegerLiteral*>(e)->value != 0;
  return e->kind == ExprKind::floating;
}

// Whether the parser does not count the height of an expression.
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

// A value that may escape. If it is a part of a variable that is updated in place, it is marked as
// shared.
Piece Expressions::expr(const Expr* e) {
  Piece code = plain_expr(e);
  if (is_updated(e) && !parts_.reads.is_taken_over(e)) code = parts_.reads.share(code);
  bool is_tall =
      e->height % cut_every == 0 || (nests(e) && !code.stable && nesting(code.text) > cut_every);
  return is_tall ? spill(std::move(code)) : code;
}

Piece Expressions::plain_expr(const Expr* e) {
  switch (e->kind) {
    case ExprKind::nil: return constant("nil");
    case ExprKind::boolean:
      return constant(static_cast<const BoolLiteral*>(e)->value ? "true" : "false");
    case ExprKind::integer:
      return constant(integer_literal(static_cast<const IntegerLiteral*>(e)->value));
    case ExprKind::floating:
      return constant(number_literal(static_cast<const FloatLiteral*>(e)->value));
    case ExprKind::string: return parts_.literals.string(static_cast<const StringLiteral*>(e));
    case ExprKind::name: return name(static_cast<const Name*>(e));
    case ExprKind::tuple: return parts_.literals.tuple(static_cast<const Tuple*>(e));
    case ExprKind::record: return parts_.literals.record(static_cast<const RecordExpr*>(e));
    case ExprKind::array: return parts_.literals.array(static_cast<const ArrayExpr*>(e), "");
    case ExprKind::gather: return parts_.closures.gather(static_cast<const Comprehension*>(e));
    case ExprKind::call: return parts_.calls.call(static_cast<const CallExpr*>(e));
    case ExprKind::dot: return parts_.reads.dot(static_cast<const Dot*>(e));
    case ExprKind::index: return parts_.reads.index(static_cast<const IndexExpr*>(e));
    case ExprKind::negate: return negate(static_cast<const Unary*>(e));
    case ExprKind::invert: return invert(static_cast<const Unary*>(e));
    case ExprKind::binary: return binary(static_cast<const Binary*>(e));
    case ExprKind::logic: return parts_.comparisons.logic(static_cast<const Logic*>(e));
    case ExprKind::compare: return parts_.comparisons.compare(static_cast<const Compare*>(e));
    case ExprKind::range: return range(static_cast<const RangeExpr*>(e));
    case ExprKind::lambda: return parts_.closures.lambda(static_cast<const Lambda*>(e));
    case ExprKind::if_:
    case ExprKind::match:
    case ExprKind::for_:
    case ExprKind::while_:
    case ExprKind::block: {
      std::string result = temp();
      into(e, {ValueTarget::local, result});
      return local_name(result);
    }
    case ExprKind::broken: break;
  }
  return constant("nil");
}

// Evaluates in order. If a later piece needs statements before it, the earlier pieces are assigned
// to locals, to preserve the order.
std::vector<Piece> Expressions::sequence(const OperandWriters& evals) {
  std::vector<Piece> codes;
  for (const auto& eval : evals) {
    Piece code;
    std::string before = captured([&] { code = eval(); });
    if (!before.empty()) {
      for (Piece& earlier : codes) earlier = spill(parts_.reads.kept(std::move(earlier)));
      put(before);
    }
    codes.push_back(std::move(code));
  }
  return codes;
}

std::vector<Piece> Expressions::operands(const std::vector<const Expr*>& list, bool keeps) {
  OperandWriters evals;
  for (const Expr* e : list) {
    evals.push_back([this, e, keeps] { return keeps ? expr(e) : borrow(e); });
  }
  return sequence(evals);
}

Piece Expressions::name(const Name* e) {
  const Binding* b = e->binding;
  if (b == nullptr) return {"B" + field_access(e->text), Prec::primary, true};
  auto copy = w_.copies.find(b);
  bool has_copy = copy != w_.copies.end() && fn().source == nullptr && !fn().traced;
  if (has_copy) return {copy->second, Prec::primary, true};
  std::string text = name_of(b);
  if (e->is_checked) {
    std::string unset = mark(e->span) + "R.unset(" + text + ", " + quoted(b->name) + ")";
    return {"(" + text + " ~= ABSENT and " + text + " or " + unset + ")"};
  }
  return {text, Prec::primary, !b->is_assigned && w_.names.contains(b)};
}

Piece Expressions::negate(const Unary* e) {
  if (e->operand->kind == ExprKind::integer) {
    return constant("-" + integer_literal(static_cast<const IntegerLiteral*>(e->operand)->value));
  }
  Piece x = borrow(e->operand);
  return {mark(e->span, {e->operand->span}) + "- " + x.at(Prec::unary), Prec::unary};
}

Piece Expressions::invert(const Unary* e) {
  Piece x = borrow(e->operand);
  if (is_boolean(e->operand)) return {"not " + x.at(Prec::unary), Prec::unary};
  return {mark(e->span, {e->operand->span}) + "R.not_(" + x.text + ")"};
}

Piece Expressions::binary(const Binary* e) {
  bool keeps_zeros = e != compared;
  std::vector<Piece> codes = operands({e->left, e->right}, false);
  if (e->op == BinaryOperator::mod && !keeps_zeros && is_nonzero_literal(e->right)) {
    std::string at = mark(e->op_span, {e->left->span, e->right->span});
    return {codes[0].at(Prec::mul) + at + " % " + codes[1].at(next(Prec::mul)), Prec::mul};
  }
  return arithmetic(e->op, e->op_span, e->left, e->right, codes[0], codes[1]);
}

// Lua computes x^2 as a product. Its other powers are those of the C library, which differ from
// compiled code.
Piece Expressions::power(const std::string& at, const Expr* left_e, const Expr* right_e,
                         const Piece& left, const Piece& right) {
  bool whole = right_e->kind == ExprKind::integer;
  bool two = whole && static_cast<const IntegerLiteral*>(right_e)->value == 2;
  bool floating = left_e != nullptr && sort_of(left_e) == StaticType::floating;
  if (floating && two) {
    return {left.at(Prec::primary) + at + " ^ " + right.at(Prec::primary), Prec::pow};
  }
  if (floating && sort_of(right_e) == StaticType::floating) {
    return {math("pow") + "(" + left.text + ", " + right.text + ")"};
  }
  return {at + "R.pow(" + left.text + ", " + right.text + ")"};
}

Piece Expressions::arithmetic(BinaryOperator op, Span op_span, const Expr* left_e,
                              const Expr* right_e, Piece left, Piece right) {
  std::string at = mark(op_span, {left_e != nullptr ? left_e->span : op_span, right_e->span});
  if (op == BinaryOperator::pow) return power(at, left_e, right_e, left, right);
  if (op == BinaryOperator::matmul) return {at + "R.matmul(" + left.text + ", " + right.text + ")"};
  std::string sign(text(op));  // Lua spells the operator in the same way
  Prec prec = precedence(op);
  std::string tail = at + " " + sign + " " + right.at(next(prec));
  bool ints = left_e != nullptr && is_integer(left_e) && is_integer(right_e);
  if (op == BinaryOperator::floor_div && !ints) return floored(at, right_e, left, right);
  if (op == BinaryOperator::mod && !ints) return remainder(at, right_e, left, right);
  bool may_be_zero = op == BinaryOperator::floor_div || op == BinaryOperator::mod;
  if (!may_be_zero || is_nonzero_literal(right_e)) return {left.at(prec) + tail, prec};
  left = spill(std::move(left));
  right = spill(std::move(right));
  const char* slow = op == BinaryOperator::mod ? "R.mod(" : "R.idiv(";
  std::string native = left.at(prec) + at + " " + sign + " " + right.at(next(prec));
  return {"(" + right.at(Prec::add) + " ~= 0 and " + native + " or " + at + slow + left.text +
          ", " + right.text + "))"};
}

// A zero result of Lua's `%` for floats has the sign of the left side. For a positive divisor,
// adding 0 corrects the sign, and integers stay integers. Otherwise R.mod is called. A value that
// is not a number is not equal to 0.
Piece Expressions::remainder(const std::string& at, const Expr* right_e, Piece left, Piece right) {
  left = spill(std::move(left));
  bool is_above = is_nonzero_literal(right_e);
  if (!is_above) right = spill(std::move(right));
  std::string slow = at + "R.mod(" + left.text + ", " + right.text + ")";
  std::string native = left.at(Prec::mul) + at + " % " + right.at(next(Prec::mul));
  if (!is_above) native = right.at(Prec::add) + " ~= 0 and " + native;
  Piece out = spill({native});
  std::string same = out.text + " ~= 0 and " + out.text + " or ", zero = out.text + " + 0";
  if (is_above) return {"(" + same + zero + ")"};
  return {"(" + out.text + " and (" + same + right.text + " > 0 and " + zero + ") or " + slow +
          ")"};
}

// Lua's `//` is the floor of the rounded quotient. That is the floor of the exact quotient for
// integers, and for floats from 0 to 2^52 over an integer literal: then the product of an integer
// and the literal is a float, and no quotient below the integer rounds up to it.
Piece Expressions::floored(const std::string& at, const Expr* right_e, Piece left, Piece right) {
  auto slow = [&] { return at + "R.idiv(" + left.text + ", " + right.text + ")"; };
  bool whole = right_e->kind == ExprKind::integer;
  int64_t divisor = whole ? static_cast<const IntegerLiteral*>(right_e)->value : 0;
  if (divisor < 1 || divisor > 1 << 20 || fn().traced) return {slow()};
  left = spill(std::move(left));
  const std::string& x = left.text;
  // A string is also <= itself, but `//` raises for it.
  Piece native = spill({x + " <= " + x + " and " + x + at + " // " + right.text});
  return {"(" + native.text + " and 0 <= " + x + " and " + x + " <= 4503599627370496 and " +
          native.text + " or " + slow() + ")"};
}

Piece Expressions::range(const RangeExpr* e) {
  std::vector<Piece> codes = operands({e->start, e->stop}, false);
  return {mark(e->op_span, {e->start->span, e->stop->span}) + "R.range(" + codes[0].text + ", " +
          codes[1].text + ")"};
}

void Expressions::give(const Piece& code, const ValueTarget& target) {
  switch (target.kind) {
    case ValueTarget::discard:
      if (code.stable) return;
      ++fn().locals;
      line("local _ = " + code.text);
      return;
    case ValueTarget::local: line(target.name + " = " + code.text); return;
    case ValueTarget::result: parts_.closures.finish(code.text); return;
  }
}

void Expressions::into(const Expr* e, const ValueTarget& target) {
  if (flow_of(e) == nullptr || e->kind == ExprKind::gather) return give(expr(e), target);
  if (fn().traced && (e->kind != ExprKind::block || leaves(e)))
    return parts_.traced.construct(e, target, {});
  if (is_deep()) return parts_.outlines.outlined(e, target);
  construct(e, target);
}

void Expressions::construct(const Expr* e, const ValueTarget& target) {
  ++fn().depth;
  switch (e->kind) {
    case ExprKind::if_: parts_.native.if_(static_cast<const If*>(e), target); break;
    case ExprKind::match: parts_.native.match(static_cast<const Match*>(e), target); break;
    case ExprKind::while_:
      parts_.native.while_(static_cast<const While*>(e));
      if (target.kind != ValueTarget::discard) give(constant("nil"), target);
      break;
    case ExprKind::for_: parts_.native.for_(static_cast<const For*>(e), target); break;
    case ExprKind::gather:
      give(parts_.closures.gather(static_cast<const Comprehension*>(e)), target);
      break;
    default:
      put("do\n");
      scope([&] { parts_.statements.block(static_cast<const BlockExpr*>(e), target); });
      put("end\n");
  }
  --fn().depth;
}

}  // namespace rille::lang
