// Layers in traces: the paths of instances, and which layer is being called.
#include "vm/module_scope.h"
#include "vm/runtime/language.h"
#include "vm/runtime/library.h"
#include "vm/runtime/raw.h"

namespace rille {

// An instance in a trace has its path under its own table in a weak table: an index of `known`.
void set_path(lua_State* lua, int slot, const ModulePath& path) {
  Layers& layers = inside_of(lua).layers;
  slot = lua_absindex(lua, slot);
  lua_checkstack(lua, 4);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, layers.paths);
  lua_pushvalue(lua, slot);
  layers.known.push_back(path);
  lua_pushinteger(lua, static_cast<lua_Integer>(layers.known.size()));
  lua_rawset(lua, -3);
  lua_pop(lua, 1);
}

const ModulePath* path_at(lua_State* lua, int slot) {
  const Layers& layers = inside_of(lua).layers;
  if (layers.known.empty()) return nullptr;
  slot = lua_absindex(lua, slot);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, layers.paths);
  lua_pushvalue(lua, slot);
  lua_rawget(lua, -2);
  auto at = static_cast<size_t>(lua_tointeger(lua, -1));
  lua_pop(lua, 2);
  return at == 0 ? nullptr : &layers.known[at - 1];
}

void forget_paths(State::Inside& inside) {
  if (inside.layers.known.empty()) return;
  inside.layers.known.clear();
  lua_State* lua = inside.lua;
  push_weak_table(lua);
  lua_rawseti(lua, LUA_REGISTRYINDEX, inside.layers.paths);
}

void push_weak_table(lua_State* lua) {
  lua_newtable(lua);
  lua_createtable(lua, 0, 1);
  lua_pushliteral(lua, "k");
  lua_setfield(lua, -2, "__mode");
  lua_setmetatable(lua, -2);
}

ModuleScope::ModuleScope(State& state) : state_(state), open_(state.inside().layers.open.size()) {}

ModuleScope::ModuleScope(State& state, const Value& self) : ModuleScope(state) {
  if (state.tracing == 0 || !self.is_branch() || self.branch().path.empty()) return;
  state.inside().layers.open.push_back(self.branch().path);
}

ModuleScope::~ModuleScope() { state_.inside().layers.open.resize(open_); }

const ModulePath& State::module_path() const {
  static const ModulePath none;
  const Layers& layers = inside_->layers;
  return layers.open.empty() ? none : layers.open.back();
}

namespace {

// (self): at the beginning of a method in a trace. The method itself, which R.within is then to
// call once more, inside of the layer; nil in that call, and where the path is not known.
int enter(lua_State* lua) {
  Layers& layers = inside_of(lua).layers;
  const ModulePath* path = layers.is_entering ? nullptr : path_at(lua, 1);
  layers.is_entering = false;
  if (path == nullptr) return 0;
  layers.open.push_back(*path);
  layers.is_entering = true;
  lua_Debug caller;
  lua_getstack(lua, 1, &caller);
  lua_getinfo(lua, "f", &caller);
  return 1;
}

// (results…): leaves it; gives them on.
int leave(lua_State* lua) {
  inside_of(lua).layers.open.pop_back();
  return lua_gettop(lua);
}

const RawFunction functions[] = {{"enter", guard<enter>}, {"leave", guard<leave>}};

}  // namespace

std::span<const RawFunction> layer_functions() { return functions; }

}  // namespace rille
