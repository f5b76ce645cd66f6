// Literals: strings, tuples, records, and arrays.
#pragma once

#include "lang/emit/part.h"

namespace rille::lang {

class Literals : public Part {
 public:
  using Part::Part;
  Piece string(const StringLiteral* e);
  Piece tuple(const Tuple* e);
  Piece record(const Record* e);
  Piece array(const Array* e, const std::string& dtype);

 private:
  bool join_texts(const StringLiteral* e, const std::vector<Piece>& codes, Piece& out);
  Piece spread_record(const Record* e);
};

}  // namespace rille::lang
