// Structured nodes with code of their own.
#pragma once

#include <span>

#include "jit/ir.h"

namespace rille {

// Whether run_structured has more than the reference loops for the op; those for which it has, by
// name.
bool has_own_code(const Op& op);
std::span<const Op* const> ops_with_own_code();

// Each gives the bits that the op's reference gives. The result of scatter and update may stand
// where x stands.
void run_scatter(const Node& node, const Graph& graph, std::span<char* const> in, char* out);
void run_update(const Node& node, const Graph& graph, std::span<char* const> in, char* out);
void run_concatenate(const Node& node, const Graph& graph, std::span<char* const> in, char* out);
void run_sort(const Node& node, const Graph& graph, std::span<char* const> in,
              std::span<char* const> out);
void run_top_k(const Node& node, const Graph& graph, std::span<char* const> in,
               std::span<char* const> out);

}  // namespace rille
