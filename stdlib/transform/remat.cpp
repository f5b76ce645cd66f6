// remat: a function whose derivative runs it again.
#include "jit/checkpointed.h"
#include "stdlib/trace/leaves.h"
#include "stdlib/trace/region.h"
#include "stdlib/transform/traced.h"
#include "vm/bind.h"
#include "vm/call.h"
#include "vm/calling.h"

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
  std::vector<Array> results;
  if (save == "checkpoints") {
    region = std::make_shared<const Graph>(checkpointed(*region));
    results = apply(call_op, body.captures, {{"name", f.info().name}}, {region});
  } else {
    Attrs attrs = save == "nothing" ? Attrs{} : Attrs{{"save", save}};
    results = apply(remat_op, body.captures, attrs, {region});
  }
  for (size_t i = 0; i < results.size(); ++i) results[i] = results[i].with_weak(body.weak[i]);
  return with_leaves_of(outputs, results);
}

// A word, or names with a line break behind each.
std::string saved(const Value& save) {
  if (!save.is_tuple()) return save.string();
  std::string out;
  for (const Value& name : save.items()) {
    if (name.string().find('\n') != std::string::npos) {
      throw labelled(Error(Code::value, "remat: a name has no line breaks"), "save");
    }
    out += name.string() + "\n";
  }
  return out.empty() ? "nothing" : out;
}

Value checkpoint_name(const Value& x, const std::string& name) {
  std::vector<Array> leaves = leaves_of({x});
  for (Array& leaf : leaves) leaf = apply1(checkpoint_name_op, {leaf}, {{"name", name}});
  return with_leaves_of({x}, leaves)[0];
}

Function remat_of(Function f, const Value& what) {
  std::string save = saved(what);
  return transformed(f, "remat", save, [save](const Function& g, const Values& args) {
    return call_again(g, args, save);
  });
}

}  // namespace

extern const Builtin remat_builtin = {
    .signature =
        "remat(f: fn, save: \"nothing\" or \"dots\" or \"everything\" or \"checkpoints\" or "
        "(str, ...) = \"nothing\") -> fn",
    .brief =
        "The function f, of which reverse mode keeps the inputs alone: it runs f again on "
        "the way back.",
    .params =
        {{"f", "a pure function; its parameters' names, defaults and inout are kept"},
         {"save",
          "what is kept besides: of `dots` the results of products of matrices and "
          "of convolutions; `everything`: f as it is; `checkpoints`: all but what f's loops "
          "compute, of whose turns only some begin with what is kept, about 32 for each power "
          "of 32 in their number; a tuple: what checkpoint_name gave one of these names"}},
    .errors = "error[trace] where f prints in a trace",
    .example = "grad(remat(x => x * x))(3.0)  #> 6",
    .source = "jax.checkpoint",
    .call = bind<&remat_of>,
};

extern const Builtin checkpoint_name_builtin = {
    .signature = "checkpoint_name(x: tree, name: str) -> tree",
    .brief = "x itself, under a name by which remat(f, save = …) keeps it for the way back.",
    .params = {{"x", "arrays of any dtype"}, {"name", "the name, not the only one of its kind"}},
    .example =
        "let f = remat(x => sin(checkpoint_name(sin(x), \"inner\")), save = (\"inner\",))\n"
        "close(grad(f)(1.0), cos(sin(1.0)) * cos(1.0))  #> true",
    .source = "jax.ad_checkpoint.checkpoint_name",
    .call = bind<&checkpoint_name>,
};

}  // namespace rille
