// Nodes that run by code of their own, not by nests.
#include <cstring>

#include "backends/host/program.h"
#include "jit/op.h"
#include "vm/array.h"
#include "vm/error.h"

namespace rille {
namespace {

// Into arrays, through the reference, and back: slow, exact, and there for every op.
void run_reference(const Node& node, const Graph& graph, std::span<char* const> in,
                   std::span<char* const> out) {
  std::vector<Array> args, results;
  for (size_t i = 0; i < in.size(); ++i) {
    args.emplace_back(graph.type(node.in[i]));
    if (graph.type(node.in[i]).form() != Form::array || args.back().byte_size() == 0) continue;
    std::memcpy(args.back().edit_data(), in[i], args.back().byte_size());
  }
  for (Var v : node.out) results.emplace_back(graph.type(v));
  node.op->reference(node, args, results);
  for (size_t i = 0; i < out.size(); ++i) {
    if (graph.type(node.out[i]).form() != Form::array || results[i].byte_size() == 0) continue;
    std::memcpy(out[i], results[i].data(), results[i].byte_size());
  }
}

}  // namespace

void run_structured(const Node& node, const Graph& graph, std::span<char* const> in,
                    std::span<char* const> out) {
  run_reference(node, graph, in, out);
}

}  // namespace rille
