// cache: what is kept of a compiled function's traces.
#include "stdlib/transform/made_for.h"
#include "stdlib/transform/memory.h"
#include "vm/bind.h"
#include "vm/call.h"

namespace rille {
namespace {

// value_and_grad and grad share their traces.
std::string_view recipe_of(std::string_view transform) {
  return transform == "value_and_grad" ? "grad" : transform;
}

const Value* capture(const Closure& closure, std::string_view wanted) {
  for (const auto& [name, value] : closure.captures) {
    if (name == wanted) return &value;
  }
  return nullptr;
}

Value cache(State& state, Function f) {
  Closure closure = closure_of(f);
  const Value *inner = capture(closure, "f"), *transform = capture(closure, "transform");
  if (!closure.is_native || inner == nullptr || transform == nullptr) {
    throw Error(Code::type, str("`cache` needs a function that jit, grad, value_and_grad or vmap "
                                "gave, got ",
                                f.info().name.empty() ? "a function" : f.info().name))
        .label(0);
  }
  CacheKey origin = origin_of(recipe_of(transform->string()), inner->function());
  const auto& memory = state.part<Memory>();
  Counts counts = memory.counts(origin);
  Values made_for;
  std::vector<const MadeFor*> earlier;
  for (const MadeFor* one : memory.made_for(origin)) {
    made_for.emplace_back(one->text_beside(earlier));
    earlier.push_back(one);
  }
  return Value::record(state, {{"entries", counts.entries},
                               {"hits", counts.hits},
                               {"misses", counts.misses},
                               {"traces", counts.traces},
                               {"made_for", Value::tuple(std::move(made_for))},
                               {"limit", static_cast<int64_t>(Memory::limit)}});
}

}  // namespace

extern const Builtin cache_builtin = {
    .signature = "cache(f: fn) -> record",
    .brief =
        "What is kept of the traces of a transformed function, and how often it was found; "
        "closures of one function literal count together.",
    .params = {{"f", "what jit, grad, value_and_grad or vmap gave"}},
    .returns =
        "entries kept now; hits, misses of calls; traces, of which a miss may need several; "
        "made_for, a line for each entry that says what made it, by how it differs from one "
        "before; "
        "limit, of all entries together: the one used longest ago leaves",
    .errors = "error[type] where f is no function that a transform gave",
    .example = "let f = jit(x => x + 1); f(1); f(2); f.cache().hits  #> 1",
    .source = "jit(f)._cache_size() of JAX",
    .call = bind<&cache>,
};

}  // namespace rille
