// remat: gradient checkpointing of a function.
#include "jit/checkpointed.h"
#include "stdlib/trace/leaves.h"
#include "stdlib/trace/region.h"
#include "stdlib/transform/traced.h"
#include "vm/bind.h"
#include "vm/call.h"
#include "vm/calling.h"

namespace rille {
namespace {

// Every traced value that f reads is an operand of the region, including the arguments.
Values call_again(const Function& f, const Values& args, const std::string& save) {
  if (Trace::innermost() == nullptr || save == "everything") return call_all(f, args);
  Values outputs;
  RecordedGraph body = record({}, [&](const std::vector<Array>&) {
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

// The policy as one string: a keyword, or names that each end in a line break.
std::string saved(const Value& save) {
  if (!save.is_tuple()) return save.string();
  std::string out;
  for (const Value& name : save.items()) {
    if (name.string().find('\n') != std::string::npos) {
      throw labelled(Error(Code::value, "remat: a name in `save` contains a line break"), "save");
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
        "Applies gradient checkpointing (rematerialization) to a function. Reverse mode saves the "
        "inputs of `f` and recomputes its intermediate values in the backward pass.",
    .params =
        {{"f", "Pure function. The names, defaults, and `inout` of its parameters are kept."},
         {"save",
          "Policy for the intermediate values that are saved. \"nothing\": none. \"dots\": the "
          "results of matrix products and convolutions. \"everything\": all, so that `f` is "
          "unchanged. \"checkpoints\": all outside of loops. A loop of n iterations saves its "
          "carry at about 32 iterations per power of 32 in n, and recomputes the others. A tuple "
          "of names: the values that `checkpoint_name` gave one of these names."}},
    .returns =
        "a function with the parameters and the results of `f`, whose intermediate values are "
        "recomputed in the backward pass",
    .errors =
        "error[trace] if `f` prints in a trace; error[value] if a name in `save` contains a line "
        "break",
    .example = "grad(remat(x => x * x))(3.0)  #> 6",
    .source = "jax.checkpoint",
    .call = bind<&remat_of>,
};

extern const Builtin checkpoint_name_builtin = {
    .signature = "checkpoint_name(x: tree, name: str) -> tree",
    .brief =
        "Names `x` for the save policy of `remat`, and returns it unchanged. Under `remat`, values "
        "whose name is listed in `save` are saved for the backward pass.",
    .params = {{"x", "Tree of arrays of any dtype."},
               {"name", "Name of the value. Several values may have the same name."}},
    .returns = "`x`",
    .example =
        "let f = remat(x => sin(checkpoint_name(sin(x), \"inner\")), save = (\"inner\",))\n"
        "close(grad(f)(1.0), cos(sin(1.0)) * cos(1.0))  #> true",
    .source = "jax.ad_checkpoint.checkpoint_name",
    .call = bind<&checkpoint_name>,
};

}  // namespace rille
