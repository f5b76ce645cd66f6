// resolve(): names to bindings, purity, places.
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

struct KnownParam {
  std::string name;
  bool has_default = false;
  bool is_inout = false;
  // Whether it is a key that is drawn from: `once` by one draw, `split` into further keys. A
  // builtin takes it by value, and the call splits a lent place: docs/lua.md. `counted`: it may be
  // streams of keys as well, which the builtin gives back as far as they have counted.
  enum class Draws { no, once, split, counted } draws = Draws::no;
  bool gives_back() const { return is_inout && (draws == Draws::no || draws == Draws::counted); }
  bool is_variadic = false;  // takes any number of positions: print(...)
  Use use = Use::keeps;      // of a builtin: what becomes of the argument
};

// What is known of a builtin before anything runs.
struct Known {
  enum Kind { function, module, value, dtype, structure };
  Kind kind = function;
  std::string name;  // with its module: "rng.normal"
  bool is_proc = false;
  bool knows_params = false;  // else its calls are checked when they run
  bool gives_key = false;     // one to draw from
  CallForm form = CallForm::call;
  std::vector<KnownParam> params;
  const rille::Signature* typed = nullptr;  // of a function: its types
};

// The names that a file finds around it. Pointers stay valid while its trees live.
class Names {
 public:
  virtual ~Names() = default;

  // A builtin by its path: "sum", "rng", "rng.normal"; null where there is none.
  virtual const Known* find(std::string_view path) const = 0;

  // All names of a module ("" = the global ones): for the nearest-name suggestion.
  virtual std::vector<std::string> members(std::string_view module) const = 0;

  // At the prompt: what an earlier cell bound at its top level.
  virtual Binding* earlier(std::string_view) const { return nullptr; }
  virtual std::vector<std::string> earlier_names() const { return {}; }
};

// The builtin that an expression names; null where it is none.
const Known* builtin_of(const Expr& e);
CallForm form_of(const Expr& e);  // CallForm::call where it names none

struct ResolveOptions {
  bool prompt = false;  // top-level names may be bound again, the last value is shown
};

// Fills in what ast.h calls resolved. What is wrong is appended to `errors`; emit only if
// none was added.
void resolve(File& file, const Names& builtins, std::vector<Error>& errors,
             ResolveOptions options = {});

}  // namespace rille::lang
