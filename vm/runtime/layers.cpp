// Layers in traces: their paths, and which is called.
#include "vm/run/module_scope.h"
#include "vm/run/running.h"
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

namespace {

// The first instance in a branch; null where there is none.
const Branch* first_layer(const Branch& branch) {
  for (const Value& item : branch.items) {
    if (!item.is_branch()) continue;
    if (struct_type(item.layout()) != nullptr) return &item.branch();
    if (const Branch* found = first_layer(item.branch())) return found;
  }
  return nullptr;
}

Value placed(const Value& value, const ModulePath& path) {
  Values items;
  const Branch& branch = value.branch();
  for (size_t i = 0; i < branch.items.size(); ++i) {
    const Value& item = branch.items[i];
    items.push_back(item.is_branch() ? placed(item, path.step(branch, i)) : item);
  }
  Value out = Value::like(branch, std::move(items));
  return struct_type(branch.layout) == nullptr || path.empty() ? out : out.at_path(path);
}

}  // namespace

Value with_layer_paths(const Value& layer, const ModulePath& path) {
  const Branch* first = first_layer(layer.branch());
  if (first == nullptr || !first->path.empty()) return layer;
  return placed(layer, path).at_path({});
}

const ModulePath& State::module_path() const {
  static const ModulePath none;
  const Layers& layers = inside_->layers;
  return layers.open.empty() ? none : layers.open.back();
}

namespace {

// Gives the instances in a table their paths, where it is at a path: of a model that a trace reads
// from outside. One that stands there twice has the first of its paths.
class Placing {
 public:
  explicit Placing(lua_State* lua) : lua_(lua) {}

  // False: the first instance has a path already, and so have all.
  bool table(int slot, const ModulePath& path, int depth) {
    constexpr int most_nesting = 200;
    if (depth > most_nesting || lua_checkstack(lua_, 12) == 0) return false;
    poll();
    const Tag* tag = tag_at(lua_, slot);
    if (tag->what == What::dict) return dict(slot, path, depth);
    if (tag->layout != nullptr) {
      for (const std::string& name : tag->layout->names) {
        push_raw(lua_, slot, name);
        if (!item([&] { return path.field(name); }, depth)) return false;
      }
      return true;
    }
    for (lua_Integer i = 0; i < count(slot); ++i) {
      lua_rawgeti(lua_, slot, i + 1);
      if (!item([&] { return path.item(static_cast<size_t>(i)); }, depth)) return false;
    }
    return true;
  }

 private:
  lua_Integer count(int slot) const {
    push_raw(lua_, slot, "n");
    lua_Integer out = lua_tointeger(lua_, -1);
    lua_pop(lua_, 1);
    return out;
  }

  bool dict(int slot, const ModulePath& path, int depth) {
    Value whole = value_at(lua_, slot);  // for its keys
    const Branch& branch = whole.branch();
    for (size_t i = 0; i < branch.items.size(); ++i) {
      const DictKey& key = branch.keys->list[i];
      if (const auto* number = std::get_if<int64_t>(&key)) {
        lua_rawgeti(lua_, slot, place_of_int(*number));
      } else {
        push_raw(lua_, slot, words_key);
        push_raw(lua_, lua_gettop(lua_), std::get<std::string>(key));
        lua_remove(lua_, -2);
      }
      if (!item([&] { return path.step(branch, i); }, depth)) return false;
    }
    return true;
  }

  // What is on top of the stack, which it takes away.
  template <class Path>
  bool item(const Path& path, int depth) {
    bool goes_on = true;
    const Tag* tag = lua_istable(lua_, -1) ? tag_at(lua_, -1) : nullptr;
    bool is_branch = tag != nullptr && (tag->what == What::record || tag->what == What::tuple ||
                                        tag->what == What::dict);
    bool is_layer = is_branch && tag->layout != nullptr && tag->layout->type != nullptr;
    if (is_layer && path_at(lua_, -1) != nullptr) {
      goes_on = has_placed_;
    } else if (is_branch) {
      ModulePath there = path();
      if (is_layer) set_path(lua_, -1, there);
      has_placed_ = has_placed_ || is_layer;
      goes_on = table(lua_gettop(lua_), there, depth + 1);
    }
    lua_pop(lua_, 1);
    return goes_on;
  }

  lua_State* lua_;
  bool has_placed_ = false;
};

// (self): at the beginning of a method in a trace. The method itself, which R.within is then to
// call once more, inside of the layer; nil in that call, and where the path is not known.
int enter(lua_State* lua) {
  State& state = state_of(lua);
  Layers& layers = state.inside().layers;
  const ModulePath* path = layers.is_entering ? nullptr : path_at(lua, 1);
  bool is_new = path == nullptr && !layers.is_entering && state.tracing > 0;
  layers.is_entering = false;
  if (is_new) Placing(lua).table(1, ModulePath(state.module_path()), 0);
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
