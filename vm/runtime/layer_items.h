// Iteration over the instances in a table, for layer paths.
#pragma once

#include <functional>

#include "vm/run/module_scope.h"
#include "vm/runtime/raw.h"

namespace rille {

constexpr int max_nesting = 200;  // maximum depth of tables that are searched for paths

// A step from a tuple, record, instance, or dict to one of its items.
using ItemStep = std::function<ModulePath(const ModulePath&)>;

// Calls `visit` with each item of the table in a slot on top of the stack. Stops and
// returns false if `visit` returns false.
bool each_item(lua_State* lua, int slot, const std::function<bool(const ItemStep&)>& visit);

// The tag of the tuple, record, instance, or dict on top of the stack; null for any other value.
const Tag* branch_on_top(lua_State* lua);

inline bool is_instance(const Tag& tag) {
  return tag.layout != nullptr && tag.layout->type != nullptr;
}

// The first instance in a branch; null if there is none.
const Branch* first_layer(const Branch& branch);

ModulePath path_behind(const ModulePath& path, const LayerStep& step);

}  // namespace rille
