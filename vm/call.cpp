// call: where C++ calls Lua.
#include "vm/call.h"

#include <lua5.4/lauxlib.h>

#include "vm/runtime/raw.h"
#include "vm/state/stop.h"

namespace rille {
namespace {

struct Call {
  const Function& f;
  const Values& args;
  Values results;
};

int run_call(lua_State* lua) {
  return guarded(lua, [](lua_State* lua) {
    auto* call = static_cast<Call*>(lua_touserdata(lua, 1));
    int count = static_cast<int>(call->args.size());
    if (lua_checkstack(lua, count + 8) == 0) throw Error(Code::limit, "too many arguments");
    push_function(lua, call->f);
    for (const Value& arg : call->args) push_value(lua, arg);
    push_mark(lua, end_mark);
    lua_call(lua, count + 1, LUA_MULTRET);
    for (int i = 2; i <= lua_gettop(lua); ++i) call->results.push_back(value_at(lua, i));
    return 0;
  });
}

}  // namespace

Values call_all(const Function& f, const Values& args) {
  State& state = f.state();
  Running running(state);
  if (state.stopping()) state.poll();
  lua_State* lua = state.lua();
  if (lua_checkstack(lua, 8) == 0) throw Error(Code::limit, "calls nest too deep");
  Call call = {f, args, {}};
  lua_pushcfunction(lua, on_error);
  int handler = lua_gettop(lua);
  lua_pushcfunction(lua, run_call);
  lua_pushlightuserdata(lua, &call);
  int status = lua_pcall(lua, 1, 0, handler);
  if (status == LUA_OK) {
    lua_settop(lua, handler - 1);
    return std::move(call.results);
  }
  Error error = error_at(lua, -1);
  lua_settop(lua, handler - 1);
  throw error;
}

Value call(const Function& f, const Values& args) {
  Values results = call_all(f, args);
  return results.empty() ? Value() : std::move(results[0]);
}

}  // namespace rille
