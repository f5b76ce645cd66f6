// Layouts: the forms of records and structs, interned.
#include <lua5.4/lauxlib.h>

#include <algorithm>

#include "vm/runtime/metamethods.h"
#include "vm/runtime/raw.h"

namespace rille {

const Layout* State::layout(std::vector<std::string> sorted_names, const StructType* type) {
  auto key = std::make_pair(type, std::move(sorted_names));
  auto found = inside_->layout_at.find(key);
  if (found != inside_->layout_at.end()) return found->second;
  RILLE_CHECK(std::ranges::is_sorted(key.second), "the names of a layout are sorted");
  if (std::ranges::binary_search(key.second, owned_key)) {
    throw Error(Code::value, "a field name must be a word, got a control character");
  }
  auto made = std::make_shared<Layout>();
  Layout& layout = *made;
  layout.names = key.second;
  layout.type = type;
  if (type != nullptr) layout.type_held = type->shared_from_this();
  if (type != nullptr && !type->constants.empty()) {
    for (const std::string& name : layout.names) {
      layout.constants.push_back(std::ranges::find(type->constants, name) != type->constants.end());
    }
  }
  inside_->layouts.reserve(inside_->layouts.size() + 1);
  protect(*this, [&](lua_State* lua) {
    push_new_layout(lua, layout);
    layout.metatable = luaL_ref(lua, LUA_REGISTRYINDEX);
  });
  inside_->layouts.push_back(std::move(made));
  inside_->layout_at.emplace(std::move(key), &layout);
  return &layout;
}

const Layout* State::layout_of_table(int slot) const { return layout_at(inside_->lua, slot); }

StructType* State::new_struct(std::string name, std::vector<std::string> order,
                              std::vector<std::string> state, std::vector<std::string> constants) {
  auto made = std::make_shared<StructType>();
  made->name = std::move(name);
  made->order = std::move(order);
  made->state = std::move(state);
  made->constants = std::move(constants);
  return inside_->structs.emplace_back(std::move(made)).get();
}

namespace {

// Sets a field of the metatable of a layout.
void set_in_metatable(lua_State* lua, const Layout& layout, const char* field, const Function& f) {
  push_layout(lua, layout);
  push_function(lua, f);
  lua_setfield(lua, -2, field);
  lua_pop(lua, 1);
}

}  // namespace

void State::set_method(StructType* type, std::string_view name, const Function& method) {
  protect(*this, [&](lua_State* lua) {
    if (type->methods == 0) {
      lua_newtable(lua);
      type->methods = luaL_ref(lua, LUA_REGISTRYINDEX);
    }
    lua_rawgeti(lua, LUA_REGISTRYINDEX, type->methods);
    lua_pushlstring(lua, name.data(), name.size());
    push_function(lua, method);
    lua_rawset(lua, -3);
    std::string own = str("@", name);
    for (const auto& layout : inside_->layouts) {
      if (layout->type != type) continue;
      set_in_metatable(lua, *layout, own.c_str(), method);
      if (name == "call") set_in_metatable(lua, *layout, "__call", method);
    }
  });
}

Function State::method(const StructType& type, std::string_view name) {
  Function out;
  protect(*this, [&](lua_State* lua) {
    if (type.methods == 0) return;
    lua_rawgeti(lua, LUA_REGISTRYINDEX, type.methods);
    lua_pushlstring(lua, name.data(), name.size());
    lua_rawget(lua, -2);
    if (!lua_isnil(lua, -1)) out = Function::at(*this, lua_gettop(lua));
  });
  return out;
}

bool push_method(lua_State* lua, int slot, int name) {
  const Layout* layout = layout_at(lua, slot);
  if (layout == nullptr || layout->type == nullptr || layout->type->methods == 0) return false;
  name = lua_absindex(lua, name);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, layout->type->methods);
  lua_pushvalue(lua, name);
  lua_rawget(lua, -2);
  lua_remove(lua, -2);
  if (!lua_isnil(lua, -1)) return true;
  lua_pop(lua, 1);
  return false;
}

}  // namespace rille
