// make_native: makes a function of scripts from C++ code.
#include <lua5.4/lauxlib.h>

#include <new>

#include "vm/bind/dropped.h"
#include "vm/bind/glue.h"
#include "vm/runtime/raw.h"
#include "vm/words/nearest.h"

namespace rille {
namespace {

std::string title(const FunctionInfo& info) {
  return info.name.empty() ? std::string("the function") : str("`", info.name, "`");
}

}  // namespace

Error surplus_arguments(const FunctionInfo& info, size_t given) {
  size_t self = info.is_method ? 1 : 0, own = info.params.size() - self;
  std::vector<std::string> names;
  for (const auto& param : info.params) names.push_back(param.name);
  return Error(Code::type, str(title(info), " takes ", own, own == 1 ? " argument" : " arguments",
                               ", got ", given - self))
      .help(surplus_help(info.name, names));
}

Error missing_argument(const FunctionInfo& info, std::string_view parameter) {
  return {Code::type, str(title(info), ": missing argument `", parameter, "`")};
}

Values native_arguments(lua_State* lua, const FunctionInfo& info, int count) {
  size_t given = static_cast<size_t>(count), most = info.params.size();
  bool rest = most > 0 && info.params.back().is_rest;
  if (given > most && !rest) throw surplus_arguments(info, given);
  for (size_t i = 0; i < most; ++i) {
    const FunctionInfo::ParamInfo& param = info.params[i];
    bool absent = i >= given || is_mark(lua, static_cast<int>(i) + 1, absent_mark);
    if (!absent || param.has_default || param.is_rest) continue;
    throw missing_argument(info, param.name);
  }
  auto* end = static_cast<const char*>(lua_touserdata(lua, lua_gettop(lua)));
  bool is_bare = end == &end_var_mark || (is_lent_end(end) && end >= lent_marks + lent_sets);
  bool is_dropped = end == &end_dropped_mark;
  if (is_bare || is_dropped) refuse_dropped(title(info), info, is_dropped);
  Values out;
  out.reserve(given);
  for (int i = 1; i <= count; ++i) {
    bool absent = is_mark(lua, i, absent_mark);
    out.push_back(absent ? Value(MissingArgument()) : value_at(lua, i));
  }
  return out;
}

Function make_native(State& state, FunctionInfo info, NativeCall call, Closure closure) {
  Function out;
  protect(state, [&](lua_State* lua) {
    std::vector<std::string> names;
    for (const auto& [name, value] : closure.captures) names.push_back(name);
    int count = static_cast<int>(names.size()) + 1;
    RILLE_CHECK(count <= 255, "a function of Lua has at most 255 upvalues");
    luaL_checkstack(lua, count + 8, "too many captures");
    void* memory = lua_newuserdatauv(lua, sizeof(NativeBox), 0);
    new (memory) NativeBox{{&native_tag},     std::move(info),           std::move(call),
                           closure.prototype, std::move(closure.holder), std::move(names)};
    lua_rawgeti(lua, LUA_REGISTRYINDEX, state.inside().native_meta);
    lua_setmetatable(lua, -2);
    for (const auto& [name, value] : closure.captures) push_value(lua, value);
    lua_pushcclosure(lua, call_native, count);
    out = Function::at(state, lua_gettop(lua));
  });
  return out;
}

void give_quick(const Function& native, QuickCall quick) {
  protect(native.state(), [&](lua_State* lua) {
    push_function(lua, native);
    RILLE_CHECK(lua_tocfunction(lua, -1) == call_native,
                "the fast path of a function that is not native");
    lua_getupvalue(lua, -1, 1);
    static_cast<NativeBox*>(lua_touserdata(lua, -1))->quick = std::move(quick);
  });
}

Value Captures::operator[](size_t at) const {
  return value_at(lua_, lua_upvalueindex(static_cast<int>(at) + 2));
}

Function Captures::function(size_t at) const {
  return Function::at(state_of(lua_), lua_upvalueindex(static_cast<int>(at) + 2));
}

}  // namespace rille
