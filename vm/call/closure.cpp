// closure_of: the code and the captures of a function.
#include <lua5.4/lauxlib.h>

#include <algorithm>
#include <string_view>

#include "vm/bind/glue.h"
#include "vm/call.h"
#include "vm/call/captures.h"
#include "vm/runtime/raw.h"
#include "vm/state/sweep.h"

namespace rille {

const FunctionInfo* lua_function_info(lua_State* lua, int slot);

namespace {

const FunctionInfo* prelude_info(lua_State* lua, int slot) {
  const auto& known = inside_of(lua).prelude_builtins;
  auto found = known.find(lua_topointer(lua, slot));
  return found == known.end() ? nullptr : &found->second->typed().info;
}

}  // namespace

const FunctionInfo* info_at(lua_State* lua, int slot) {
  int type = lua_type(lua, slot);
  if (type == LUA_TFUNCTION) {
    lua_CFunction native = lua_tocfunction(lua, slot);
    if (native == nullptr) return lua_function_info(lua, slot);
    if (native != call_builtin && native != call_native) return prelude_info(lua, slot);
    lua_getupvalue(lua, slot, 1);
    void* at = lua_touserdata(lua, -1);
    lua_pop(lua, 1);
    return native == call_builtin ? &static_cast<const Builtin*>(at)->typed().info
                                  : &static_cast<NativeBox*>(at)->info;
  }
  if (type != LUA_TTABLE) return nullptr;
  const Tag* tag = tag_at(lua, slot);
  if (tag == nullptr) return nullptr;
  if (tag->what == ObjectKind::structure) {  // R.struct stores the info of the constructor here
    lua_pushliteral(lua, "(info)");
    lua_rawget(lua, slot < 0 ? slot - 1 : slot);
    auto* info = static_cast<const FunctionInfo*>(lua_touserdata(lua, -1));
    lua_pop(lua, 1);
    return info;
  }
  if (tag->what != ObjectKind::record || tag->layout->type == nullptr) return nullptr;
  lua_getmetatable(lua, slot);
  lua_pushliteral(lua, "__call");
  lua_rawget(lua, -2);
  const FunctionInfo* info = info_at(lua, -1);
  lua_pop(lua, 2);
  return info;
}

bool is_spill(lua_State* lua, int slot, std::string_view name) {
  return name.starts_with("S_t") && lua_type(lua, slot) == LUA_TTABLE &&
         tag_at(lua, slot) == nullptr;
}

namespace {

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

// Whether the upvalue of f on top of the stack is a capture. The name of the function itself is
// not.
bool is_capture_at(lua_State* lua, int f, const char* name) {
  return is_capture_name(name) && lua_rawequal(lua, -1, f) == 0;
}

// Calls visit(name, upvalue, field) with the captured value on top of the stack. If it is a field
// of a spill table, the table is below it; otherwise field is null.
template <class Visit>
void each_capture(lua_State* lua, int f, Visit visit) {
  for (int i = 1;; ++i) {
    const char* name = lua_getupvalue(lua, f, i);
    if (name == nullptr) return;
    int slot = lua_gettop(lua);
    if (!is_capture_at(lua, f, name)) {
      lua_settop(lua, slot - 1);
      continue;
    }
    if (is_spill(lua, slot, name)) {
      for (const std::string& field : field_names(lua, slot)) {
        lua_pushstring(lua, field.c_str());
        lua_rawget(lua, slot);
        if (lua_rawequal(lua, -1, f) == 0) visit(field.c_str(), i, field.c_str());
        lua_settop(lua, slot);
      }
    } else {
      visit(name, i, static_cast<const char*>(nullptr));
    }
    lua_settop(lua, slot - 1);
  }
}

}  // namespace

bool is_script_function(lua_State* lua, int slot) {
  if (lua_type(lua, slot) != LUA_TFUNCTION || lua_tocfunction(lua, slot) != nullptr) return false;
  lua_Debug record;
  lua_pushvalue(lua, slot);
  lua_getinfo(lua, ">S", &record);
  std::string_view source = record.source;
  return source.starts_with("=#") || source.starts_with("=bound");
}

namespace {

// Whether a value can be read without Lua memory: numbers, strings, arrays, and functions that C++
// holds already.
bool is_at_hand(lua_State* lua, int slot) {
  int type = lua_type(lua, slot);
  if (type == LUA_TFUNCTION) return Function::is_held(state_of(lua), slot);
  return type != LUA_TTABLE && (type != LUA_TUSERDATA || array_at(lua, slot) != nullptr);
}

const NativeBox& native_at(lua_State* lua, int slot) {
  lua_getupvalue(lua, slot, 1);
  const auto& box = *static_cast<NativeBox*>(lua_touserdata(lua, -1));
  lua_pop(lua, 1);
  return box;
}

// False if the read might raise a Lua error and `may_raise` is false.
bool read_native(lua_State* lua, int slot, Closure& out, bool may_raise) {
  const NativeBox& box = native_at(lua, slot);
  out.is_native = true;
  out.prototype = box.prototype;
  if (box.prototype == nullptr) return true;
  for (size_t i = 0; i < box.names.size(); ++i) {
    lua_getupvalue(lua, slot, static_cast<int>(i) + 2);
    if (!may_raise && !is_at_hand(lua, lua_gettop(lua))) return false;
    out.captures.emplace_back(box.names[i], value_at(lua, -1));
    lua_pop(lua, 1);
  }
  return true;
}

// The type of a struct identifies the struct and its methods: vm/runtime/structs.cpp.
const void* type_of_struct(lua_State* lua, int slot) {
  lua_pushliteral(lua, "(layout)");
  lua_rawget(lua, slot);
  const void* out = lua_topointer(lua, -1);
  lua_pop(lua, 1);
  return out;
}

Closure read_closure(lua_State* lua) {
  Closure out = {.object = lua_topointer(lua, 1)};
  int type = lua_type(lua, 1);
  lua_CFunction native = type == LUA_TFUNCTION ? lua_tocfunction(lua, 1) : nullptr;
  if (native == call_builtin) {
    lua_getupvalue(lua, 1, 1);
    out.prototype = lua_touserdata(lua, -1);
  } else if (native == call_native) {
    read_native(lua, 1, out, true);
  } else if (is_script_function(lua, 1)) {
    out.prototype = info_at(lua, 1);
    each_capture(lua, 1, [&](const char* name, int, const char*) {
      out.captures.emplace_back(name, value_at(lua, -1));
    });
  } else if (type == LUA_TTABLE && layout_at(lua, 1) != nullptr) {
    out.prototype = info_at(lua, 1);
    out.captures.emplace_back("self", value_at(lua, 1));
  } else if (what_at(lua, 1) == ObjectKind::structure) {
    out.prototype = type_of_struct(lua, 1);
  }
  return out;
}

// Restores the top of the Lua stack.
class LuaStackGuard {
 public:
  explicit LuaStackGuard(lua_State* lua) : lua_(lua), top_(lua_gettop(lua)) {}
  ~LuaStackGuard() { lua_settop(lua_, top_); }
  LuaStackGuard(const LuaStackGuard&) = delete;
  LuaStackGuard& operator=(const LuaStackGuard&) = delete;

 private:
  lua_State* lua_;
  int top_;
};

// read_closure() without a protected call; false if it might raise a Lua error. Each call of a
// compiled function reads the current captures.
bool read_at_once(lua_State* lua, const Function& f, Closure& out) {
  if (lua_checkstack(lua, 8) == 0) throw Error(Code::limit, "maximum recursion depth exceeded");
  LuaStackGuard top(lua);
  push_function(lua, f);
  int slot = lua_gettop(lua);
  out.object = lua_topointer(lua, slot);
  if (lua_tocfunction(lua, slot) == call_native) return read_native(lua, slot, out, false);
  if (!f.is_script()) return false;
  out.prototype = &f.info();
  for (int i = 1; const char* name = lua_getupvalue(lua, slot, i); ++i) {
    if (is_capture_at(lua, slot, name)) {
      if (!is_at_hand(lua, slot + 1)) return false;
      out.captures.emplace_back(name, value_at(lua, slot + 1));
    }
    lua_settop(lua, slot);
  }
  return true;
}

}  // namespace

Closure closure_of(const Function& f) {
  Closure out;
  if (read_at_once(f.state().lua(), f, out)) return out;
  protect(f.state(), [&](lua_State* lua) {
    push_function(lua, f);
    lua_replace(lua, 1);
    out = read_closure(lua);
  });
  return out;
}

namespace {

std::shared_ptr<const void> layout_of_struct(lua_State* lua, int slot) {
  lua_pushliteral(lua, "(layout)");
  lua_rawget(lua, slot);
  lua_rawgeti(lua, -1, 1);
  auto* tag = static_cast<const Tag*>(lua_touserdata(lua, -1));
  lua_pop(lua, 2);
  return tag != nullptr ? tag->layout->weak_from_this().lock() : nullptr;
}

}  // namespace

std::shared_ptr<const void> holder_of(const Function& f) {
  std::shared_ptr<const void> out;
  protect(f.state(), [&](lua_State* lua) {
    push_function(lua, f);
    int slot = lua_gettop(lua);
    if (what_at(lua, slot) == ObjectKind::structure) {
      out = layout_of_struct(lua, slot);
    } else if (lua_tocfunction(lua, slot) == call_native) {
      out = native_at(lua, slot).holder;
    } else {
      out = loaded_at(lua, slot);
    }
  });
  return out;
}

// `saved` is a table with the original captures, three entries each: the closure or the spill
// table, the name of the field, and the value.
struct TracerSubstitution::SavedCaptures {
  struct CaptureSlot {
    int upvalue;     // 0 for a field of a spill table
    lua_Integer at;  // index of its entries in `saved`
  };
  State& state;
  int saved = LUA_NOREF;
  std::vector<CaptureSlot> places = {};

  void keep(lua_State* lua, int upvalue, const char* field);
  void put_native(lua_State* lua, const Values& values);
};

TracerSubstitution::TracerSubstitution(State& state) : held_(new SavedCaptures{state}) {
  protect(state, [&](lua_State* lua) {
    lua_newtable(lua);
    held_->saved = luaL_ref(lua, LUA_REGISTRYINDEX);
  });
}

// The value is on top of the stack, the spill table, if any, below it, and the closure in slot 1.
void TracerSubstitution::SavedCaptures::keep(lua_State* lua, int upvalue, const char* field) {
  int value = lua_gettop(lua);
  auto at = static_cast<lua_Integer>(3 * places.size());
  lua_rawgeti(lua, LUA_REGISTRYINDEX, saved);
  lua_pushvalue(lua, field == nullptr ? 1 : value - 1);
  lua_rawseti(lua, -2, at + 1);
  lua_pushstring(lua, field == nullptr ? "" : field);
  lua_rawseti(lua, -2, at + 2);
  lua_pushvalue(lua, value);
  lua_rawseti(lua, -2, at + 3);
  lua_pop(lua, 1);
  places.push_back({field == nullptr ? upvalue : 0, at});
}

// Functions and strings are not replaced.
void TracerSubstitution::SavedCaptures::put_native(lua_State* lua, const Values& values) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (!values[i].is_leaf() && !values[i].is_branch()) continue;
    int upvalue = static_cast<int>(i) + 2;
    lua_getupvalue(lua, 1, upvalue);
    keep(lua, upvalue, nullptr);
    lua_pop(lua, 1);
    push_value(lua, values[i]);
    lua_setupvalue(lua, 1, upvalue);
  }
}

void TracerSubstitution::put(const Function& f, const Values& values) {
  // Reserves the stack that the destructor needs.
  if (lua_checkstack(held_->state.lua(), 8) == 0)
    throw Error(Code::limit, "maximum recursion depth exceeded");
  protect(f.state(), [&](lua_State* lua) {
    luaL_checkstack(lua, 16, "too many captures");
    push_function(lua, f);
    lua_replace(lua, 1);
    if (lua_tocfunction(lua, 1) == call_native) return held_->put_native(lua, values);
    if (!is_script_function(lua, 1)) return;
    size_t at = 0;
    each_capture(lua, 1, [&](const char*, int upvalue, const char* field) {
      RILLE_CHECK(at < values.size(), "as many values as closure_of gave");
      held_->keep(lua, upvalue, field);
      lua_pop(lua, 1);
      push_value(lua, values[at++]);
      if (field == nullptr) {
        lua_setupvalue(lua, 1, upvalue);
      } else {
        lua_pushstring(lua, field);
        lua_insert(lua, -2);
        lua_rawset(lua, -3);
      }
    });
  });
}

// Makes no Lua call, runs no hook, and does not allocate: every key that is written exists already.
TracerSubstitution::~TracerSubstitution() {
  lua_State* lua = held_->state.lua();
  int top = lua_gettop(lua);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, held_->saved);
  for (size_t i = held_->places.size(); i-- > 0;) {
    auto [upvalue, at] = held_->places[i];
    lua_rawgeti(lua, top + 1, at + 1);
    if (upvalue == 0) lua_rawgeti(lua, top + 1, at + 2);
    lua_rawgeti(lua, top + 1, at + 3);
    if (upvalue == 0) {
      lua_rawset(lua, -3);
    } else {
      lua_setupvalue(lua, -2, upvalue);
    }
    lua_settop(lua, top + 1);
  }
  lua_settop(lua, top);
  luaL_unref(lua, LUA_REGISTRYINDEX, held_->saved);
}

}  // namespace rille
