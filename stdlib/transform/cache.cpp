// cache: statistics of a transformed function's traces.
#include "stdlib/transform/call_description.h"
#include "stdlib/transform/trace_cache.h"
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
    throw Error(Code::type,
                str("cache: `f` is ", f.info().name.empty() ? "a function" : f.info().name,
                    ", expected the result of `jit`, `grad`, `value_and_grad`, or `vmap`"))
        .label(0);
  }
  CacheKey origin = origin_of(recipe_of(transform->string()), inner->function());
  const auto& memory = state.part<TraceCache>();
  CacheStats counts = memory.counts(origin);
  Values made_for;
  std::vector<const CallDescription*> earlier;
  for (const CallDescription* one : memory.made_for(origin)) {
    made_for.emplace_back(one->text_beside(earlier));
    earlier.push_back(one);
  }
  return Value::record(state, {{"entries", counts.entries},
                               {"hits", counts.hits},
                               {"misses", counts.misses},
                               {"traces", counts.traces},
                               {"made_for", Value::tuple(std::move(made_for))},
                               {"limit", static_cast<int64_t>(TraceCache::limit)}});
}

}  // namespace

extern const Builtin cache_builtin = {
    .signature = "cache(f: fn) -> record",
    .brief =
        "Returns statistics of the trace cache of a transformed function. Closures of one function "
        "literal are counted together.",
    .params = {{"f", "Function returned by `jit`, `grad`, `value_and_grad`, or `vmap`."}},
    .returns =
        "a record. `entries`: number of traces in the cache; `hits`, `misses`: number of calls "
        "that found a trace and that did not; `traces`: number of times that `f` was traced (a "
        "miss may need several); `made_for`: for each entry a line with the cause of its "
        "compilation, as the difference from an earlier entry; `limit`: maximum number of entries "
        "of all functions together, of which the least recently used one is evicted",
    .errors = "error[type] if `f` was not returned by a transform",
    .example = "let f = jit(x => x + 1); f(1); f(2); f.cache().hits  #> 1",
    .source = "jit(f)._cache_size() of JAX",
    .call = bind<&cache>,
};

}  // namespace rille
