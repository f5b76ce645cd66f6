// The instances in a table, as paths of layers need them.
#pragma once

#include <functional>

#include "vm/run/module_scope.h"
#include "vm/runtime/raw.h"

namespace rille {

constexpr int most_nesting = 200;  // of tables, as far as paths are looked for

// One step from a tuple, record, instance or dict to an item of it.
using ItemStep = std::function<ModulePath(const ModulePath&)>;

// Calls `visit` with each item of the table in a slot on top of the stack, until it gives false,
// which is then the result.
bool each_item(lua_State* lua, int slot, const std::function<bool(const ItemStep&)>& visit);

// The tag of the tuple, record, instance or dict on top of the stack; null if it is another value.
const Tag* branch_on_top(lua_State* lua);

inline bool is_instance(const Tag& tag) {
  return tag.layout != nullptr && tag.layout->type != nullptr;
}

// The first instance in a branch; null where there is none.
const Branch* first_layer(const Branch& branch);

ModulePath path_behind(const ModulePath& path, const LayerStep& step);

}  // namespace rille
