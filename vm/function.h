// FunctionInfo: what is known of a callable; Native: C++ ones.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "vm/text/source.h"
#include "vm/value.h"

struct lua_State;

namespace rille {

struct FunctionInfo {
  struct Parameter {
    std::string name;
    bool has_default = false;
    bool is_inout = false;
    bool draws = false;    // inout, of a key: a lent place is split by the caller, see draws_from()
    bool is_rest = false;  // takes all further arguments; builtins only
  };
  std::string name;  // "loss", "Mlp.call"; "" of a lambda
  std::vector<Parameter> params;
  bool is_proc = false;
  bool is_method = false;  // has `self` first
  Span span = {};
  std::string doc = "";
  std::string signature = "";  // as written, for help()
  // A size that the type of a parameter, an array, names: that of its axis, from the back if < 0.
  struct NamedSize {
    std::string name, parameter;
    int axis = 0;
  };
  std::vector<NamedSize> sizes = {};
  // At the prompt: the top-level names that its text mentions, that of functions within included.
  std::vector<std::string> reads = {};

  int find(std::string_view parameter) const;  // -1
  size_t inout_count() const;  // those that a call gives back; a key that it draws from is none
};

// What a function made from C++ captured, for its call. Lua holds it, so that its collector sees
// what leads to what: NativeCall itself must hold no function, nor anything that may hold one.
class Captures {
 public:
  explicit Captures(lua_State* lua) : lua_(lua) {}
  // In the order of the closure; only in the call itself, not in what it has called.
  Value operator[](size_t at) const;
  Function function(size_t at) const;

 private:
  lua_State* lua_;
};

// What a call gives back: the value, then the last value of each inout parameter in order.
using NativeCall = std::function<Values(const Captures& captures, Values args)>;

// A script function made from C++: jit(f), a schedule, an optimizer's method. Each arg is given in
// its position; one that was omitted is not in `args` if last, else Absent with `has_default`.
// `closure` is what closure_of() answers for it, if it has a prototype: what kind of function it is
// and what it was made of, so that two jit(f) of one f are one to a cache key.
struct Closure {
  const void* object = nullptr;     // this function object itself
  const void* prototype = nullptr;  // equal for closures of one function literal; null: of none
  std::shared_ptr<const void> holder = {};  // of a native's prototype, if it does not live for ever
  std::vector<std::pair<std::string, Value>> captures = {};
  bool is_native = false;  // made by make_native
};
Function make_native(State& state, FunctionInfo info, NativeCall call, Closure closure = {});

}  // namespace rille
