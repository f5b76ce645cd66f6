// Methods of instances as plain functions.
#include <lua5.4/lauxlib.h>

#include "vm/runtime/raw.h"
#include "vm/state/sweep.h"

namespace rille {

// The functions are in Lua, so that closure_of finds `self` among the upvalues.
extern const std::string_view bound_lua, bound_inout_lua;

void push_bound(lua_State* lua, int self, int method) {
  State::Internals& inside = inside_of(lua);
  self = lua_absindex(lua, self);
  method = lua_absindex(lua, method);
  const FunctionInfo* info = info_at(lua, method);
  std::string name = str("=bound ", reinterpret_cast<uintptr_t>(info));
  UnlistedFunction& bound = inside.other_at[name + ":1"];  // the key that lua_function_info uses
  if (!bound.is_bound) {
    std::shared_ptr<const LoadedChunk> of = loaded_at(lua, method);
    bound = {*info, of, true, of != nullptr};
    bound.info.params.erase(bound.info.params.begin());
    bound.info.is_method = false;
  }
  std::string_view text = info->params[0].is_inout ? bound_inout_lua : bound_lua;
  int status = luaL_loadbufferx(lua, text.data(), text.size(), name.c_str(), "t");
  if (status != LUA_OK) throw Error(error_at(lua, -1));  // out of memory
  lua_pushvalue(lua, self);
  lua_pushvalue(lua, method);
  lua_call(lua, 2, 1);
}

Function bound_call(lua_State* lua, int slot) {
  slot = lua_absindex(lua, slot);
  int top = lua_gettop(lua);
  lua_getmetatable(lua, slot);
  lua_pushliteral(lua, "__call");
  lua_rawget(lua, -2);
  push_bound(lua, slot, -1);
  Function out = Function::at(state_of(lua), lua_gettop(lua));
  lua_settop(lua, top);
  return out;
}

}  // namespace rille
