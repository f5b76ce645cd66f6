// Resolver: the state of resolve() while it walks a tree.
#pragma once

#include <climits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "lang/resolve.h"
#include "vm/nearest.h"

namespace rille::lang {

// Who takes the value of an expression.
enum class Take {
  none,   // nobody: a statement
  tail,   // the last statement of a function's block: what has no value is a statement there
  value,  // somebody: what has no value is an error
};

// The names of one block, parameter list or clause.
struct Scope {
  struct Slot {
    Binding* binding = nullptr;
    bool is_ready = false;  // false: bound by a later line of the block
  };
  std::unordered_map<std::string_view, Slot> names = {};
  int depth = 0;
  Function* owner = nullptr;
  bool may_rebind = false;    // the top level of the prompt
  int statement_begin = 0;    // of the block's statement at hand
  int hoisted_use = INT_MAX;  // the first statement that may run one of the block's functions
};

// A place that a call takes by & or !.
struct PlaceUse {
  Binding* root = nullptr;
  const Expr* path = nullptr;
  Span span = {};
};

// One function, or the file's own code, while it is walked.
struct Context {
  struct OpenFlow {
    Flow* flow;
    int depth;  // of scopes outside: what is bound there is outer
    bool is_loop;
    bool is_stacked;  // a for used as a value
  };
  struct OpenCall {
    std::vector<PlaceUse> own = {}, nested = {};
  };
  Function* function = nullptr;
  bool is_host = false;    // may call a proc
  int gathers = 0;         // array comprehensions around: pure
  int guarded = 0;         // to the right of `and`, `or`
  int jump_barrier = 0;    // operands around, up to the loop
  int return_barrier = 0;  // operands around, up to the function
  std::vector<OpenFlow> flows = {};
  std::vector<OpenCall> calls = {};
  std::vector<std::pair<Gather*, int>> comprehensions = {};  // with the depth outside
  std::map<const Binding*, Span> drawn = {};  // immutable keys, by their first draw on this path
};

struct Signature {
  std::string name;
  std::vector<KnownParam> params;
  bool is_proc = false;
  bool knows_params = true;
  Span span = {};  // of the definition, if it is in a script
};

class Resolver {
 public:
  Resolver(File& file, const Names& names, std::vector<Error>& errors, ResolveOptions options)
      : file_(file), names_(names), errors_(errors), options_(options) {}
  void run();

 private:
  // scopes.cpp
  Binding* make_binding(BindingKind kind, std::string_view name, Span span);
  void declare(Binding* binding, bool is_ready = true);
  Scope::Slot* find_slot(std::string_view name);
  Binding* find(const Name& name);
  void make_ready(Binding* binding);
  void bind_pattern(Pattern& pattern, BindingKind kind, bool is_ready);
  void make_pattern_ready(const Pattern& pattern);
  Error unknown_name(const Name& name) const;
  std::vector<std::string> visible_names() const;
  Scope& push_scope();
  void pop_scope() { scopes_.pop_back(); }

  // statements.cpp
  void declare_statements(Block& block);
  void declare_statement(Stmt& statement);
  void statements(Block& block, Take take);
  void statement(Stmt& s, Take last);
  void import(Import& s);
  void let(Let& s);
  void assign(Assign& s);
  void return_(Return& s);
  void jump(const Stmt& s);
  void deferred(Block& block);

  // functions.cpp
  void function(Function& f);
  void params(Function& f);
  void body(Function& f);
  void structure(Structure& s);
  void check_members(const Structure& s);
  void enter(Function& f);
  void leave();

  // types.cpp
  void type(TypeExpr& t, std::vector<Binding*>& sizes, bool is_local);
  void type_path(TypeExpr& t);
  void dim(Dim& d, std::vector<Binding*>& sizes, bool is_local);
  void size_expressions(TypeExpr& t);  // of a signature whose names are all known
  void size_expression(Expr* e);

  // expressions.cpp
  void visit(Expr* e, Take take);
  void operand(Expr* e);
  void items(std::vector<Item>& items);
  void read(Name& e);
  void capture(Binding& b, const Name& e);
  void dot(Dot& e);
  bool foreign_member(const Dot& e);
  bool module_member(Dot& e);
  const Structure* self_of(const Expr& e) const;
  void struct_member(const Dot& e, const Structure& s, bool is_type);
  void index(Index& e);
  void logic(Logic& e);
  void unused(const Expr& e);

  // control.cpp
  void block(Block& e, Take take);
  void if_(If& e, Take take);
  void match(Match& e, Take take);
  void match_pattern(Pattern& p);
  void struct_pattern(Pattern& p);
  void pattern_fields(const Pattern& p, const std::string& name,
                      const std::vector<std::string>& fields);
  void for_(For& e, Take take);
  void while_(While& e, Take take);
  void gather(Gather& e);
  bool tail_is_stacked(const For& e) const;

  // calls.cpp
  void call(Call& e);
  void call_args(Call& e);
  Signature signature(const Function& f, std::string_view name, size_t skip = 0);
  std::optional<Signature> signature_of(const Call& e);
  std::optional<Signature> signature_of_dot(const Dot& e);
  std::optional<Signature> signature_of_binding(const Binding& b);
  void check_args(Call& e, const Signature& s);
  void check_arg(Call& e, const Item& arg, const KnownParam& param, const Signature& s);
  void check_proc(const Expr& callee, const Signature& s);
  void check_proc_value(const Expr& e);
  void use_bang(Call& e);
  void use_place(Expr* place, Span span);

  // draws.cpp
  bool draws(const Function& f, const ParamDecl& p);
  bool lends_to_draw(const Expr& e, std::string_view name);
  bool takes_draw(const Call& e, size_t argument);
  bool holds_key(const Binding& b) const;
  void check_draw(const Item& arg, const KnownParam& param);
  void check_turns(const std::map<const Binding*, Span>& before, int outside, const Expr& body);

  // places.cpp
  void path_operands(Expr* e);
  void assign_to(const Expr& place, Code code);  // the kind of error where it is no var
  bool check_place(const Binding& b, Span span, Code code);
  bool check_owner(const Binding& b, Span span);
  void note_assignment(Binding& b);

  Context& here() { return contexts_.back(); }
  const Context& here() const { return contexts_.back(); }
  Error& report(Code code, std::string message, Span span);
  int depth() const { return static_cast<int>(scopes_.size()) - 1; }

  File& file_;
  const Names& names_;
  std::vector<Error>& errors_;
  // The names of a struct's members, and whether they are fields.
  std::map<const Structure*, std::map<std::string_view, bool>> members_;
  ResolveOptions options_;
  std::vector<Scope> scopes_;
  std::vector<Context> contexts_;
  std::vector<Error> found_;
  std::map<const ParamDecl*, bool> drawing_;  // what draws() has found
  Error spilt_{Code::name, ""};
};

// How control may leave e: a break or continue of a loop outside, a return.
bool may_leave(const Expr& e);

// Whether control never comes to the end of e.
bool always_leaves(const Expr& e);

// Whether two places of one root may share an element.
bool may_overlap(const Expr& a, const Expr& b);

// Fills in Name::is_last_use of a resolved file.
void mark_last_uses(File& file, ResolveOptions options);

}  // namespace rille::lang
