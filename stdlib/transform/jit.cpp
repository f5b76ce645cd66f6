// jit: compiles a function for the types of its calls.
#include <algorithm>
#include <optional>

#include "stdlib/array/precision.h"
#include "stdlib/transform.h"
#include "stdlib/transform/recent_calls.h"
#include "vm/bind.h"
#include "vm/call.h"
#include "vm/calling.h"

namespace rille {
namespace {

struct JitOptions {
  DonationMask donate;
  CompileOptions compile_options;
  std::vector<std::string> dynamic = {};  // names of dynamic sizes
  std::optional<Precision> precision = {};
};

// The traced graph, with the precision of the options.
TransformSpec spec_of(const JitOptions& settings) {
  TransformSpec out{.name = "jit"};
  uint64_t number = settings.precision ? 1 + static_cast<uint64_t>(*settings.precision) : 0;
  out.settings = {number, static_cast<uint64_t>(settings.compile_options.memory)};
  if (!settings.precision) return out;
  out.derive = [precision = *settings.precision](const TracedFunction& traced) {
    return with_precision(traced.graph, precision);
  };
  return out;
}

// The values of the dynamic sizes at this call.
std::vector<int64_t> sizes_of(const Function& f, const Values& args, const JitOptions& settings) {
  std::vector<int64_t> out;
  for (const FunctionInfo::NamedSize& size : f.info().sizes) {
    if (std::ranges::find(settings.dynamic, size.name) == settings.dynamic.end()) continue;
    auto at = static_cast<size_t>(f.info().find(size.parameter));
    if (at >= args.size() || !args[at].is_array()) continue;
    const Type& type = args[at].array().type();
    int axis = size.axis < 0 ? size.axis + type.rank() : size.axis;
    if (axis >= 0 && axis < type.rank()) out.push_back(type.extent(axis).number());
  }
  return out;
}

// Inside a trace, the nodes of the function are added to the open graph.
Values call_jitted(const Function& f, Values& args, const JitOptions& settings,
                   RecentCalls& known) {
  if (Trace::innermost() != nullptr) {
    if (!settings.precision) return call_all(f, args);
    CallTree parts = take_apart(f, args);
    auto entry = entry_of(f, args, parts, spec_of(settings));
    return outputs_of(entry->traced, entry->run(parts), parts);
  }
  bool is_watched = f.state().observers().want(Topic::operation);
  Loan* loan = is_watched ? nullptr : f.state().part<CurrentLoan>().now;
  CallTree parts = take_apart(f, args);
  CompileOptions compile_options = settings.compile_options;
  compile_options.dynamic = sizes_of(f, args, settings);
  TransformSpec recipe = spec_of(settings);
  recipe.settings.insert(recipe.settings.end(), compile_options.dynamic.begin(),
                         compile_options.dynamic.end());
  recipe.compile_options = std::move(compile_options);
  auto entry = entry_of(f, args, parts, recipe);
  if (loan != nullptr) known.note(f, args, parts, *loan, *entry);
  if (loan == nullptr || loan->handles.empty() || !overwrites(*loan, entry->traced.outputs[0])) {
    return outputs_of(entry->traced, entry->run(parts), parts);
  }
  args.clear();  // so that `parts` and the loan hold the only references to the arrays
  const DonationMask& donate = settings.donate;
  auto may = std::span(reinterpret_cast<const bool*>(donate.data()), donate.size());
  std::vector<Array> results = entry->run_lent(parts, *loan, may);
  return outputs_of(entry->traced, results, parts);
}

// Underlines `f` and `parameter`: the function f lacks what `parameter` names.
Error lacking(Error error, const char* parameter) {
  return labelled(labelled(std::move(error), "f"), parameter);
}

// A tuple's items, or the value itself.
Values each_of(const Value& some) { return some.is_tuple() ? some.items() : Values{some}; }

size_t parameter_of(const FunctionInfo& info, const Value& which) {
  auto count = static_cast<int64_t>(info.params.size());
  if (which.is_string()) {
    int found = info.find(which.string());
    if (found >= 0) return static_cast<size_t>(found);
    Error error(Code::name,
                str("jit: `donate` names `", which.string(), "`, which is not a parameter of `f`"));
    throw lacking(std::move(error), "donate");
  }
  const auto* at = std::get_if<int64_t>(&which.any());
  if (at == nullptr) {
    throw labelled(Error(Code::type, str("jit: `donate` contains ", kind_text(which),
                                         ", expected positions or names of parameters")),
                   "donate");
  }
  if (*at >= -count && *at < count) return static_cast<size_t>(*at < 0 ? *at + count : *at);
  Error error(Code::index, str("jit: `donate` is ", *at, ", but `f` has ", count,
                               count == 1 ? " parameter" : " parameters"));
  std::vector<std::string> names;
  for (const auto& param : info.params) names.push_back(str("`", param.name, "`"));
  if (!names.empty()) error.help(str("the parameters of `f` are ", join(names)));
  throw lacking(std::move(error), "donate");
}

DonationMask donated(const FunctionInfo& info, const Value& which) {
  if (which.is_nil()) return {};
  DonationMask out(std::max<size_t>(info.params.size(), 1), 0);
  for (const Value& each : each_of(which)) out[parameter_of(info, each)] = 1;
  return out;
}

CompileOptions options_from(std::optional<double> memory) {
  if (!memory) return {};
  if (!(*memory >= 1)) {
    throw labelled(Error(Code::value, str("jit: `memory_bytes` is ", *memory,
                                          ", expected a number of bytes, at least 1")),
                   "memory_bytes");
  }
  return {.memory = static_cast<int64_t>(std::min(*memory, 1e18))};
}

// The names in `dynamic`. Each must occur as a named size in the annotation of a parameter.
std::vector<std::string> named_sizes(const FunctionInfo& info, const Value& dynamic) {
  if (dynamic.is_nil()) return {};
  std::vector<std::string> out, known;
  for (const auto& size : info.sizes) known.push_back(str("`", size.name, "`"));
  for (const Value& each : each_of(dynamic)) {
    out.push_back(each.string());
    if (std::ranges::find(info.sizes, out.back(), &FunctionInfo::NamedSize::name) !=
        info.sizes.end()) {
      continue;
    }
    Error error(Code::name, str("jit: `dynamic` names `", out.back(),
                                "`, which is not a named size of a parameter of `f`"));
    error.help(str("the named sizes are ", known.empty() ? "none" : join(known),
                   "; annotate a parameter: `x: f32[", out.back(), ", d]`"));
    throw lacking(std::move(error), "dynamic");
  }
  return out;
}

Function jit(Function f, Value donate, std::optional<double> memory, Value dynamic,
             std::optional<std::string> precision) {
  JitOptions which{donated(f.info(), donate), options_from(memory), named_sizes(f.info(), dynamic),
                   precision_named_by(precision)};
  std::string text(which.donate.begin(), which.donate.end());
  text +=
      str(" ", which.compile_options.memory, " ", join(which.dynamic), " ", precision.value_or(""));
  auto known = std::make_shared<RecentCalls>();
  Function out = transformed(f, "jit", text, [which, known](const Function& f, Values& args) {
    return call_jitted(f, args, which, *known);
  });
  give_quick(out, [which, known](State& state, Loan& loan, NativeResults& results) {
    return known->run(state, loan, which.donate, results);
  });
  return out;
}

}  // namespace

Graph graph_of(const Function& f, const Values& args) {
  CallTree parts = take_apart(f, args);
  return entry_of(f, args, parts, {.name = "jit"})->graph;
}

GraphWithCaptures graph_with_captures(const Function& f, const Values& args) {
  CallTree parts = take_apart(f, args);
  auto entry = entry_of(f, args, parts, {.name = "jit"});
  const TracedFunction& traced = entry->traced;
  GraphWithCaptures out{entry->graph, {}, 0};
  Vars all;
  for (bool is_given : {true, false}) {
    for (size_t i = 0; i < traced.params.size(); ++i) {
      const Leaf& leaf = parts.leaves[traced.params[i]];
      if ((leaf.argument >= 0) != is_given) continue;
      all.push_back(out.graph.params[i]);
      out.values.push_back(leaf.value.with_weak(false));
    }
    if (is_given) out.given = all.size();
  }
  for (size_t i = 0; i < traced.hidden.size(); ++i) {
    all.push_back(out.graph.params[traced.params.size() + i]);
    out.values.push_back(traced.hidden[i].with_weak(false));
  }
  out.graph.params = all;
  return out;
}

extern const Builtin jit_builtin = {
    .signature =
        "jit(f: fn, donate: int or str or (int or str, ...) = nil, memory_bytes: number = nil, "
        "dynamic: str or (str, ...) = nil, precision: str = nil) -> fn",
    .brief =
        "Creates a function that compiles `f` once per structure and types of its arguments. "
        "Numbers and arrays that `f` captures are inputs of the compiled code, not constants.",
    .params = {{"f", "Pure function. The names, defaults, and `inout` of its parameters are kept."},
               {"donate",
                "Parameters whose buffers are donated: a position, a name, or a tuple of these. "
                "The compiled code may overwrite a donated array to which no other reference "
                "exists. If nil, all parameters are donated; if (), none."},
               {"memory_bytes",
                "Maximum number of bytes that a call may use in addition to its arguments and "
                "results, ≥ 1. To stay within the limit, values are rematerialized, and reverse "
                "mode stores the carry of only some loop iterations and recomputes the others, as "
                "`remat` does with \"checkpoints\". If nil, memory is not limited."},
               {"dynamic",
                "Names of sizes in the annotations of array parameters that vary between calls. "
                "Calls that differ only in such sizes of outermost axes share compiled code. This "
                "code may be 10 % slower than code for a fixed size. If nil, only sizes close to "
                "each other share code."},
               {"precision",
                "`\"default\"` or `\"fast\"`: the precision of the products and convolutions in "
                "`f` that name none, and of their derivatives; see `dot`. If nil, the precision of "
                "the `jit` around this one, or of the script."}},
    .returns = "a function of the same parameters that runs the compiled code",
    .errors =
        "error[trace] at a call that needs the value of a traced array; error[name] or "
        "error[index] if `donate` is not a parameter of `f`; error[name] if `dynamic` is not a "
        "named size; error[value] if `memory_bytes` is below 1 or `precision` is unknown; "
        "error[memory] at a call whose code "
        "needs more than `memory_bytes` bytes",
    .example = "jit(x => x * x + 1.0)(3.0)  #> 10",
    .source = "jax.jit and jax.checkpoint",
    .call = bind<&jit>,
    .form = CallForm::wrapper,
};

}  // namespace rille
