// remat: a function whose derivative runs it again.
#include "stdlib/transform/recorded.h"
#include "stdlib/transform/traced.h"
#include "vm/bind.h"
#include "vm/call.h"

namespace rille {
namespace {

// All that f reads of traced values is an operand of the region, its arguments included.
Values call_again(const Function& f, const Values& args) {
  if (Trace::innermost() == nullptr) return call_all(f, args);
  Values outputs;
  Recorded body = record({}, [&](const std::vector<Array>&) {
    outputs = call_all(f, args);
    return leaves_of(outputs);
  });
  if (body.graph.nodes.empty() && body.graph.results.empty()) return outputs;  // nothing to run
  Region region = std::make_shared<const Graph>(std::move(body.graph));
  std::vector<Array> results = apply(remat_op, body.captures, {}, {region});
  for (size_t i = 0; i < results.size(); ++i) results[i] = results[i].with_weak(body.weak[i]);
  return with_leaves_of(outputs, results);
}

Function remat(Function f) { return transformed(f, "remat", "", call_again); }

}  // namespace

extern const Builtin remat_builtin = {
    .signature = "remat(f: fn) -> fn",
    .brief =
        "The function f, of which reverse mode keeps the inputs alone: it runs f again on "
        "the way back.",
    .params = {{"f", "a pure function; its parameters' names, defaults and inout are kept"}},
    .errors = "error[trace] where f prints in a trace",
    .example = "grad(remat(x => x * x))(3.0)  #> 6",
    .source = "jax.checkpoint",
    .call = bind<&remat>,
};

}  // namespace rille
