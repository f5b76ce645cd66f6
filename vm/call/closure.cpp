// closure_of: what a function is and what it captures.
#include <algorithm>
#include <string_view>

#include "vm/bind/glue.h"
#include "vm/call.h"
#include "vm/runtime/raw.h"

namespace rille {

const FunctionInfo* lua_function_info(lua_State* lua, int slot);

const FunctionInfo* info_at(lua_State* lua, int slot) {
  int type = lua_type(lua, slot);
  if (type == LUA_TFUNCTION) {
    lua_CFunction native = lua_tocfunction(lua, slot);
    if (native == nullptr) return lua_function_info(lua, slot);
    if (native != call_builtin && native != call_native) return nullptr;
    lua_getupvalue(lua, slot, native == call_builtin ? 2 : 1);
    void* at = lua_touserdata(lua, -1);
    lua_pop(lua, 1);
    return native == call_builtin ? static_cast<const FunctionInfo*>(at)
                                  : &static_cast<NativeBox*>(at)->info;
  }
  if (type != LUA_TTABLE) return nullptr;
  const Tag* tag = tag_at(lua, slot);
  if (tag == nullptr) return nullptr;
  if (tag->what == What::structure) {  // R.struct_ keeps the constructor's info here
    lua_pushliteral(lua, "(info)");
    lua_rawget(lua, slot < 0 ? slot - 1 : slot);
    auto* info = static_cast<const FunctionInfo*>(lua_touserdata(lua, -1));
    lua_pop(lua, 1);
    return info;
  }
  if (tag->what != What::record || tag->layout->type == nullptr) return nullptr;
  lua_getmetatable(lua, slot);
  lua_pushliteral(lua, "__call");
  lua_rawget(lua, -2);
  const FunctionInfo* info = info_at(lua, -1);
  lua_pop(lua, 2);
  return info;
}

namespace {

// The names that every chunk begins with, all in capitals, are no captures; a script's names end in
// a number of their own.
bool is_runtime(std::string_view name) {
  auto is_capital = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); };
  return name == "_ENV" || std::ranges::all_of(name, is_capital);
}

// A plain table stands for locals that were spilled: each of its fields is a name.
bool is_spill(lua_State* lua, int slot) {
  return lua_type(lua, slot) == LUA_TTABLE && tag_at(lua, slot) == nullptr;
}

std::vector<std::string> field_names(lua_State* lua, int table) {
  std::vector<std::string> names;
  lua_pushnil(lua);
  while (lua_next(lua, table) != 0) {
    if (lua_type(lua, -2) == LUA_TSTRING) names.emplace_back(lua_tostring(lua, -2));
    lua_pop(lua, 1);
  }
  std::ranges::sort(names);
  return names;
}

// Calls visit(name) with the captured value on top of the stack. It may replace it: where visit
// says so, the new value is put back.
template <class Visit>
void each_capture(lua_State* lua, int f, Visit visit) {
  for (int i = 1;; ++i) {
    const char* name = lua_getupvalue(lua, f, i);
    if (name == nullptr) return;
    int slot = lua_gettop(lua);
    if (is_runtime(name) || lua_rawequal(lua, slot, f) != 0) {
      lua_settop(lua, slot - 1);
      continue;
    }
    if (is_spill(lua, slot)) {
      for (const std::string& field : field_names(lua, slot)) {
        lua_pushstring(lua, field.c_str());
        lua_rawget(lua, slot);
        if (lua_rawequal(lua, -1, f) == 0 && visit(field)) {
          lua_pushstring(lua, field.c_str());
          lua_insert(lua, -2);
          lua_rawset(lua, slot);
        }
        lua_settop(lua, slot);
      }
    } else if (visit(std::string(name))) {
      lua_setupvalue(lua, f, i);
    }
    lua_settop(lua, slot - 1);
  }
}

Closure read_closure(lua_State* lua) {
  Closure out = {.object = lua_topointer(lua, 1)};
  lua_CFunction native = lua_type(lua, 1) == LUA_TFUNCTION ? lua_tocfunction(lua, 1) : nullptr;
  out.prototype = info_at(lua, 1);
  if (native == call_builtin) {
    lua_getupvalue(lua, 1, 1);
    out.prototype = lua_touserdata(lua, -1);
  } else if (native == call_native) {
    lua_getupvalue(lua, 1, 1);
    const Closure& own = static_cast<NativeBox*>(lua_touserdata(lua, -1))->closure;
    if (own.prototype != nullptr) {
      out.prototype = own.prototype;
      out.captures = own.captures;
    } else {
      out.prototype = out.object;
    }
  } else if (native == nullptr && lua_type(lua, 1) == LUA_TFUNCTION) {
    each_capture(lua, 1, [&](const std::string& name) {
      out.captures.emplace_back(name, value_at(lua, -1));
      return false;
    });
  } else if (lua_type(lua, 1) == LUA_TTABLE && layout_at(lua, 1) != nullptr) {
    out.captures.emplace_back("self", value_at(lua, 1));
  }
  if (out.prototype == nullptr) out.prototype = out.object;
  return out;
}

}  // namespace

Closure closure_of(const Function& f) {
  Closure out;
  protect(f.state(), [&](lua_State* lua) {
    push_function(lua, f);
    lua_replace(lua, 1);
    out = read_closure(lua);
  });
  return out;
}

void set_captures(const Function& f, const Values& values) {
  protect(f.state(), [&](lua_State* lua) {
    push_function(lua, f);
    lua_replace(lua, 1);
    if (lua_tocfunction(lua, 1) != nullptr || lua_type(lua, 1) != LUA_TFUNCTION) return;
    size_t at = 0;
    each_capture(lua, 1, [&](const std::string&) {
      RILLE_CHECK(at < values.size(), "as many values as closure_of gave");
      lua_pop(lua, 1);
      push_value(lua, values[at++]);
      return true;
    });
  });
}

}  // namespace rille
