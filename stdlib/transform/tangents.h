// Trees of tangents: beside a value, its directions.
#pragma once

#include <string_view>
#include <vector>

#include "stdlib/transform/traced.h"

namespace rille {

// The leaves of `given` that stand where `tree` has a leaf with a tangent, in its type; nil is a
// zero. error[type], error[shape] where `given` has another structure or a leaf another type.
void matching(const Value& tree, const Value& given, std::string_view what,
              std::vector<Array>& out);

// Tangents or cotangents, from number `next` on, in the structure of `tree`; `still` where a leaf
// has none.
Value tangent_tree(const Value& tree, const std::vector<Array>& tangents, size_t& next,
                   const Value& still = Value());

// Which params of the traced graph get a tangent: leaves of arguments that can have one and are no
// state.
std::vector<bool> active_of(const Traced& traced, const CallTree& parts);
// What the params stand for in this call.
std::vector<Array> inputs_of(const Traced& traced, const CallTree& parts);

}  // namespace rille
