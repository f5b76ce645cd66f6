// Layers: their paths, and the layer that is called.
#include <functional>
#include <utility>

#include "vm/call.h"
#include "vm/run/module_scope.h"
#include "vm/run/observer.h"
#include "vm/run/running.h"
#include "vm/runtime/language.h"
#include "vm/runtime/layer_items.h"
#include "vm/runtime/library.h"
#include "vm/state/nested.h"

namespace rille {

// A weak table maps the table of each instance in a trace to its path, an index of `known`.
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

void forget_paths(State::Internals& inside) {
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

namespace {

ModulePath behind_key(const ModulePath& path, const DictKey& key) {
  auto keys = std::make_shared<DictKeys>();
  keys->list.push_back(key);
  return path.step({.items = {Value()}, .keys = std::move(keys)}, 0);
}

bool each_of_dict(lua_State* lua, int slot, const std::function<bool(const ItemStep&)>& visit) {
  int top = lua_gettop(lua);
  push_raw(lua, slot, "n");
  lua_Integer count = lua_tointeger(lua, -1);
  push_raw(lua, slot, words_key);
  push_raw(lua, slot, keys_key);
  bool goes_on = true;
  for (lua_Integer p = 1; p <= count && goes_on; ++p) {
    lua_rawgeti(lua, top + 3, p);
    DictKey key;
    if (lua_isinteger(lua, -1) != 0) {
      key = static_cast<int64_t>(lua_tointeger(lua, -1));
      lua_rawgeti(lua, slot, place_of_int(std::get<int64_t>(key)));
    } else if (lua_type(lua, -1) == LUA_TSTRING) {
      size_t size = 0;
      const char* word = lua_tolstring(lua, -1, &size);
      key = std::string(word, size);
      lua_pushvalue(lua, -1);
      lua_rawget(lua, top + 2);
    } else {
      continue;  // a deleted key
    }
    goes_on = visit([&](const ModulePath& path) { return behind_key(path, key); });
    lua_settop(lua, top + 3);
  }
  lua_settop(lua, top);
  return goes_on;
}

}  // namespace

bool each_item(lua_State* lua, int slot, const std::function<bool(const ItemStep&)>& visit) {
  const Tag* tag = tag_at(lua, slot);
  if (tag->what == ObjectKind::dict) return each_of_dict(lua, slot, visit);
  if (tag->layout != nullptr) {
    for (const std::string& name : tag->layout->names) {
      push_raw(lua, slot, name);
      bool goes_on = visit([&](const ModulePath& path) { return path.field(name); });
      lua_pop(lua, 1);
      if (!goes_on) return false;
    }
    return true;
  }
  push_raw(lua, slot, "n");
  lua_Integer count = lua_tointeger(lua, -1);
  lua_pop(lua, 1);
  for (lua_Integer i = 0; i < count; ++i) {
    lua_rawgeti(lua, slot, i + 1);
    bool goes_on = visit([&](const ModulePath& path) { return path.item(static_cast<size_t>(i)); });
    lua_pop(lua, 1);
    if (!goes_on) return false;
  }
  return true;
}

const Tag* branch_on_top(lua_State* lua) {
  const Tag* tag = lua_istable(lua, -1) ? tag_at(lua, -1) : nullptr;
  bool is_branch =
      tag != nullptr && (tag->what == ObjectKind::record || tag->what == ObjectKind::tuple ||
                         tag->what == ObjectKind::dict);
  return is_branch ? tag : nullptr;
}

const Branch* first_layer(const Branch& branch) {
  for (const Value& item : branch.items) {
    if (!item.is_branch()) continue;
    if (struct_type(item.layout()) != nullptr) return &item.branch();
    if (const Branch* found = first_layer(item.branch())) return found;
  }
  return nullptr;
}

ModulePath path_behind(const ModulePath& path, const LayerStep& step) {
  ModulePath out = path.field(std::string(step.field));
  return step.index < 0 ? out : out.item(static_cast<size_t>(step.index));
}

ModuleScope::ModuleScope(State& state) : state_(state), open_(state.inside().layers.open.size()) {}

ModuleScope::ModuleScope(State& state, const Value& self) : ModuleScope(state) {
  if (state.tracing == 0 || !self.is_branch() || self.branch().path.empty()) return;
  state.inside().layers.open.push_back(self.branch().path);
}

ModuleScope::~ModuleScope() { state_.inside().layers.open.resize(open_); }

namespace {

Value placed(const Value& value, const ModulePath& path, bool is_foreign) {
  Values items;
  const Branch& branch = value.branch();
  for (size_t i = 0; i < branch.items.size(); ++i) {
    const Value& item = branch.items[i];
    ModulePath there = is_foreign ? path : path.step(branch, i);
    items.push_back(item.is_branch() ? placed(item, there, is_foreign) : item);
  }
  Value out = Value::like(branch, std::move(items));
  return struct_type(branch.layout) == nullptr || path.empty() ? out : out.at_path(path);
}

}  // namespace

Value with_layer_paths(State& state, const Value& layer) {
  const Branch* first = first_layer(layer.branch());
  if (first == nullptr || !first->path.empty()) return layer;
  bool is_foreign = !state.inside().layers.open.empty();
  return placed(layer, state.module_path(), is_foreign).at_path({});
}

const ModulePath& State::module_path() const {
  static const ModulePath none;
  const Layers& layers = inside_->layers;
  return layers.open.empty() ? none : layers.open.back();
}

namespace {

// Assigns paths to the instances in a table, which is at a path of a model that a trace reads from
// outside. A layer that occurs several times in the model is copied for each occurrence, since a
// table has one path; values have no identity, so programs cannot observe the copy. In a dict it
// keeps its first path. All layers of a foreign table, which is not a part of the model whose layer
// calls it, get the path of that layer.
class PathAssigner {
 public:
  PathAssigner(lua_State* lua, bool is_foreign)
      : lua_(lua), is_foreign_(is_foreign), begin_(inside_of(lua).layers.known.size()) {}

  // Returns false if the first instance, and so every instance, has a path already.
  bool table(int slot, const ModulePath& path, int depth) {
    if (depth > max_nesting || lua_checkstack(lua_, 12) == 0) return false;
    poll();
    return each_item(lua_, slot,
                     [&](const ItemStep& step) { return item(slot, step, path, depth); });
  }

 private:
  bool item(int parent, const ItemStep& step, const ModulePath& path, int depth) {
    const Tag* tag = branch_on_top(lua_);
    if (tag == nullptr) return true;
    bool is_layer = is_instance(*tag);
    const ModulePath* before = is_layer ? path_at(lua_, -1) : nullptr;
    if (before != nullptr && !is_shared(*before)) return has_placed_;
    if (before != nullptr && (is_foreign_ || !take_apart(parent, step))) return true;
    ModulePath there = is_foreign_ ? path : step(path);
    if (is_layer) set_path(lua_, -1, there);
    has_placed_ = has_placed_ || is_layer;
    return table(lua_gettop(lua_), there, depth + 1);
  }

  // Whether this walk has assigned a path to the instance already.
  bool is_shared(const ModulePath& path) const {
    return &path >= inside_of(lua_).layers.known.data() + begin_;
  }

  // Replaces the instance on top of the stack by a copy, also in the parent.
  bool take_apart(int parent, const ItemStep& step) {
    const Tag* tag = tag_at(lua_, parent);
    if (tag->what == ObjectKind::dict) return false;
    std::string word = step({}).pattern();
    push_copy(lua_, -1);
    lua_replace(lua_, -2);
    lua_pushvalue(lua_, -1);
    if (tag->layout != nullptr) {
      set_raw(lua_, parent, word);
    } else {
      lua_rawseti(lua_, parent, std::stoll(word) + 1);
    }
    return true;
  }

  lua_State* lua_;
  bool is_foreign_;
  size_t begin_;  // index of the first path that this walk assigns
  bool has_placed_ = false;
};

// Whether the calling method was called by R.within, and so has entered its layer.
bool is_within(lua_State* lua) {
  constexpr int caller_of_method = 2;
  lua_Debug record;
  if (lua_getstack(lua, caller_of_method, &record) == 0) return false;
  lua_getinfo(lua, "f", &record);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_of(lua).runtime);
  lua_pushliteral(lua, "within");
  lua_rawget(lua, -2);
  bool out = lua_rawequal(lua, -1, -3) != 0;
  lua_pop(lua, 3);
  return out;
}

// (self): called at the beginning of a method, in a trace or while an observer listens to calls of
// layers. Returns the method, which R.within calls once more inside of the layer; nil in that call,
// and if there is nothing to do.
int enter(lua_State* lua) {
  State& state = state_of(lua);
  Layers& layers = state.inside().layers;
  if (is_within(lua)) return 0;
  bool is_traced = state.tracing > 0;
  const ModulePath* path = is_traced ? path_at(lua, 1) : nullptr;
  if (is_traced && path == nullptr) {
    PathAssigner(lua, !layers.open.empty()).table(1, ModulePath(state.module_path()), 0);
  }
  if (path == nullptr && !state.observers().want(Topic::layer)) return 0;
  if (is_traced) layers.open.push_back(path == nullptr ? ModulePath(state.module_path()) : *path);
  lua_Debug caller;
  lua_getstack(lua, 1, &caller);
  lua_getinfo(lua, "f", &caller);
  return 1;
}

// (results…): leaves the layer, and returns the results.
int leave(lua_State* lua) {
  inside_of(lua).layers.open.pop_back();
  return lua_gettop(lua);
}

// (method, arguments…, END): saves the arguments of a call of a layer, before the call changes
// them. Returns the number by which R.tell_call finds them; nil if the method is not `call`.
int hold_call(lua_State* lua) {
  constexpr int method = 1, self = 2;
  int top = lua_gettop(lua);
  lua_pushliteral(lua, "call");
  if (!push_method(lua, self, top + 1) || lua_rawequal(lua, -1, method) == 0) return 0;
  Values args;
  for (int i = self; i <= top && !is_end(lua, i); ++i) args.push_back(value_at(lua, i));
  auto& held = inside_of(lua).layers.held;
  held.push_back(std::move(args));
  lua_pushinteger(lua, static_cast<lua_Integer>(held.size()));
  return 1;
}

// (method, number, results…): leaves the layer, reports the call, and returns the results.
int tell_call(lua_State* lua) {
  constexpr int method = 1, number = 2, result = 3;
  State& state = state_of(lua);
  Layers& layers = state.inside().layers;
  int top = lua_gettop(lua);
  if (state.tracing > 0) layers.open.pop_back();
  auto at = static_cast<size_t>(lua_tointeger(lua, number));
  if (at > 0 && at <= layers.held.size()) {
    Values args = std::move(layers.held[at - 1]);
    layers.held.resize(at - 1);  // also drops those of calls that raised
    std::span<const Value> behind(args.data() + 1, args.size() - 1);
    Value out = top < result ? Value() : value_at(lua, result);
    const FunctionInfo* info = info_at(lua, method);
    bool is_changed = info != nullptr && info->params[0].is_inout && top > result;
    Value after = is_changed ? value_at(lua, result + 1) : args[0];
    state.observers().tell(event::LayerCall{args[0], behind, out, after});
  }
  return top - result + 1;
}

const RawFunction functions[] = {{"enter", guard<enter>},
                                 {"leave", guard<leave>},
                                 {"hold_call", guard<hold_call>},
                                 {"tell_call", guard<tell_call>}};

}  // namespace

std::span<const RawFunction> layer_functions() { return functions; }

TraceRoots::TraceRoots(State& state, const Function& f, const Values& args)
    : state_(state), roots_(args) {
  for (const auto& [name, value] : closure_of(f).captures) roots_.push_back(value);
  state.inside().layers.roots.push_back(&roots_);
}

TraceRoots::~TraceRoots() { state_.inside().layers.roots.pop_back(); }

RegionPaths::RegionPaths(State& state)
    : state_(state), is_outermost_(state.tracing == 0 && state.inside().traces.empty()) {
  if (is_outermost_) state.inside().layers.region = depth_of(state.inside());
}

RegionPaths::~RegionPaths() {
  if (!is_outermost_) return;
  state_.inside().layers.region = Layers::none;
  forget_paths(state_.inside());
}

OpenStep::OpenStep(State& state, LayerStep step)
    : state_(state),
      is_traced_(state.tracing > 0),
      open_(state.inside().layers.open.size()),
      step_(step) {
  State::Internals& inside = state.inside();
  if (is_traced_ && step.is_function) {
    inside.layers.open.push_back(path_behind(state.module_path(), step));
  }
  if (is_traced_) return;
  lua_Debug innermost;
  bool has_frame = inside.lua != nullptr && lua_getstack(inside.lua, 0, &innermost) != 0;
  inside.layers.steps.push_back({step, has_frame ? innermost.i_ci : nullptr});
}

OpenStep::~OpenStep() {
  Layers& layers = state_.inside().layers;
  if (!is_traced_) layers.steps.pop_back();
  layers.open.resize(open_);
}

void OpenStep::tell(Error& error) const {
  if (is_traced_ || error.placed()) return;
  error.in_layer(path_behind({}, step_).text());
}

}  // namespace rille
