// Comparisons, `and`, `or`, and jumps on them.
#pragma once

#include "lang/emit/part.h"

namespace rille::lang {

class Comparisons : public Part {
 public:
  using Part::Part;
  Piece compare(const Compare* e);
  Piece logic(const Logic* e);
  // Both sides are stable unless the comparison is native.
  Piece relation(const Link& link, const Expr* left_e, const Piece& left, const Piece& right);
  // Jumps where the condition is not `sense`. Host code only: a condition is one bool there.
  void branch(const Expr* e, bool sense, const std::string& jump);

 private:
  std::string guards(const Link& link, const Expr* left_e, const Piece& left, const Piece& right);
  Piece first_link(const Compare* e, std::vector<Piece>& codes);
  void chain(const Compare* e, const std::string& all, Piece left);
  Piece guarded_chain(const Compare* e, size_t i, Piece is, const Piece& left);
  Piece guarded_logic(const Logic* e, Piece left);
  void branch_logic(const Logic* e, bool sense, const std::string& jump);
  void branch_relation(const Compare* e, bool sense, const std::string& jump);
};

}  // namespace rille::lang
