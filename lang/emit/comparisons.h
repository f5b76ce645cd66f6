// Comparisons, `and`, `or`, and conditional jumps.
#pragma once

#include "lang/emit/part.h"

namespace rille::lang {

class Comparisons : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;
  Piece compare(const Compare* e);
  Piece logic(const Logic* e);
  // Both sides are stable unless the comparison is native.
  Piece relation(const CompareLink& link, const Expr* left_e, const Piece& left,
                 const Piece& right);
  // Jumps if the condition is not equal to `sense`. In host code only, where a condition is a bool.
  void branch(const Expr* e, bool sense, const std::string& jump);

 private:
  std::string guards(const CompareLink& link, const Expr* left_e, const Piece& left,
                     const Piece& right);
  Piece first_link(const Compare* e, std::vector<Piece>& codes);
  void chain(const Compare* e, const std::string& all, Piece left);
  Piece guarded_chain(const Compare* e, size_t i, Piece is, const Piece& left);
  Piece guarded_logic(const Logic* e, Piece left);
  void branch_logic(const Logic* e, bool sense, const std::string& jump);
  void branch_relation(const Compare* e, bool sense, const std::string& jump);
};

}  // namespace rille::lang
