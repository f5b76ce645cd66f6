// ScopeStack: names, scopes, and contexts of resolve().
#pragma once

#include <climits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "lang/resolve.h"
#include "vm/words/nearest.h"

namespace rille::lang {

// How the value of an expression is used.
enum class ValueUse {
  none,   // unused: a statement
  tail,   // the last statement of a function's block: may be without a value
  value,  // used: an expression without a value is an error
};

// The names of one block, parameter list, or clause.
struct Scope {
  struct ScopeSlot {
    Binding* binding = nullptr;
    bool is_ready = false;  // false if a later line of the block binds the name
  };
  std::unordered_map<std::string_view, ScopeSlot> names = {};
  int depth = 0;
  FunctionDecl* owner = nullptr;
  bool may_rebind = false;    // true for the top level of the prompt
  int statement_begin = 0;    // of the current statement of the block
  int hoisted_use = INT_MAX;  // first statement that may run one of the block's functions
};

// A variable that a call passes by reference, with & or !.
struct PlaceUse {
  Binding* root = nullptr;
  const Expr* path = nullptr;
  Span span = {};
};

// The state of the walk for one function, or for the top level of the file.
struct FunctionContext {
  struct OpenFlow {
    Flow* flow;
    int depth;  // number of enclosing scopes: bindings at this depth or above are outer
    bool is_loop;
    bool is_stacked;  // a for used as a value
  };
  struct CallUses {
    std::vector<PlaceUse> own = {}, nested = {};
  };
  FunctionDecl* function = nullptr;
  bool is_host = false;           // may call a proc
  int gathers = 0;                // number of enclosing array comprehensions, which are pure
  int guarded = 0;                // > 0 to the right of `and` or `or`
  int jump_barrier = 0;           // number of enclosing operands inside the loop
  int return_barrier = 0;         // number of enclosing operands inside the function
  const Expr* dropped = nullptr;  // the current statement, if its value is unused
  std::vector<OpenFlow> flows = {};
  std::vector<CallUses> calls = {};
  std::vector<std::pair<Comprehension*, int>> comprehensions =
      {};                                       // with the depth of the outer scopes
  std::map<KeyPath, Span> drawn = {};           // immutable keys, with their first use on this path
  std::set<KeyPath> keys = {};                  // all keys used, on any path
  std::map<KeyPath, const Binding*> lent = {};  // for each key the var that holds it
};

struct CallSignature {
  std::string name;
  std::vector<ParamRecord> params;
  bool is_proc = false;
  bool knows_params = true;
  Span span = {};  // of the definition, if the function is defined in a script
};

// The names that are visible at the current point of the walk, and the errors found.
class ScopeStack {
 public:
  ScopeStack(File& file, const Names& names, std::vector<Error>& errors, ResolveOptions options)
      : file_(file), names_(names), errors_(errors), options_(options) {}

 protected:
  Binding* make_binding(BindingKind kind, std::string_view name, Span span);
  void declare(Binding* binding, bool is_ready = true);
  Scope::ScopeSlot* find_slot(std::string_view name);
  Binding* find(const Name& name);
  void make_ready(Binding* binding);
  void bind_pattern(Pattern& pattern, BindingKind kind, bool is_ready);
  void make_pattern_ready(const Pattern& pattern);
  void capture(Binding& b, const Name& e);
  Error unknown_name(const Name& name) const;
  std::vector<std::string> visible_names() const;
  std::string paths_in_modules(std::string_view word) const;
  bool is_member_of_self(std::string_view word) const;
  Scope& push_scope();
  void pop_scope() { scopes_.pop_back(); }

  FunctionContext& here() { return contexts_.back(); }
  const FunctionContext& here() const { return contexts_.back(); }
  Error& report(Code code, std::string message, Span span);
  int depth() const { return static_cast<int>(scopes_.size()) - 1; }

  File& file_;
  const Names& names_;
  std::vector<Error>& errors_;
  ResolveOptions options_;
  std::vector<Scope> scopes_;
  std::vector<FunctionContext> contexts_;
  std::vector<Error> found_;
  Error spilt_{Code::name, ""};
};

}  // namespace rille::lang
