// Leaves of trees in traces: flatten and unflatten.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "vm/array.h"
#include "vm/tree.h"

namespace rille {

// The tree with each leaf replaced by f(next++, leaf), in the order of the leaves.
Value with_leaves(const Value& tree, size_t& next,
                  const std::function<Value(size_t, const Value&)>& f);

// leaves_of() returns the leaves of trees, in order. with_leaves_of() replaces them by `leaves`.
std::vector<Array> leaves_of(const Values& trees);
Values with_leaves_of(const Values& trees, const std::vector<Array>& leaves);

// The value with all of its dicts in the key order of the dicts of `form`, if the keys are the
// same.
Value in_order_of(const Value& form, const Value& value);

// The value in that order. Raises error[type] if its structure differs from that of `form`; the
// message begins with `what` and names the path where they differ. Leaves may differ.
Value with_structure_of(const Value& form, const Value& value, std::string_view what);

// A joint is a leaf of a value that control flow merges: a number, an array, or, unlike in other
// trees, a bool.
bool is_joint(const Value& x);
Array joint_array(const Value& x);
Value map_joints(const Value& tree, const std::function<Value(const Value&)>& f);
std::vector<Array> joints_of(const Values& trees);

}  // namespace rille
