// jit: compiles a function for the types of its calls.
#include "stdlib/transform/traced.h"
#include "vm/bind.h"
#include "vm/call.h"

namespace rille {
namespace {

const std::vector<Param> params = {
    {"f", "function", "", "a pure function; its parameters' names, defaults and inout are kept"},
};

// Inside a trace the function's nodes simply join the graph that is open.
Values call_jitted(const Function& f, const Values& args) {
  if (Trace::innermost() != nullptr) return call_all(f, args);
  Parts parts = take_apart(f, args);
  auto entry = entry_of(f, args, parts, {.name = "jit"});
  return outputs_of(entry->traced, entry->run(parts), parts);
}

Function jit(Function f) { return transformed(f, "jit", "", call_jitted); }

}  // namespace

extern const Builtin jit_builtin = {
    .name = "jit",
    .brief = "The function f, compiled once for each structure and type of its arguments.",
    .params = params,
    .returns = "function",
    .errors = "error[trace] at a call whose code needs the value of an array while it is traced",
    .example = "jit(x => x * x + 1.0)(3.0)  #> 10",
    .source = "jax.jit; numbers and arrays that f captures are inputs, never constants",
    .call = bind<&jit>,
};

}  // namespace rille
