// Reads: parts of values, and who keeps them.
#pragma once

#include <span>

#include "lang/emit/part.h"

namespace rille::lang {

class Reads : public Part {
 public:
  using Part::Part;
  Piece borrow(const Expr* e);  // read, and not kept by anyone
  Piece moved(const Expr* e);   // read, to become part of a place
  Piece kept(Piece code);
  Piece share(const Piece& code);
  std::string shared_name(const Binding* b);
  bool is_taken_over(const Expr* e) const;

  Piece dot(const Dot* e);
  Piece index(const Index* e);
  std::string subs_text(std::span<const Piece> codes, const std::string& form);

  // Of a place: what its indices are, then what stands there.
  Evals place_evals(const Expr* place);
  Piece place_read(const Expr* place, std::span<const Piece> codes);
  Piece read_step(const Expr* step, const Piece& base, std::span<const Piece>& codes);

 private:
  Evals sub_evals(const std::vector<Sub>& subs, std::string* form);
  Piece element(const Index* e, Piece base, Piece i, const std::string& at);
};

}  // namespace rille::lang
