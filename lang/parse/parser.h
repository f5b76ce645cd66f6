// Parser: one function for each rule of the grammar.
#pragma once

#include "lang/parse/cursor.h"

namespace rille::lang {

class PatternRules : protected Cursor {
 protected:
  using Cursor::Cursor;
  ~PatternRules() = default;
  virtual Expr* expr() = 0;
  virtual Expr* unary() = 0;
  virtual Expr* atom() = 0;
  virtual Expr* dot(Expr* base, int begin) = 0;

  Pattern* pattern();
  Pattern* binding_pattern();  // of let and for: names, tuples, and records only
  Pattern* name_pattern();
  Pattern* literal_pattern();
  Pattern* group_pattern(Expr* path, int begin);
  bool pattern_rest(Pattern& into);
  void pattern_field(Pattern& into);
  void expect_binding_pattern(const Pattern* p);
  Clause clause();
  Pattern* clause_pattern();
};

class ExpressionRules : protected PatternRules {
 protected:
  using PatternRules::PatternRules;
  ~ExpressionRules() = default;
  virtual Expr* control() = 0;  // an if, match, for, while, or block; null if none begins here
  virtual std::vector<ParamDecl*> params() = 0;

  // expressions.cpp
  Expr* expr() override;
  bool is_lambda() const;
  Expr* lambda();
  Expr* pipes();
  Expr* step(Expr* piped, int begin);
  Expr* or_();
  Expr* and_();
  Expr* not_();
  Expr* range();
  Expr* sum();
  Expr* product();
  Expr* unary() override;
  Expr* binary(Expr* left, Expr* (ExpressionRules::*right)(), BinaryOperator op, int begin);
  Expr* logic(Expr* left, Expr* (ExpressionRules::*right)(), bool is_and, int begin);

  // operands.cpp
  Expr* operand();
  Expr* postfix();
  Expr* dot(Expr* base, int begin) override;
  Expr* call(Expr* callee, int begin);
  Expr* index(Expr* base, int begin);
  IndexItem sub();
  void args(CallExpr& into);
  Item arg(bool names_only);
  Expr* place();

  // atoms.cpp
  Expr* atom() override;
  Expr* name();
  Expr* number();
  Expr* string();
  Expr* parens();
  Expr* brackets();
  Item item();
  Expr* tuple_or_record(std::vector<Item> items, bool has_comma, int begin);
  Expr* gather(Expr* body, bool is_tuple, int begin);
};

// A rule throws an Error if it cannot read its input. statements() catches it and continues after
// the statement, so several errors are reported at once.
class Parser final : private ExpressionRules {
 public:
  using ExpressionRules::ExpressionRules;
  BlockExpr* file();

 private:
  // statements.cpp
  void statements(BlockExpr& into, int end);
  void recover(int from, int end);
  bool follows_lexer_error(int first, Span fault) const;
  Stmt* statement(bool is_top);
  Stmt* let();
  Stmt* function_statement();
  Stmt* import();
  Stmt* test();
  Stmt* return_();
  Stmt* jump();
  Stmt* assert_();
  Stmt* expression_statement();
  Stmt* assign(Expr* target, int begin);
  void expect_place(const Expr* e, bool may_be_tuple);
  void expect_statement_end();
  bool is_expectation_next() const;

  // functions.cpp
  FunctionDecl* function(FunctionKind kind);
  std::vector<ParamDecl*> params() override;
  ParamDecl* param();
  Structure* structure();
  void member(Structure& into);
  void field_mark(FieldDecl& field);

  // types.cpp
  class TypeTokens;
  TypeExpr* type();
  Dim* dim();
  void expect_size(const Expr* e);

  // control.cpp
  Expr* control() override;
  BlockExpr* block();
  Expr* if_();
  Expr* match();
  Expr* for_();
  Expr* place_loop(Pattern* pattern, int first);
  Expr* while_();
};

}  // namespace rille::lang
