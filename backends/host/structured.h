// Structured nodes with device code.
#pragma once

#include <span>

#include "jit/ir.h"

namespace rille {

// Whether run_structured has code for the op other than the reference loops, and all such ops, by
// name.
bool has_own_code(const Op& op);
std::span<const Op* const> ops_with_own_code();

// Each function computes the same bits as the reference of the op. The result of scatter and update
// may alias x.
void run_scatter(const Node& node, const Graph& graph, std::span<char* const> in, char* out);
void run_update(const Node& node, const Graph& graph, std::span<char* const> in, char* out);
void run_concatenate(const Node& node, const Graph& graph, std::span<char* const> in, char* out);
void run_sort(const Node& node, const Graph& graph, std::span<char* const> in,
              std::span<char* const> out);
void run_top_k(const Node& node, const Graph& graph, std::span<char* const> in,
               std::span<char* const> out);

}  // namespace rille
