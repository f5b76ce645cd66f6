// Scoping: names, scopes and contexts of resolve().
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
  bool is_host = false;           // may call a proc
  int gathers = 0;                // array comprehensions around: pure
  int guarded = 0;                // to the right of `and`, `or`
  int jump_barrier = 0;           // operands around, up to the loop
  int return_barrier = 0;         // operands around, up to the function
  const Expr* dropped = nullptr;  // the statement at hand, where its value goes
  std::vector<OpenFlow> flows = {};
  std::vector<OpenCall> calls = {};
  std::vector<std::pair<Gather*, int>> comprehensions = {};  // with the depth outside
  std::map<KeyPlace, Span> drawn = {};  // immutable keys, with their first draw on this path
  std::set<KeyPlace> keys = {};         // all that are drawn from, on whatever path
  std::map<KeyPlace, const Binding*> lent = {};  // the var that holds a key and is drawn from
};

struct Signature {
  std::string name;
  std::vector<KnownParam> params;
  bool is_proc = false;
  bool knows_params = true;
  Span span = {};  // of the definition, if it is in a script
};

// What names mean where the walk stands, and what is wrong there.
class Scoping {
 public:
  Scoping(File& file, const Names& names, std::vector<Error>& errors, ResolveOptions options)
      : file_(file), names_(names), errors_(errors), options_(options) {}

 protected:
  Binding* make_binding(BindingKind kind, std::string_view name, Span span);
  void declare(Binding* binding, bool is_ready = true);
  Scope::Slot* find_slot(std::string_view name);
  Binding* find(const Name& name);
  void make_ready(Binding* binding);
  void bind_pattern(Pattern& pattern, BindingKind kind, bool is_ready);
  void make_pattern_ready(const Pattern& pattern);
  void capture(Binding& b, const Name& e);
  Error unknown_name(const Name& name) const;
  std::vector<std::string> visible_names() const;
  std::string paths_in_modules(std::string_view word) const;
  Scope& push_scope();
  void pop_scope() { scopes_.pop_back(); }

  Context& here() { return contexts_.back(); }
  const Context& here() const { return contexts_.back(); }
  Error& report(Code code, std::string message, Span span);
  int depth() const { return static_cast<int>(scopes_.size()) - 1; }

  File& file_;
  const Names& names_;
  std::vector<Error>& errors_;
  ResolveOptions options_;
  std::vector<Scope> scopes_;
  std::vector<Context> contexts_;
  std::vector<Error> found_;
  Error spilt_{Code::name, ""};
};

}  // namespace rille::lang
