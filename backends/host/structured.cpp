// Nodes that run by code of their own, not by nests.
#include "backends/host/structured.h"

#include <algorithm>

#include "backends/host/matrices.h"
#include "backends/host/program.h"
#include "backends/host/tape.h"
#include "jit/op.h"
#include "vm/array.h"
#include "vm/error.h"
#include "vm/running.h"

namespace rille {
namespace {

Array blank(const Type& type) { return type.form() == Form::array ? Array(type) : Array(); }

Array array_of(const char* place, const Type& type) {
  if (type.form() == Form::tape) return reinterpret_cast<const Tape*>(place)->bytes(type.element());
  Array out = blank(type);
  if (type.form() == Form::array && out.byte_size() > 0) {
    copy_bytes(out.edit_data(), place, out.byte_size());
  }
  return out;
}

// Into arrays, through the reference, and back: slow, exact, and there for every op.
void run_reference(const Node& node, const Graph& graph, std::span<char* const> in,
                   std::span<char* const> out) {
  std::vector<Array> args, results;
  for (size_t i = 0; i < in.size(); ++i) args.push_back(array_of(in[i], graph.type(node.in[i])));
  for (Var v : node.out) results.push_back(blank(graph.type(v)));
  node.op->reference(node, args, results);
  for (size_t i = 0; i < out.size(); ++i) {
    Type type = graph.type(node.out[i]);
    if (type.form() == Form::tape) {
      *reinterpret_cast<Tape*>(out[i]) = Tape::of_bytes(results[i].data(), type.element());
    } else if (type.form() == Form::array && results[i].byte_size() > 0) {
      copy_bytes(out[i], results[i].data(), results[i].byte_size());
    }
  }
}

}  // namespace

bool has_own_code(const Op& op) {
  static constexpr std::string_view names[] = {
      "cholesky", "concatenate", "dynamic_update_slice", "eigh", "lu", "qr", "scatter", "sort",
      "svd",      "top_k",       "triangular_solve"};
  return std::ranges::find(names, op.name) != std::end(names);
}

void run_structured(const Node& node, const Graph& graph, std::span<char* const> in,
                    std::span<char* const> out) {
  if (node.op->name == "scatter") return run_scatter(node, graph, in, out[0]);
  if (node.op->name == "dynamic_update_slice") return run_update(node, graph, in, out[0]);
  if (node.op->name == "concatenate") return run_concatenate(node, graph, in, out[0]);
  if (node.op->name == "sort") return run_sort(node, graph, in, out);
  if (node.op->name == "top_k") return run_top_k(node, graph, in[0], out);
  if (has_own_code(*node.op)) return run_decomposition(node, graph, in, out);
  run_reference(node, graph, in, out);
}

}  // namespace rille
