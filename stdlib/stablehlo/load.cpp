// stablehlo.load: a StableHLO program as a function.
#include <memory>
#include <numeric>

#include "backends/apply.h"
#include "backends/backend.h"
#include "stdlib/array.h"
#include "stdlib/stablehlo.h"
#include "stdlib/trace/leaves.h"
#include "stdlib/trace/region.h"
#include "stdlib/transform.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/run/running.h"
#include "vm/state.h"

namespace rille {
namespace {

// A program that is compiled at the first run outside of all traces.
struct LoadedProgram {
  State* state;
  HloProgram program;
  std::string name;  // "main of \"step.mlir\""
  std::shared_ptr<Executable> executable = {};
  std::unique_ptr<const Graph> guarded = {};  // created at the first run within a trace

  size_t given() const { return program.graph.params.size() - program.literals.size(); }
  Type param(size_t at) const { return program.graph.type(program.graph.params[at]); }

  std::vector<Array> run(std::vector<Array> in) {
    in.insert(in.end(), program.literals.begin(), program.literals.end());
    if (Trace::innermost() != nullptr) {
      if (guarded == nullptr) {
        guarded = std::make_unique<const Graph>(guarded_branches(program.graph));
      }
      return run_graph(*guarded, in);
    }
    if (state->observers().want(Topic::operation)) {
      return run_stepped(*state, "stablehlo", program.graph, {.function = "main"}, in);
    }
    if (executable == nullptr) executable = default_device().compile(program.graph);
    return told_run(*state, "stablehlo", program.graph, {.function = "main"},
                    [&] { return executable->run(in, {}); });
  }
};

// Whether a host scalar can be converted to the dtype: 2.5 is not an int, but 1 is a float.
bool can_be(const Array& x, Dtype dtype) {
  if (!x.is_weak()) return false;
  if (is_float(x.dtype())) return is_float(dtype) || is_complex(dtype);
  return is_integer(x.dtype()) ? dtype != Dtype::boolean : x.dtype() == dtype;
}

// Checks the type of an argument. A host scalar is converted to the dtype of the parameter.
Array argument(const LoadedProgram& loaded, size_t at, const Array& x) {
  Type wanted = loaded.param(at);
  Array out = can_be(x, wanted.dtype()) ? convert(x, wanted.dtype()) : x;
  if (out.type() == wanted) return out;
  bool is_shape = out.dtype() == wanted.dtype();
  Error error(is_shape ? Code::shape : Code::dtype,
              str(loaded.name, ": `", loaded.program.names[at], "` is ", out.type(), ", expected ",
                  wanted));
  if (out.dtype() == Dtype::key) error.help("`rng.key_data(key)` returns the words of a key");
  throw error;
}

// Appends the leaves in the order of JAX: fields whose names are numbers, as lists have in files of
// other programs, are sorted by value, not alphabetically.
void put_leaves(const Value& tree, std::vector<Array>& out) {
  poll();
  const Layout* layout = tree.is_branch() ? tree.layout() : nullptr;
  if (layout == nullptr && !tree.is_branch()) {
    for (Array& leaf : leaves_of({tree})) out.push_back(std::move(leaf));
    return;
  }
  std::vector<size_t> order(tree.items().size());
  std::iota(order.begin(), order.end(), size_t{0});
  if (layout != nullptr) {
    auto name = [&](size_t i) -> std::string_view { return layout->names[i]; };
    std::ranges::stable_sort(order, is_before_in_tree, name);
  }
  for (size_t i : order) put_leaves(tree.items()[i], out);
}

Values call_loaded(LoadedProgram& loaded, const Values& args) {
  Values given;
  for (const Value& arg : args) {
    if (!arg.is_absent()) given.push_back(arg);
  }
  std::vector<Array> leaves;
  for (const Value& tree : given) put_leaves(tree, leaves);
  if (leaves.size() != loaded.given()) {
    throw Error(Code::type, str(loaded.name, ": got ", leaves.size(),
                                given.size() == leaves.size() ? " arrays" : " arrays in trees",
                                ", expected ", loaded.given()));
  }
  for (size_t i = 0; i < leaves.size(); ++i) leaves[i] = argument(loaded, i, leaves[i]);
  std::vector<Array> out = loaded.run(std::move(leaves));
  out.resize(loaded.program.results);
  if (out.size() == 1) return {Value::from_array(out[0])};
  Values items;
  for (const Array& one : out) items.push_back(Value::from_array(one));
  return {Value::tuple(std::move(items))};
}

FunctionInfo info_of(const LoadedProgram& loaded, const std::string& function) {
  const Graph& graph = loaded.program.graph;
  FunctionInfo out;
  out.name = function;
  std::vector<std::string> params, results;
  for (size_t i = 0; i < loaded.given(); ++i) {
    const std::string& name = loaded.program.names[i];
    out.params.push_back({.name = name, .has_default = i > 0});
    params.push_back(str(name, ": ", loaded.param(i)));
  }
  for (size_t i = 0; i < loaded.program.results; ++i) {
    results.push_back(str(graph.type(graph.results[i])));
  }
  std::string gives = join(results);
  out.signature =
      str(function, "(", join(params), ") -> ", results.size() == 1 ? gives : str("(", gives, ")"));
  out.doc = str("Runs ", loaded.name,
                ", a StableHLO program. A tree argument is replaced by its leaves, in order.");
  return out;
}

Function load(State& state, std::string path, std::string function) {
  auto loaded = std::make_shared<LoadedProgram>(LoadedProgram{
      .state = &state, .program = stablehlo_of_file(state, path, function), .name = ""});
  loaded->name = str(function, " of \"", path, "\"");
  auto run = [loaded](const Captures&, const Values& args) { return call_loaded(*loaded, args); };
  Closure closure{.prototype = loaded.get(), .holder = loaded};
  return make_native(state, info_of(*loaded, function), run, std::move(closure));
}

}  // namespace

extern const Builtin stablehlo_load_builtin = {
    .signature = "stablehlo.load(path: str, function: str = \"main\") -> fn",
    .brief =
        "Loads a StableHLO program as a function. The function can be called, jitted, "
        "differentiated, and vmapped like any other.",
    .params = {{"path",
                "Path of a file of StableHLO text or bytecode, such as JAX, PyTorch/XLA, and "
                "TensorFlow export."},
               {"function", "Name of the function in the module."}},
    .returns =
        "a function of the program's arrays, in order, where a tree is replaced by its leaves. It "
        "returns an array, or a tuple of several; `help(f)` shows its types",
    .errors =
        "error[io] if the file cannot be read; error[syntax] if it is not valid StableHLO; "
        "error[type] if an operation is not supported",
    .example =
        "stablehlo.save(\"double.mlir\", x => x * 2, zeros(3))\n"
        "let double = stablehlo.load(\"double.mlir\")\n"
        "double([1.0, 2.0, 3.0])  #> [2, 4, 6]",
    .source = "github.com/openxla/stablehlo, docs/spec.md; jax.export.deserialize",
    .call = bind<&load>,
    .purity = Purity::host,
};

}  // namespace rille
