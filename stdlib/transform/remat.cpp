// remat: a function whose derivative runs it again.
#include "stdlib/transform/recorded.h"
#include "stdlib/transform/traced.h"
#include "vm/bind.h"
#include "vm/call.h"

namespace rille {
namespace {

// All that f reads of traced values is an operand of the region, its arguments included.
Values call_again(const Function& f, const Values& args, const std::string& save) {
  if (Trace::innermost() == nullptr || save == "everything") return call_all(f, args);
  Values outputs;
  Recorded body = record({}, [&](const std::vector<Array>&) {
    outputs = call_all(f, args);
    return leaves_of(outputs);
  });
  if (body.graph.nodes.empty() && body.graph.results.empty()) return outputs;  // nothing to run
  Region region = std::make_shared<const Graph>(std::move(body.graph));
  Attrs attrs = save == "dots" ? Attrs{{"save", save}} : Attrs{};
  std::vector<Array> results = apply(remat_op, body.captures, attrs, {region});
  for (size_t i = 0; i < results.size(); ++i) results[i] = results[i].with_weak(body.weak[i]);
  return with_leaves_of(outputs, results);
}

Function remat(Function f, const std::string& save) {
  return transformed(f, "remat", save, [save](const Function& g, const Values& args) {
    return call_again(g, args, save);
  });
}

}  // namespace

extern const Builtin remat_builtin = {
    .signature =
        "remat(f: fn, save: \"nothing\" or \"dots\" or \"everything\" = \"nothing\") -> fn",
    .brief =
        "The function f, of which reverse mode keeps the inputs alone: it runs f again on "
        "the way back.",
    .params = {{"f", "a pure function; its parameters' names, defaults and inout are kept"},
               {"save",
                "what is kept besides: of `dots` the results of products of matrices and "
                "of convolutions; `everything`: f as it is"}},
    .errors = "error[trace] where f prints in a trace",
    .example = "grad(remat(x => x * x))(3.0)  #> 6",
    .source = "jax.checkpoint",
    .call = bind<&remat>,
};

}  // namespace rille
