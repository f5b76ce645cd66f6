// R: the tables that emitted text uses.
#include "vm/runtime/library.h"

#include <lua5.4/lauxlib.h>
#include <lua5.4/lualib.h>

#include <algorithm>

#include "vm/contract.h"
#include "vm/runtime/language.h"
#include "vm/runtime/metamethods.h"
#include "vm/runtime/raw.h"

namespace rille {

std::string contract_text() {
  std::string out;
  auto constant = [&](std::string_view name, std::string_view value) {
    out += str("local ", name, " <const> = ", value, " ");
  };
#define ITEM_KIND(name, LUA, letter) constant(#LUA, std::to_string(int{letter}));
#define LEAVE_CODE(name, LUA, number) constant(#LUA, #number);
#define TABLE_KEY(name, LUA, text) constant(#LUA, #text);
#include "vm/contract.def"
  return out;
}
namespace {

const char* const base_names[] = {"select",   "setmetatable", "getmetatable", "rawget", "rawset",
                                  "rawequal", "rawlen",       "next",         "type"};
const char* const table_names[] = {"unpack", "pack", "concat", "move"};
const char* const string_names[] = {"byte", "sub", "find", "match", "gsub"};
const char* const math_names[] = {"floor", "tointeger", "huge"};

// Copies fields of a library (on top of the stack) into R (in slot 1), and drops the library.
void take(lua_State* lua, std::span<const char* const> names) {
  for (const char* name : names) {
    lua_getfield(lua, -1, name);
    lua_setfield(lua, 1, name);
  }
  lua_pop(lua, 1);
}

void open(lua_State* lua, lua_CFunction library) {
  lua_pushcfunction(lua, library);
  lua_call(lua, 0, 1);
}

// The string library installs itself as the metatable of strings: restores the metatable of Rille.
void take_strings(lua_State* lua) {
  lua_pushliteral(lua, "");
  if (lua_getmetatable(lua, -1) == 0) lua_pushnil(lua);
  open(lua, luaopen_string);
  take(lua, string_names);
  lua_setmetatable(lua, -2);
  lua_pop(lua, 1);
}

void set_mark(lua_State* lua, const char* name, const char& mark) {
  push_mark(lua, mark);
  lua_setfield(lua, 1, name);
}

void set_meta(lua_State* lua, const char* name, int reference) {
  lua_rawgeti(lua, LUA_REGISTRYINDEX, reference);
  lua_setfield(lua, 1, name);
}

std::string_view module_of(std::string_view name) {
  size_t dot = name.rfind('.');
  return dot == name.npos ? std::string_view() : name.substr(0, dot);
}

// Pushes a table with the builtins of a module, read from B; false if there are none.
bool push_library_module(lua_State* lua, const std::string& module) {
  const auto& builtins = inside_of(lua).builtins;
  const std::string begin = module + ".";
  auto at = std::ranges::lower_bound(builtins, std::string_view(begin), {}, &NamedBuiltin::first);
  if (at == builtins.end() || !at->first.starts_with(begin)) return false;
  lua_newtable(lua);
  for (; at != builtins.end() && at->first.starts_with(begin); ++at) {
    if (module_of(at->first) != module) continue;
    std::string_view own = at->first.substr(begin.size());
    lua_pushlstring(lua, own.data(), own.size());
    lua_pushlstring(lua, at->first.data(), at->first.size());
    lua_gettable(lua, 1);
    lua_rawset(lua, -3);
  }
  push_new_module(lua, module);
  lua_setmetatable(lua, -2);
  return true;
}

// Creates a member of B on demand: a builtin, a module, or a struct of the library. A script uses
// only a few of the two thousand, so that a collection of Lua visits only those.
int library_value(lua_State* lua) {
  if (lua_type(lua, 2) != LUA_TSTRING) return 0;
  std::string name(lua_tostring(lua, 2));
  if (const Builtin* builtin = state_of(lua).builtin(name)) {
    push_builtin(lua, *builtin);
  } else if (!push_library_module(lua, name)) {
    return push_library_struct(lua, name) ? 1 : 0;
  }
  lua_pushvalue(lua, 2);
  lua_pushvalue(lua, -2);
  lua_rawset(lua, 1);
  return 1;
}

}  // namespace

void make_runtime(lua_State* lua, State::Internals& inside) {
  lua_settop(lua, 0);
  lua_newtable(lua);
  open(lua, luaopen_base);
  take(lua, base_names);
  open(lua, luaopen_table);
  take(lua, table_names);
  take_strings(lua);
  open(lua, luaopen_math);
  lua_getfield(lua, -1, "type");
  lua_setfield(lua, 1, "math_type");
  take(lua, math_names);
  lua_newtable(lua);  // hides the globals that luaopen_base filled
  lua_rawseti(lua, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  set_mark(lua, "END", end_mark);
  set_mark(lua, "END_VAR", end_var_mark);
  set_mark(lua, "END_DROPPED", end_dropped_mark);
  set_mark(lua, "ABSENT", absent_mark);
  set_meta(lua, "TUPLE", inside.tuple_meta);
  set_meta(lua, "RANGE", inside.range_meta);
  set_meta(lua, "TEXT", inside.text_meta);
  set_meta(lua, "DICT", inside.dict_meta);
  set_meta(lua, "LAZY", inside.lazy_meta);
  set_meta(lua, "STRUCT", inside.structure_meta);
  lua_newtable(lua);
  lua_pushboolean(lua, 0);
  lua_rawseti(lua, -2, 1);
  lua_pushvalue(lua, -1);
  inside.tracing_flag = luaL_ref(lua, LUA_REGISTRYINDEX);
  lua_setfield(lua, 1, "tracing");
  push_weak_table(lua);
  inside.layers.paths = luaL_ref(lua, LUA_REGISTRYINDEX);
  for (auto table : {access_functions(), call_functions(), compare_functions(), stream_functions(),
                     struct_functions(), text_functions(), layer_functions(), lend_functions(),
                     annotation_functions()}) {
    for (const RawFunction& function : table) {
      lua_pushcfunction(lua, function.function);
      lua_setfield(lua, -2, function.name);
    }
  }
  inside.runtime = luaL_ref(lua, LUA_REGISTRYINDEX);
  lua_newtable(lua);
  lua_createtable(lua, 0, 1);
  lua_pushcfunction(lua, guard<library_value>);
  lua_setfield(lua, -2, "__index");
  lua_setmetatable(lua, -2);
  inside.functions = luaL_ref(lua, LUA_REGISTRYINDEX);
}

// B creates the new function on demand; a module that a script may hold is updated now.
void renew_functions(lua_State* lua, std::span<const Builtin* const> builtins) {
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_of(lua).functions);
  int all = lua_gettop(lua);
  lua_pushnil(lua);
  if (lua_next(lua, all) == 0) return lua_settop(lua, all - 1);
  for (const Builtin* builtin : builtins) {
    lua_settop(lua, all);
    std::string name(builtin->name()), module(module_of(name));
    lua_pushnil(lua);
    lua_setfield(lua, all, name.c_str());
    lua_pushstring(lua, module.c_str());
    if (lua_rawget(lua, all) == LUA_TNIL) continue;
    lua_pushstring(lua, name.c_str() + module.size() + 1);
    lua_getfield(lua, all, name.c_str());
    lua_rawset(lua, -3);
  }
  lua_settop(lua, all - 1);
}

void add_raw(State& state, std::span<const RawFunction> functions) {
  protect(state, [&](lua_State* lua) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_of(lua).runtime);
    for (const RawFunction& function : functions) {
      lua_pushcfunction(lua, function.function);
      lua_setfield(lua, -2, function.name);
    }
  });
}

namespace {

void load_prelude(lua_State* lua, std::string_view name, std::string_view text) {
  std::string title = str("=", name);
  std::string whole = str(contract_text(), text);  // no newline: keeps the line numbers
  if (luaL_loadbufferx(lua, whole.data(), whole.size(), title.c_str(), "t") != LUA_OK) {
    lua_error(lua);
  }
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_of(lua).runtime);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_of(lua).functions);
  push_mark(lua, end_mark);
  push_mark(lua, absent_mark);
  lua_call(lua, 4, 0);
}

// R.name that does not exist yet: loads the part of the prelude that defines it.
int late_function(lua_State* lua) {
  auto& parts = inside_of(lua).late_preludes;
  std::string head = str("function R.", luaL_checkstring(lua, 2), "(");
  auto part = std::ranges::find_if(
      parts, [&](const auto& p) { return p.second.find(head) != p.second.npos; });
  if (part == parts.end()) return 0;
  auto [name, text] = *part;
  load_prelude(lua, name, text);
  std::erase_if(parts, [&](const auto& p) { return p.first == name; });
  lua_settop(lua, 2);
  lua_rawget(lua, 1);
  return 1;
}

}  // namespace

void add_prelude(State& state, std::string_view name, std::string_view text) {
  protect(state, [&](lua_State* lua) { load_prelude(lua, name, text); });
}

void State::add_late_prelude(std::string_view name, std::string_view text) {
  inside_->late_preludes.emplace_back(name, text);
  if (inside_->late_preludes.size() > 1) return;
  protect(*this, [&](lua_State* lua) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_of(lua).runtime);
    lua_createtable(lua, 0, 1);
    lua_pushcfunction(lua, guard<late_function>);
    lua_setfield(lua, -2, "__index");
    lua_setmetatable(lua, -2);
  });
}

void State::add_runtime(std::span<const Builtin* const> functions) {
  protect(*this, [&](lua_State* lua) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_of(lua).runtime);
    int runtime = lua_gettop(lua);
    for (const Builtin* function : functions) {
      push_builtin(lua, *function);
      lua_setfield(lua, runtime, std::string(function->name()).c_str());
    }
  });
}

void State::set_builtin(std::string_view name, const Value& value) {
  protect(*this, [&](lua_State* lua) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_of(lua).functions);
    push_value(lua, value);
    lua_setfield(lua, -2, std::string(name).c_str());
  });
}

void State::name_preludes() {
  protect(*this, [&](lua_State* lua) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_of(lua).functions);
    for (const auto& [name, builtin] : inside_->builtins) {
      lua_pushlstring(lua, name.data(), name.size());
      bool is_there = lua_rawget(lua, -2) != LUA_TNIL;
      if (is_there && (builtin->call == nullptr || lua_iscfunction(lua, -1) == 0)) {
        inside_->prelude_builtins[lua_topointer(lua, -1)] = builtin;
      }
      lua_pop(lua, 1);
    }
  });
}

void State::add_prelude(std::string_view name, std::string_view text) {
  rille::add_prelude(*this, name, text);
}

}  // namespace rille
