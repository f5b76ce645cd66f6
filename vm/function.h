// FunctionInfo: the record of a callable; native functions.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "vm/text/source.h"
#include "vm/value.h"

struct lua_State;

namespace rille {

struct FunctionInfo {
  struct ParamInfo {
    std::string name;
    bool has_default = false;
    bool is_inout = false;
    bool draws = false;    // an inout key, which the caller splits
    bool is_rest = false;  // takes all further arguments; builtins only
  };
  std::string name;  // "loss", "Mlp.call"; "" for a lambda
  std::vector<ParamInfo> params;
  bool is_proc = false;
  bool is_method = false;  // the first parameter is `self`
  Span span = {};
  std::string doc = "";
  std::string signature = "";  // as written, for help()
  // A named size in the type of an array parameter: the size of its axis, from the end if negative.
  struct NamedSize {
    std::string name, parameter;
    int axis = 0;
  };
  std::vector<NamedSize> sizes = {};
  // At the prompt: the top-level names in its text, including inner functions.
  std::vector<std::string> reads = {};

  int find(std::string_view parameter) const;  // -1
  size_t inout_count() const;  // number of values that a call returns; without keys for sampling
};

// The captures of a native function, for its call. Lua holds them, so that its collector sees all
// references: NativeCall itself must not hold a function, or a value that may contain one.
class Captures {
 public:
  explicit Captures(lua_State* lua) : lua_(lua) {}
  // In the order of the closure. Valid only in the call itself, not in functions that it calls.
  Value operator[](size_t at) const;
  Function function(size_t at) const;

 private:
  lua_State* lua_;
};

// The results of a call: the value, then the final value of each inout parameter in order.
using NativeCall = std::function<Values(const Captures& captures, Values args)>;

// A script function implemented in C++: jit(f), a schedule, a method of an optimizer. Arguments are
// passed by position. Omitted last arguments are not in `args`; other omitted ones are
// MissingArgument, if they have a default. `closure` is the result of closure_of() for it, if it
// has a prototype: its kind and its captures, so that two jit(f) of the same f have the same cache
// key.
struct Closure {
  const void* object = nullptr;     // this function object
  const void* prototype = nullptr;  // equal for closures of one function literal; null if none
  std::shared_ptr<const void> holder = {};  // of a prototype with a limited lifetime
  std::vector<std::pair<std::string, Value>> captures = {};
  bool is_native = false;  // created by make_native
};
Function make_native(State& state, FunctionInfo info, NativeCall call, Closure closure = {});

}  // namespace rille
