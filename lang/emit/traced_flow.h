// TracedFlow: control flow as closures.
#pragma once

#include "lang/emit/part.h"

namespace rille::lang {

// Writes control flow in bodies that a trace may run.
class TracedFlow : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;
  // `rest` writes the following statements of the block, which e may leave; empty if e cannot.
  void construct(const Expr* e, const ValueTarget& target, const std::function<void()>& rest);

 private:
  struct ConstructResults {  // names of the results of a construct
    std::string code = {}, returned = {}, result = "nil";
  };
  void go_on(const Expr* e, const ValueTarget& target, const ConstructResults& out,
             const std::function<void()>& rest);
  std::string text_of(const Expr* e, bool value);
  std::string if_(const If* e, bool value);
  std::string branch_at(const If* e, const LuaBody& like, size_t i);
  std::string chain(const If* e, const LuaBody& like);
  bool has_plain_conditions(const If* e) const;
  std::string match(const Match* e, bool value);
  std::string while_(const While* e);
  std::string for_(const For* e, bool value);
  std::string block(const BlockExpr* e, bool value);
};

}  // namespace rille::lang
