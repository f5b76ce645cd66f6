// NativeFlow: control flow with host bools.
#pragma once

#include "lang/emit/part.h"

namespace rille::lang {

// Writes control flow as jumps and loops of Lua.
class NativeFlow : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;
  void if_(const If* e, const ValueTarget& target);
  void match(const Match* e, const ValueTarget& target);
  void while_(const While* e);
  void for_(const For* e, const ValueTarget& target);
  void loop(const Clause& clause, const Expr* turn, const std::function<void()>& body);

 private:
  void branches(const If* e, const std::string& done, const ValueTarget& target);
  bool range_loop(const Clause& clause, std::string& header, std::string& item);
  void range_ends(const RangeExpr* range, std::string& low, std::string& high);
  std::string items_loop(const Clause& clause, std::string& item);
  std::vector<const Binding*> hoist_marks(const Expr* condition, const Expr* body);
  void drop_marks(const std::vector<const Binding*>& made);

  int nested_ifs_ = 0;  // number of open ifs
};

}  // namespace rille::lang
