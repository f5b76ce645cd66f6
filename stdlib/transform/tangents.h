// Trees of tangents and cotangents of a value.
#pragma once

#include <string_view>
#include <vector>

#include "stdlib/transform/traced.h"

namespace rille {

// Whether leaves in fields marked `var` have tangents. `still`: they have none, as for arguments.
enum class StateFields { moving, still };

// Appends the leaves of `given` at the positions at which `tree` has a differentiable leaf. nil
// becomes zeros of the leaf's type. Raises error[type], error[shape], or error[dtype] if `given`
// differs in structure, shape, or dtype; `what` is the subject of the message.
void matching(const Value& tree, const Value& given, std::string_view what, std::vector<Array>& out,
              StateFields fields = StateFields::moving);

// The tangents or cotangents from index `next` on, in the structure of `tree`. A leaf without a
// tangent becomes `still`.
Value tangent_tree(const Value& tree, const std::vector<Array>& tangents, size_t& next,
                   const Value& still = Value(), StateFields fields = StateFields::moving);

// Appends zeros for the params of `backward` that `in` lacks: the final values of inout parameters
// have zero cotangents.
void add_zeros(const Graph& backward, std::vector<Array>& in);

// Whether a leaf has a tangent: it belongs to an argument, has a differentiable type, and is not in
// a `var` field. active_of(): the same for each param of the traced graph.
bool is_active(const Leaf& leaf);
std::vector<bool> active_of(const TracedFunction& traced, const CallTree& parts);
// The values of the graph's params in this call.
std::vector<Array> inputs_of(const TracedFunction& traced, const CallTree& parts);

}  // namespace rille
