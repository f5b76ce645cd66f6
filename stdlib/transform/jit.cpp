// jit: compiles a function for the types of its calls.
#include <algorithm>
#include <optional>

#include "stdlib/transform.h"
#include "stdlib/transform/known.h"
#include "vm/bind.h"
#include "vm/call.h"
#include "vm/calling.h"

namespace rille {
namespace {

struct Settings {
  Donate donate;
  Wishes wishes;
  std::vector<std::string> dynamic = {};  // names of sizes
};

// The sizes, at this call.
std::vector<int64_t> sizes_of(const Function& f, const Values& args, const Settings& settings) {
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

// Inside a trace the function's nodes simply join the graph that is open.
Values call_jitted(const Function& f, Values& args, const Settings& settings, KnownCalls& known) {
  if (Trace::innermost() != nullptr) return call_all(f, args);
  bool is_watched = f.state().observers().want(Topic::operation);
  Loan* loan = is_watched ? nullptr : f.state().part<OpenLoan>().now;
  CallTree parts = take_apart(f, args);
  Wishes wishes = settings.wishes;
  wishes.dynamic = sizes_of(f, args, settings);
  std::vector<uint64_t> key = {static_cast<uint64_t>(wishes.memory)};
  key.insert(key.end(), wishes.dynamic.begin(), wishes.dynamic.end());
  auto entry = entry_of(f, args, parts,
                        {.name = "jit", .settings = std::move(key), .wishes = std::move(wishes)});
  if (loan != nullptr) known.note(f, args, parts, *loan, *entry);
  if (loan == nullptr || loan->handles.empty() || !overwrites(*loan, entry->traced.outputs[0])) {
    return outputs_of(entry->traced, entry->run(parts), parts);
  }
  args.clear();  // or their arrays would have another owner
  const Donate& donate = settings.donate;
  auto may = std::span(reinterpret_cast<const bool*>(donate.data()), donate.size());
  std::vector<Array> results = entry->run_lent(parts, *loan, may);
  return outputs_of(entry->traced, results, parts);
}

// What `parameter` of jit asks of its function f, which does not have it.
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
    Error error(Code::name, str("jit: the function has no parameter `", which.string(), "`"));
    throw lacking(std::move(error), "donate");
  }
  const auto* at = std::get_if<int64_t>(&which.any());
  if (at == nullptr) {
    throw labelled(
        Error(Code::type,
              str("jit: `donate` takes names and numbers of parameters, got ", kind_text(which))),
        "donate");
  }
  if (*at >= -count && *at < count) return static_cast<size_t>(*at < 0 ? *at + count : *at);
  Error error(Code::index, str("jit: `donate` needs the place or the name of a parameter of the "
                               "function, got ",
                               *at));
  std::vector<std::string> names;
  for (const auto& param : info.params) names.push_back(str("`", param.name, "`"));
  if (!names.empty()) error.help(str("it has ", join(names)));
  throw lacking(std::move(error), "donate");
}

Donate donated(const FunctionInfo& info, const Value& which) {
  if (which.is_nil()) return {};
  Donate out(std::max<size_t>(info.params.size(), 1), 0);
  for (const Value& each : each_of(which)) out[parameter_of(info, each)] = 1;
  return out;
}

Wishes wished(std::optional<double> memory) {
  if (!memory) return {};
  if (!(*memory >= 1)) {
    throw labelled(Error(Code::value, str("jit: `memory` is a number of bytes, got ", *memory)),
                   "memory");
  }
  return {.memory = static_cast<int64_t>(std::min(*memory, 1e18))};
}

// Names of sizes, each of which the type of a parameter tells.
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
    Error error(Code::name, str("jit: no parameter is an array with a size `", out.back(), "`"));
    error.help(str("they name ", known.empty() ? "no sizes" : join(known), ": write `x: f32[",
                   out.back(), ", d]`"));
    throw lacking(std::move(error), "dynamic");
  }
  return out;
}

Function jit(Function f, Value donate, std::optional<double> memory, Value dynamic) {
  Settings which{donated(f.info(), donate), wished(memory), named_sizes(f.info(), dynamic)};
  std::string text(which.donate.begin(), which.donate.end());
  text += str(" ", which.wishes.memory, " ", join(which.dynamic));
  auto known = std::make_shared<KnownCalls>();
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

HeldGraph held_graph_of(const Function& f, const Values& args) {
  CallTree parts = take_apart(f, args);
  auto entry = entry_of(f, args, parts, {.name = "jit"});
  const Traced& traced = entry->traced;
  HeldGraph out{entry->graph, {}, 0};
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
        "jit(f: fn, donate: int or str or (int or str, ...) = nil, memory: number = nil, dynamic: "
        "str or (str, ...) = nil) -> fn",
    .brief = "The function f, compiled once for each structure and type of its arguments.",
    .params = {{"f", "a pure function; its parameters' names, defaults and inout are kept"},
               {"donate",
                "the parameters, a name, a number or a tuple of them, whose arrays may be "
                "overwritten where the call is the last to see them; nil: all, (): none"},
               {"memory",
                "the bytes that a call may take besides its arguments and results: what does not "
                "fit is computed anew where it is read, and reverse mode keeps few turns of loops, "
                "as remat(f, save = \"checkpoints\") does; nil: as many as are fast"},
               {"dynamic",
                "the sizes, names in the annotations of parameters that are arrays, that change "
                "from call to call: as outermost axes they share their code, which may be a tenth "
                "slower than that of one size; nil: sizes that are near to each other do"}},
    .errors =
        "error[trace] at a call whose code needs the value of an array while it is traced; "
        "error[name] or error[index] where donate names no parameter, error[name] where dynamic "
        "names no size; error[memory] at a call "
        "whose code cannot do with so few bytes",
    .example = "jit(x => x * x + 1.0)(3.0)  #> 10",
    .source =
        "jax.jit and jax.checkpoint; numbers and arrays that f captures are inputs, never "
        "constants",
    .call = bind<&jit>,
    .form = CallForm::wrapper,
};

}  // namespace rille
