// Literals: strings, tuples, records, and arrays.
#pragma once

#include "lang/emit/part.h"

namespace rille::lang {

class Literals : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;
  Piece string(const StringLiteral* e);
  Piece tuple(const Tuple* e);
  Piece record(const RecordExpr* e);
  Piece array(const ArrayExpr* e, const std::string& dtype);

 private:
  bool join_texts(const StringLiteral* e, const std::vector<Piece>& codes, Piece& out);
  Piece spread_record(const RecordExpr* e);
};

}  // namespace rille::lang
