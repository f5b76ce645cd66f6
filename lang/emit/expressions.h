// Expressions: evaluation order, names, and operators.
#pragma once

#include "lang/emit/part.h"

namespace rille::lang {

class Expressions : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;
  // The left side of the current comparison, in which the sign of a zero is not visible.
  const Expr* compared = nullptr;
  Piece expr(const Expr* e);  // for a value that may escape
  Piece plain_expr(const Expr* e);
  std::vector<Piece> sequence(const OperandWriters& evals);
  std::vector<Piece> operands(const std::vector<const Expr*>& list, bool keeps);
  void into(const Expr* e, const ValueTarget& target);
  void give(const Piece& code, const ValueTarget& target);
  void construct(const Expr* e, const ValueTarget& target);  // native control flow
  Piece name(const Name* e);
  Piece arithmetic(BinaryOperator op, Span op_span, const Expr* left_e, const Expr* right_e,
                   Piece left, Piece right);

 private:
  Piece negate(const Unary* e);
  Piece invert(const Unary* e);
  Piece binary(const Binary* e);
  Piece power(const std::string& at, const Expr* left_e, const Expr* right_e, const Piece& left,
              const Piece& right);
  Piece floored(const std::string& at, const Expr* right_e, Piece left, Piece right);
  Piece remainder(const std::string& at, const Expr* right_e, Piece left, Piece right);
  Piece range(const RangeExpr* e);
};

}  // namespace rille::lang
