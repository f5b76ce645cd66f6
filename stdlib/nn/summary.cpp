// nn.summary: a table of a model's layers.
#include <algorithm>
#include <array>

#include "jit/estimate.h"
#include "jit/pass.h"
#include "stdlib/nn/capture.h"
#include "stdlib/nn/policy.h"
#include "stdlib/transform.h"
#include "vm/bind.h"
#include "vm/tree.h"

namespace rille {
namespace {

struct LayerStats {
  std::string text;  // "w f32[3, 2], b f32[2]"
  int64_t weights = 0, state = 0;
  size_t bytes = 0;
};

// Describes the leaves of a node, except those of nodes within it.
LayerStats own_leaves(const Branch& branch) {
  LayerStats out;
  for (size_t i = 0; i < branch.items.size(); ++i) {
    if (!branch.items[i].is_leaf()) continue;
    Array leaf = branch.items[i].as_array();
    bool is_state = branch.layout != nullptr && branch.layout->is_state(i);
    (is_state ? out.state : out.weights) += leaf.type().count();
    out.bytes += leaf.byte_size();
    std::string name = branch.layout == nullptr ? "" : branch.layout->names[i];
    out.text += str(out.text.empty() ? "" : ", ", name, name.empty() ? "" : " ", leaf.type());
  }
  return out;
}

std::string types_of(const Values& values) {
  std::vector<std::string> out;
  for (const Array& leaf : flatten_all(values).leaves) out.push_back(str(leaf.type()));
  return join(out, ", ");
}

// Returns the flops of a call as jit plans it, including inner layers.
double flops_of(State& state, const Value& layer, const Values& args) {
  FunctionInfo info{.name = "layer", .params = {{.name = "layer"}}};
  for (size_t i = 0; i < args.size(); ++i) info.params.push_back({.name = str("x", i)});
  auto run = [&state](const Captures&, Values all) {
    Values rest(all.begin() + 1, all.end());
    return Values{Value::tuple(call_method(state, all[0], "call", std::move(rest)))};
  };
  Function f = make_native(state, std::move(info), run);
  Values all{layer};
  all.insert(all.end(), args.begin(), args.end());
  Graph graph = optimize(graph_of(f, all));
  const Target& target = default_device().target();
  return estimate(make_plan(graph, target), target).cost.flops;
}

// Returns the flops of all calls, or "?" if the layer cannot be traced.
std::string flops_text(State& state, const CapturedNode& node) {
  double total = 0;
  try {
    for (const Values& args : node.given) total += flops_of(state, node.node, args);
  } catch (const Error& error) {
    if (error.code() != Code::trace) throw;
    return "?";
  }
  return str(static_cast<int64_t>(total));
}

using SummaryRow = std::array<std::string, 9>;

SummaryRow row_of(State& state, const CapturedNode& node, const LayerStats& own) {
  std::string path = node.path.empty() ? "." : node.path;
  SummaryRow out{path,
                 kind_text(node.node),
                 "",
                 "",
                 policy_text(node.node),
                 "",
                 str(own.weights),
                 str(own.bytes),
                 own.text};
  if (node.gave.empty()) return out;
  std::string times = node.gave.size() == 1 ? "" : str(" x", node.gave.size());
  out[2] = types_of(node.given[0]) + times;
  out[3] = types_of({node.gave[0]});
  out[5] = flops_text(state, node);
  return out;
}

std::string padded(const std::string& text, size_t width) {
  return text + std::string(width - std::min(width, text.size()), ' ');
}

// Formats the table without columns that are empty in all rows.
std::string table_of(const std::vector<SummaryRow>& rows) {
  static const SummaryRow head{"path",  "layer",   "given", "gave", "dtype",
                               "flops", "weights", "bytes", "of"};
  SummaryRow empty;
  std::array<size_t, head.size()> widths{};
  for (const SummaryRow& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string out;
  auto add = [&](const SummaryRow& row) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      if (widths[i] == 0) continue;
      line += padded(row[i], std::max(widths[i], head[i].size())) + "  ";
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  };
  add(head);
  for (const SummaryRow& row : rows) add(row);
  return out;
}

std::string summary(State& state, const Value& model, const Values& args) {
  auto nodes = args.empty() ? nodes_within(model) : captured(state, model, args);
  std::vector<SummaryRow> rows;
  LayerStats all;
  for (const CapturedNode& node : nodes) {
    LayerStats own = own_leaves(node.node.branch());
    if (own.text.empty() && node.gave.empty()) continue;
    rows.push_back(row_of(state, node, own));
    all.weights += own.weights;
    all.state += own.state;
    all.bytes += own.bytes;
  }
  return str(table_of(rows), "all: ", all.weights, " weights, ", all.state, " numbers of state, ",
             all.bytes, " bytes");
}

}  // namespace

extern const Builtin nn_summary_builtin = {
    .signature = "nn.summary(model: tree, ...args: any) -> str",
    .brief = "Returns a table of the layers of a model, with weights and call costs.",
    .params = {{"model",
                "Model. The table has one line for each node with arrays or numbers of its own."},
               {"args",
                "Arguments of the call model(args...). Each layer that the call reaches has a "
                "line. If empty, the model is not called, and the table has no types of inputs and "
                "outputs and no flops."}},
    .returns =
        "the table. Columns: path and struct of each layer; types of the inputs and outputs of its "
        "first call; its mixed-precision policy; flops of all its calls as `rille plan` counts "
        "them, including inner layers; "
        "number and bytes of its own weights, and their types. Calls that nn.capture does not "
        "record have no types. The flops of a layer that cannot be traced are `?`",
    .errors = "error[limit] if `model` is deeper than 1000 levels; errors of the call itself",
    .example =
        "print(nn.summary(nn.linear(rng.key(0), 3, 2), ones(3)))\n"
        "#> path  layer      given   gave    flops  weights  bytes  of\n"
        "#> .     nn.Linear  f32[3]  f32[2]  14     8        32     b f32[2], w f32[3, 2]\n"
        "#> all: 8 weights, 0 numbers of state, 32 bytes",
    .source = "flax.nnx.tabulate",
    .call = bind<&summary>,
};

}  // namespace rille
