// resolve(): binds names, and checks purity and assignments.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lang/ast.h"
#include "vm/call_form.h"
#include "vm/error.h"
#include "vm/use.h"

namespace rille {
struct Signature;  // vm/signature.h
}

namespace rille::lang {

struct ParamRecord {
  std::string name;
  bool has_default = false;
  bool is_inout = false;
  // Whether the parameter is a key that is consumed: `once` by sampling, `split` into further keys.
  // A builtin takes the key by value, and the call splits a key passed by reference: docs/lua.md.
  // `counted`: it may also be streams of keys, which the builtin returns with advanced counters.
  enum class KeyConsumption { no, once, split, counted } draws = KeyConsumption::no;
  bool gives_back() const {
    return is_inout && (draws == KeyConsumption::no || draws == KeyConsumption::counted);
  }
  bool is_variadic = false;  // takes any number of positional arguments: print(...)
  Use use = Use::keeps;      // how a builtin uses the argument
};

// The static record of a builtin.
struct BuiltinRecord {
  enum Kind { function, module, value, dtype, structure };
  Kind kind = function;
  std::string name;  // with the module: "rng.normal"
  bool is_proc = false;
  bool knows_params = false;  // otherwise calls are checked at run time
  bool gives_key = false;     // returns a key
  CallForm form = CallForm::call;
  std::vector<ParamRecord> params;
  const rille::Signature* typed = nullptr;  // of a function: the signature with types
  // Of a struct, or of a function that returns an instance of one: the methods that change `self`.
  std::vector<std::string> changing;
};

// The names that are visible in a file from outside. Pointers stay valid while its trees live.
class Names {
 public:
  virtual ~Names() = default;

  // A builtin by its path: "sum", "rng", "rng.normal"; null if it does not exist.
  virtual const BuiltinRecord* find(std::string_view path) const = 0;

  // All names of a module, or the global names for "". Used to suggest the nearest name.
  virtual std::vector<std::string> members(std::string_view module) const = 0;

  // At the prompt: the top-level bindings of earlier cells.
  virtual Binding* earlier(std::string_view) const { return nullptr; }
  virtual std::vector<std::string> earlier_names() const { return {}; }
};

// The builtin that an expression names; null if there is none.
const BuiltinRecord* builtin_of(const Expr& e);
CallForm form_of(const Expr& e);  // CallForm::call if it does not name a builtin

struct ResolveOptions {
  bool prompt = false;  // top-level names may be rebound, and the last value is shown
};

// Fills in the members that ast.h calls resolved. Errors are appended to `errors`; the file may be
// emitted only if none was added.
void resolve(File& file, const Names& builtins, std::vector<Error>& errors,
             ResolveOptions options = {});

}  // namespace rille::lang
