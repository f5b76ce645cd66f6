// Statements: blocks and their statements.
#pragma once

#include "lang/emit/part.h"

namespace rille::lang {

class Statements : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;
  void block(const BlockExpr* b, const ValueTarget& target);
  void hoist(const BlockExpr* b);
  // `rest` writes the following statements of the block, for a construct that may leave a traced
  // body.
  void stmt(const Stmt* s, const std::function<void()>& rest);

 private:
  void statements(const BlockExpr* b, size_t from, const ValueTarget& target);
  std::vector<const Binding*> hoisted_names(const BlockExpr* b, bool& has_functions) const;
  void let(const Let* s, const std::function<void()>& rest);
  void declare_let(const Binding* b);
  void let_name(const Let* s, const Binding* b);
  void let_control(const Let* s, const Binding* b, const std::function<void()>& rest);
  void check_let(const Let* s, const Binding* b);
  bool is_made(const Let* s, const Binding* b) const;
  void import(const Import* s);
  void test(const Test* s);
  void return_(const Return* s);
  void expression(const ExprStmt* s, const std::function<void()>& rest);
  void assertion(const Assert* s);
};

}  // namespace rille::lang
