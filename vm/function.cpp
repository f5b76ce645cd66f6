// Function: references to Lua objects that C++ holds.
#include "vm/function.h"

#include <lua5.4/lauxlib.h>

#include <algorithm>
#include <optional>

#include "vm/runtime/raw.h"

namespace rille {

int FunctionInfo::find(std::string_view parameter) const {
  auto found = std::ranges::find(params, parameter, &Parameter::name);
  return found == params.end() ? -1 : static_cast<int>(found - params.begin());
}

size_t FunctionInfo::inout_count() const {
  return static_cast<size_t>(
      std::ranges::count_if(params, [](const Parameter& p) { return p.is_inout && !p.draws; }));
}

struct Function::Held {
  std::shared_ptr<References> references;
  int reference;
  const void* object;
  const FunctionInfo* info;
  std::optional<bool> is_script = {};  // asked for once

  Held(State& state, int slot);
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held() {
    std::lock_guard lock(references->mutex);
    --references->count;
    auto found = references->held.find(object);
    if (found != references->held.end() && found->second.expired()) references->held.erase(found);
    if (references->state != nullptr) references->released.push_back(reference);
  }
};

namespace {

const FunctionInfo unknown = {};

// Gives back what was dropped since: only the owner may touch the registry.
void release_dropped(lua_State* lua, References& references) {
  std::lock_guard lock(references.mutex);
  for (int reference : references.released) luaL_unref(lua, LUA_REGISTRYINDEX, reference);
  references.released.clear();
}

// Counts one more that will be released.
void expect_release(References& references) {
  std::lock_guard lock(references.mutex);
  size_t wanted = references.released.size() + references.count + 1;
  if (wanted > references.released.capacity()) references.released.reserve(2 * wanted);
  ++references.count;
}

}  // namespace

Function::Held::Held(State& state, int slot) : references(state.inside().references) {
  lua_State* lua = state.lua();
  release_dropped(lua, *references);
  object = lua_topointer(lua, slot);
  info = info_at(lua, slot);
  lua_pushvalue(lua, slot);
  reference = luaL_ref(lua, LUA_REGISTRYINDEX);
  expect_release(*references);
}

std::shared_ptr<Function::Held> Function::hold(State& state, int slot) {
  References& references = *state.inside().references;
  const void* object = lua_topointer(state.lua(), slot);
  {
    std::lock_guard lock(references.mutex);
    auto found = references.held.find(object);
    if (found != references.held.end()) {
      if (auto held = found->second.lock()) return std::static_pointer_cast<Held>(held);
    }
  }
  auto held = std::make_shared<Held>(state, slot);
  std::lock_guard lock(references.mutex);
  references.held[object] = held;
  return held;
}

Function Function::at(State& state, int slot) {
  Function out;
  out.held_ = hold(state, slot);
  return out;
}

State& Function::state() const {
  State* state = held_->references->state;
  RILLE_CHECK(state != nullptr, "a function whose state is gone");
  return *state;
}

int Function::reference() const { return held_->reference; }

bool Function::is_script() const {
  if (!held_->is_script) {
    lua_State* lua = state().lua();
    if (lua_checkstack(lua, 4) == 0) throw Error(Code::limit, "calls nest too deep");
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
