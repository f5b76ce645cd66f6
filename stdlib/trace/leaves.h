// Leaves of trees in traces: taken out, and others put in.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "vm/array.h"
#include "vm/tree.h"

namespace rille {

// The tree with its leaves replaced one after the other by f(place of the leaf, leaf).
Value with_leaves(const Value& tree, size_t& next,
                  const std::function<Value(size_t, const Value&)>& f);

// The leaves of trees, in their order, and the trees with other leaves.
std::vector<Array> leaves_of(const Values& trees);
Values with_leaves_of(const Values& trees, const std::vector<Array>& leaves);

// The value with its dicts, and those in it, in the order of `form`, where they have the same keys.
Value in_order_of(const Value& form, const Value& value);

// The value so ordered. error[type] if its structure is not that of `form`: the message begins with
// `what` and names the place where they differ. Leaves may differ.
Value with_structure_of(const Value& form, const Value& value, std::string_view what);

// Where two sides of a construct meet, a bool is a leaf, too: a number, an array or a bool.
bool is_joint(const Value& x);
Array joint_array(const Value& x);
Value map_joints(const Value& tree, const std::function<Value(const Value&)>& f);
std::vector<Array> joints_of(const Values& trees);

}  // namespace rille
