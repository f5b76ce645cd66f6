// ValueReads: parts of values, and whether they escape.
#pragma once

#include <span>

#include "lang/emit/part.h"

namespace rille::lang {

class ValueReads : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;
  Piece borrow(const Expr* e);  // reads a value that does not escape
  Piece moved(const Expr* e);   // reads a value that becomes part of a variable
  Piece kept(Piece code);
  Piece share(const Piece& code);
  std::string shared_name(const Binding* b);
  bool is_taken_over(const Expr* e) const;

  Piece dot(const Dot* e);
  Piece index(const IndexExpr* e);
  std::string subs_text(std::span<const Piece> codes, const std::string& form);

  // The indices of a place, then its value.
  OperandWriters place_evals(const Expr* place);
  Piece place_read(const Expr* place, std::span<const Piece> codes);
  Piece read_step(const Expr* step, const Piece& base, std::span<const Piece>& codes);

 private:
  OperandWriters sub_evals(const std::vector<IndexItem>& subs, std::string* form);
  Piece element(const IndexExpr* e, Piece base, Piece i, const std::string& at);
};

}  // namespace rille::lang
