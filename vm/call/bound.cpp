// bound_call: an instance with `call` as a plain function.
#include <lua5.4/lauxlib.h>

#include "vm/runtime/raw.h"
#include "vm/state/sweep.h"

namespace rille {

// In Lua, so that closure_of finds `self` among the upvalues.
extern const std::string_view bound_lua, bound_inout_lua;

Function bound_call(lua_State* lua, int slot) {
  State::Inside& inside = inside_of(lua);
  const FunctionInfo* method = info_at(lua, slot);
  slot = lua_absindex(lua, slot);
  std::string name = str("=bound ", reinterpret_cast<uintptr_t>(method));
  OtherFunction& bound = inside.other_at[name + ":1"];  // where lua_function_info looks
  if (!bound.is_bound) {
    std::shared_ptr<const Loaded> of = loaded_at(lua, slot);
    bound = {*method, of, true, of != nullptr};
    bound.info.params.erase(bound.info.params.begin());
    bound.info.is_method = false;
  }
  std::string_view text = method->params[0].is_inout ? bound_inout_lua : bound_lua;
  int status = luaL_loadbufferx(lua, text.data(), text.size(), name.c_str(), "t");
  if (status != LUA_OK) throw Error(error_at(lua, -1));  // no memory
  lua_pushvalue(lua, slot);
  lua_getmetatable(lua, slot);
  lua_pushliteral(lua, "__call");
  lua_rawget(lua, -2);
  lua_remove(lua, -2);
  lua_call(lua, 2, 1);
  Function out = Function::at(state_of(lua), lua_gettop(lua));
  lua_pop(lua, 1);
  return out;
}

}  // namespace rille
