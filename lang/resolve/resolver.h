// Resolver: the state of resolve() while it walks a tree.
#pragma once

#include "lang/resolve/scoping.h"

namespace rille::lang {

// Fields and functions of modules and structs.
class Members : protected ScopeStack {
 protected:
  using ScopeStack::ScopeStack;
  bool foreign_member(const Dot& e);
  bool module_member(Dot& e);
  const Structure* self_of(const Expr& e) const;
  void struct_member(const Dot& e, const Structure& s, bool is_type);
  void check_members(const Structure& s);

 private:
  // For each struct the names of its members; true for fields, false for methods.
  std::map<const Structure*, std::map<std::string_view, bool>> members_;
};

// A key, identified by the text of its name, in a body whose names are not resolved yet.
struct KeyText {
  std::string root, path;
};
std::optional<std::string> key_step(const Expr& e);  // one step of KeyPath's path
// The argument of parameter `at`; null for the parameters before `first`, such as `self`.
const Item* argument_at(const CallExpr& e, const FunctionDecl& f, size_t at, size_t first = 0);

// Checks assignments (places.cpp) and key reuse (draws.cpp).
class PlaceRules : protected Members {
 protected:
  using Members::Members;
  ~PlaceRules() = default;
  virtual void operand(Expr* e) = 0;

  void path_operands(Expr* e);
  void assign_to(const Expr& place, Code code);  // `code`: kind of error if it is not a var
  bool check_place(const Binding& b, Span span, Code code);
  bool check_owner(const Binding& b, Span span);
  void note_assignment(Binding& b);

  bool draws(const FunctionDecl& f, const ParamDecl& p);
  bool lends_to_draw(const Expr& e, std::string_view name);
  bool takes_draw(const CallExpr& e, size_t argument);
  bool holds_key(const Binding& b) const;
  void check_draw(const Item& arg, const ParamRecord& param);
  void check_turns(const std::map<KeyPath, Span>& before, int outside, const Expr& body);
  void check_call_keys(const CallExpr& e);
  void note_source(const Clause& clause);
  void note_lent(const Expr& place);
  void note_keys(FunctionDecl& f);
  const FunctionDecl* method_named(const Structure& s,
                                   std::string_view name);  // null if there is none

 private:
  void use_key(const KeyPath& key, Span span);
  void use_key(const KeyPath& key, Span span, const std::map<KeyPath, Span>& before);
  const std::vector<KeyText>& key_texts(const FunctionDecl& f);
  std::optional<KeyText> given_to(const CallExpr& e, const FunctionDecl& f, const KeyText& key);
  const FunctionDecl* function_named(const Expr& callee);
  std::optional<KeyPath> key_place(const Expr& e) const;
  const FunctionDecl* method_of(const Expr& callee);
  void check_each_leaf(const CallExpr& e);

  std::map<const ParamDecl*, bool> drawing_;  // cached results of draws()
  std::map<const FunctionDecl*, std::vector<KeyText>> texts_;
  std::map<const Binding*, const Expr*> sources_;  // what loop variables iterate over
  std::map<const Structure*, std::map<std::string_view, const FunctionDecl*>> methods_;
};

// Checks arguments, overlapping references in one call, and calls of procs (calls.cpp).
class CallRules : protected PlaceRules {
 protected:
  using PlaceRules::PlaceRules;
  ~CallRules() = default;
  void call(CallExpr& e);
  void check_proc_value(const Expr& e);

 private:
  void call_args(CallExpr& e);
  void keep_order(CallExpr& e, size_t param);
  CallSignature signature(const FunctionDecl& f, std::string_view name, size_t skip = 0);
  std::optional<CallSignature> signature_of(const CallExpr& e);
  std::optional<CallSignature> signature_of_dot(const Dot& e);
  std::optional<CallSignature> signature_of_binding(const Binding& b);
  void check_args(CallExpr& e, const CallSignature& s);
  void check_arg(CallExpr& e, const Item& arg, const ParamRecord& param, const CallSignature& s);
  void check_proc(const Expr& callee, const CallSignature& s);
  void use_bang(CallExpr& e);
  void use_place(Expr* place, Span span);
};

// The walk over the tree.
class Resolver final : private CallRules {
 public:
  using CallRules::CallRules;
  void run();

 private:
  // statements.cpp
  void declare_statements(BlockExpr& block);
  void declare_statement(Stmt& statement);
  void statements(BlockExpr& block, ValueUse take);
  void statement(Stmt& s, ValueUse last);
  void import(Import& s);
  void let(Let& s);
  void assign(Assign& s);
  void return_(Return& s);
  void jump(const Stmt& s);
  void deferred(BlockExpr& block);

  // functions.cpp
  void function(FunctionDecl& f);
  void params(FunctionDecl& f);
  void body(FunctionDecl& f);
  void structure(Structure& s);
  void enter(FunctionDecl& f);
  void leave();

  // types.cpp
  void type(TypeExpr& t, std::vector<Binding*>& sizes, bool is_local);
  void type_path(TypeExpr& t);
  void dim(Dim& d, std::vector<Binding*>& sizes, bool is_local);
  void size_expressions(TypeExpr& t);  // called after all names of the signature are bound
  void size_expression(Expr* e);

  // expressions.cpp
  void visit(Expr* e, ValueUse take);
  void operand(Expr* e) override;
  void items(std::vector<Item>& items);
  void read(Name& e);
  void dot(Dot& e);
  void index(IndexExpr& e);
  void logic(Logic& e);
  void unused(const Expr& e);

  // control.cpp
  void block(BlockExpr& e, ValueUse take);
  void if_(If& e, ValueUse take);
  void match(Match& e, ValueUse take);
  void match_pattern(Pattern& p);
  void struct_pattern(Pattern& p);
  void pattern_fields(const Pattern& p, const std::string& name,
                      const std::vector<std::string>& fields);
  void for_(For& e, ValueUse take);
  void while_(While& e, ValueUse take);
  void gather(Comprehension& e);
  bool tail_is_stacked(const For& e) const;
};

// Whether control may leave e by a break or continue of an outer loop, or by a return.
bool may_leave(const Expr& e);

// Whether control never reaches the end of e.
bool always_leaves(const Expr& e);

// Fills in Name::is_last_use of a resolved file.
void mark_last_uses(File& file, ResolveOptions options);

}  // namespace rille::lang
