// Function: references from C++ to Lua objects.
#include "vm/function.h"

#include <lua5.4/lauxlib.h>

#include <algorithm>
#include <optional>

#include "vm/runtime/raw.h"

namespace rille {

int FunctionInfo::find(std::string_view parameter) const {
  auto found = std::ranges::find(params, parameter, &ParamInfo::name);
  return found == params.end() ? -1 : static_cast<int>(found - params.begin());
}

size_t FunctionInfo::inout_count() const {
  return static_cast<size_t>(
      std::ranges::count_if(params, [](const ParamInfo& p) { return p.is_inout && !p.draws; }));
}

struct Function::FunctionHandle {
  std::shared_ptr<References> references;
  int reference;
  const FunctionInfo* info;
  std::optional<bool> is_script = {};  // computed once
};

namespace {

const FunctionInfo unknown = {};

}  // namespace

// An empty entry is one whose allocation failed.
std::shared_ptr<Function::FunctionHandle> Function::hold(State& state, int slot) {
  References& references = *state.inside().references;
  lua_State* lua = state.lua();
  const void* object = lua_topointer(lua, slot);
  auto found = references.held.find(object);
  if (found != references.held.end() && found->second != nullptr) {
    return std::static_pointer_cast<FunctionHandle>(found->second);
  }
  if (references.held.size() >= references.enough) release(lua);
  std::shared_ptr<void>& entry = references.held[object];
  auto held =
      std::make_shared<FunctionHandle>(state.inside().references, LUA_NOREF, info_at(lua, slot));
  lua_pushvalue(lua, slot);
  held->reference = luaL_ref(lua, LUA_REGISTRYINDEX);
  entry = held;
  return held;
}

// Drops entries whose handle has no other reference, since no other code can copy it. Does not
// allocate.
void Function::release(lua_State* lua) {
  constexpr size_t few = 32;
  References& references = *inside_of(lua).references;
  std::erase_if(references.held, [&](const auto& entry) {
    if (entry.second.use_count() > 1) return false;
    if (entry.second != nullptr) {
      luaL_unref(lua, LUA_REGISTRYINDEX,
                 static_cast<FunctionHandle*>(entry.second.get())->reference);
    }
    return true;
  });
  references.enough = 2 * references.held.size() + few;
}

void release_dropped(lua_State* lua) { Function::release(lua); }

bool Function::is_held(State& state, int slot) {
  const auto& held = state.inside().references->held;
  auto found = held.find(lua_topointer(state.lua(), slot));
  return found != held.end() && found->second != nullptr;
}

Function Function::at(State& state, int slot) {
  Function out;
  out.held_ = hold(state, slot);
  return out;
}

State& Function::state() const {
  State* state = held_->references->state;
  RILLE_CHECK(state != nullptr, "a function of a destroyed state");
  return *state;
}

int Function::reference() const { return held_->reference; }

bool Function::is_script() const {
  if (!held_->is_script) {
    lua_State* lua = state().lua();
    if (lua_checkstack(lua, 4) == 0) throw Error(Code::limit, "maximum recursion depth exceeded");
    push_function(lua, *this);
    held_->is_script = held_->info != nullptr && is_script_function(lua, lua_gettop(lua));
    lua_pop(lua, 1);
  }
  return *held_->is_script;
}

const FunctionInfo& Function::info() const {
  bool is_known = held_->info != nullptr && held_->references->state != nullptr;
  return is_known ? *held_->info : unknown;
}

}  // namespace rille
