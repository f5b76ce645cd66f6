// Trees of tangents: beside a value, its directions.
#pragma once

#include <string_view>
#include <vector>

#include "stdlib/transform/traced.h"

namespace rille {

// Fields that are marked `var`: those of arguments have no tangents.
enum class StateFields { moving, still };

// The leaves of `given` that stand where `tree` has a leaf with a tangent, in its type; nil is a
// zero. error[type], error[shape] where `given` has another structure or a leaf another type.
void matching(const Value& tree, const Value& given, std::string_view what, std::vector<Array>& out,
              StateFields fields = StateFields::moving);

// Tangents or cotangents, from number `next` on, in the structure of `tree`; `still` where a leaf
// has none.
Value tangent_tree(const Value& tree, const std::vector<Array>& tangents, size_t& next,
                   const Value& still = Value(), StateFields fields = StateFields::moving);

// What a function leaves in its inout parameters has no cotangent: a zero for each param of the
// graph behind those that are given.
void add_zeros(const Graph& backward, std::vector<Array>& in);

// Whether a leaf gets a tangent: one of an argument that can have one and is no state. Which params
// of the traced graph are such.
bool is_active(const Leaf& leaf);
std::vector<bool> active_of(const Traced& traced, const CallTree& parts);
// What the params stand for in this call.
std::vector<Array> inputs_of(const Traced& traced, const CallTree& parts);

}  // namespace rille
