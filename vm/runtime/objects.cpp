// The bounds of ranges, and the arrays in any object.
#include "vm/call.h"
#include "vm/runtime/raw.h"
#include "vm/saved.h"
#include "vm/tree/walk.h"

namespace rille {
namespace {

// Pushes field `name` of the table in a slot.
void push_field(lua_State* lua, int slot, const char* name) {
  lua_pushstring(lua, name);
  lua_rawget(lua, slot);
}

int64_t int_field(lua_State* lua, int slot, const char* name) {
  push_field(lua, slot, name);
  int64_t out = lua_tointeger(lua, -1);
  lua_pop(lua, 1);
  return out;
}

// A bound of a range may be traced.
Value bound(lua_State* lua, int slot, const char* name) {
  push_field(lua, slot, name);
  Value out = value_at(lua, -1);
  lua_pop(lua, 1);
  return out;
}

bool any_in_table(lua_State* lua, int slot, const std::function<bool(const Array&)>& f, int depth) {
  if (const Array* array = array_at(lua, slot)) return f(*array);
  bool is_plain = lua_type(lua, slot) == LUA_TTABLE && what_at(lua, slot) != ObjectKind::module;
  if (!is_plain || depth > 100 || lua_checkstack(lua, 8) == 0) return false;
  bool found = false;
  lua_pushnil(lua);
  while (lua_next(lua, slot) != 0) {
    found = found || any_in_table(lua, lua_gettop(lua), f, depth + 1);
    lua_pop(lua, 1);
  }
  return found;
}

// Calls f with the object in a slot.
void with_object(const OpaqueValue& object, const std::function<void(lua_State*, int slot)>& f) {
  protect(object.held.state(), [&](lua_State* lua) {
    if (lua_checkstack(lua, 8) == 0) throw Error(Code::limit, "maximum recursion depth exceeded");
    push_function(lua, object.held);
    int slot = lua_gettop(lua);
    f(lua, slot);
    lua_settop(lua, slot - 1);
  });
}

}  // namespace

Value contents_of(const OpaqueValue& object) {
  Value out;
  if (object.kind != "range") return out;
  with_object(object, [&](lua_State* lua, int slot) {
    out = Value::tuple({bound(lua, slot, "(lo)"), bound(lua, slot, "(hi)")});
  });
  return out;
}

Value range_value(State& state, int64_t lo, int64_t hi) {
  Value out;
  protect(state, [&](lua_State* lua) {
    if (lua_checkstack(lua, 8) == 0) throw Error(Code::limit, "maximum recursion depth exceeded");
    lua_createtable(lua, 0, 2);
    lua_pushinteger(lua, lo);
    lua_setfield(lua, -2, "(lo)");
    lua_pushinteger(lua, hi);
    lua_setfield(lua, -2, "(hi)");
    lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_of(lua).range_meta);
    lua_setmetatable(lua, -2);
    out = value_at(lua, -1);
    lua_pop(lua, 1);
  });
  return out;
}

Value builtin_value(State& state, const std::string& name) {
  Value out;
  if (state.builtin(name) == nullptr) return out;
  protect(state, [&](lua_State* lua) {
    if (lua_checkstack(lua, 8) == 0) throw Error(Code::limit, "maximum recursion depth exceeded");
    lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_of(lua).functions);
    lua_getfield(lua, -1, name.c_str());
    out = value_at(lua, -1);
    lua_pop(lua, 2);
  });
  return out;
}

Value items_of(const OpaqueValue& object) {
  Value out;
  if (object.kind != "iterable") return out;
  with_object(object, [&](lua_State* lua, int slot) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_of(lua).runtime);
    lua_getfield(lua, -1, "settled");
    lua_pushvalue(lua, slot);
    lua_call(lua, 1, 1);
    out = value_at(lua, -1);
  });
  return out;
}

bool any_array(const OpaqueValue& held, const std::function<bool(const Array&)>& f) {
  bool found = false;
  protect(held.held.state(), [&](lua_State* lua) {
    push_function(lua, held.held);
    found = any_in_table(lua, lua_gettop(lua), f, 0);
  });
  return found;
}

std::string OpaqueValue::text() const {
  std::string out = str("<", kind, ">");
  if (kind == "iterable") return rille::text(items_of(*this));
  if (kind != "range") return out;
  with_object(*this, [&](lua_State* lua, int slot) {
    out = str(int_field(lua, slot, "(lo)"), "..", int_field(lua, slot, "(hi)"));
  });
  return out;
}

}  // namespace rille
