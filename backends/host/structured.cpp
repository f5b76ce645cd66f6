// Nodes that run by device code instead of loop nests.
#include "backends/host/structured.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "backends/host/matrices.h"
#include "backends/host/program.h"
#include "backends/host/tape.h"
#include "jit/op.h"
#include "vm/array.h"
#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {
namespace {

Array blank(const Type& type) { return type.form() == TypeForm::array ? Array(type) : Array(); }

Array array_of(const char* place, const Type& type) {
  if (type.form() == TypeForm::tape)
    return reinterpret_cast<const Tape*>(place)->bytes(type.element());
  Array out = blank(type);
  if (type.form() == TypeForm::array && out.byte_size() > 0) {
    copy_bytes(out.edit_data(), place, out.byte_size());
  }
  return out;
}

// Runs the reference of an op on copies in arrays. It is slow and exact, and exists for every op.
void run_reference(const Node& node, const Graph& graph, std::span<char* const> in,
                   std::span<char* const> out) {
  std::vector<Array> args, results;
  for (size_t i = 0; i < in.size(); ++i) args.push_back(array_of(in[i], graph.type(node.in[i])));
  for (Var v : node.out) results.push_back(blank(graph.type(v)));
  node.op->reference(node, args, results);
  for (size_t i = 0; i < out.size(); ++i) {
    Type type = graph.type(node.out[i]);
    if (type.form() == TypeForm::tape) {
      *reinterpret_cast<Tape*>(out[i]) = Tape::of_bytes(results[i].data(), type.element());
    } else if (type.form() == TypeForm::array && results[i].byte_size() > 0) {
      copy_bytes(out[i], results[i].data(), results[i].byte_size());
    }
  }
}

using StructuredKernelFn = void (*)(const Node&, const Graph&, std::span<char* const> in,
                                    std::span<char* const> out);

// Adapts functions for ops with one result.
template <auto run>
void run_one(const Node& node, const Graph& graph, std::span<char* const> in,
             std::span<char* const> out) {
  run(node, graph, in, out[0]);
}

const std::unordered_map<const Op*, StructuredKernelFn>& own_codes() {
  static const std::unordered_map<const Op*, StructuredKernelFn> table = {
      {&cholesky_op, run_decomposition},
      {&concatenate_op, run_one<run_concatenate>},
      {&dynamic_update_slice_op, run_one<run_update>},
      {&eig_op, run_decomposition},
      {&eigh_op, run_decomposition},
      {&fft_op, run_one<run_fourier>},
      {&lu_op, run_decomposition},
      {&qr_op, run_decomposition},
      {&scatter_op, run_one<run_scatter>},
      {&schur_op, run_decomposition},
      {&sort_op, run_sort},
      {&svd_op, run_decomposition},
      {&top_k_op, run_top_k},
      {&triangular_solve_op, run_decomposition},
      {&tridiagonal_solve_op, run_decomposition}};
  return table;
}

// Null if the host has no code for the op.
StructuredKernelFn code_of(const Op& op) {
  auto found = own_codes().find(&op);
  return found == own_codes().end() ? nullptr : found->second;
}

}  // namespace

bool has_own_code(const Op& op) { return code_of(op) != nullptr; }

std::span<const Op* const> ops_with_own_code() {
  static const std::vector<const Op*> list = [] {
    std::vector<const Op*> out;
    for (const auto& [op, code] : own_codes()) out.push_back(op);
    std::ranges::sort(out, {}, &Op::name);
    return out;
  }();
  return list;
}

void run_structured(const Node& node, const Graph& graph, std::span<char* const> in,
                    std::span<char* const> out) {
  StructuredKernelFn code = code_of(*node.op);
  bool is_complex_matrix = code == run_decomposition && has_parts(graph.type(node.in[0]));
  if (is_complex_matrix) code = nullptr;
  (code != nullptr ? code : run_reference)(node, graph, in, out);
}

}  // namespace rille
