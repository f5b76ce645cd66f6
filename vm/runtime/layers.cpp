// Layers: their paths, and which is called.
#include <functional>
#include <utility>

#include "vm/run/module_scope.h"
#include "vm/run/observer.h"
#include "vm/run/running.h"
#include "vm/runtime/language.h"
#include "vm/runtime/library.h"
#include "vm/runtime/raw.h"
#include "vm/state/frames.h"
#include "vm/state/nested.h"
#include "vm/text.h"

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

// One step from a tuple, record, instance or dict to an item of it.
using Step = std::function<ModulePath(const ModulePath&)>;

bool each_of_dict(lua_State* lua, int slot, const std::function<bool(const Step&)>& visit) {
  Value whole = value_at(lua, slot);  // for its keys
  const Branch& branch = whole.branch();
  for (size_t i = 0; i < branch.items.size(); ++i) {
    const DictKey& key = branch.keys->list[i];
    if (const auto* number = std::get_if<int64_t>(&key)) {
      lua_rawgeti(lua, slot, place_of_int(*number));
    } else {
      push_raw(lua, slot, words_key);
      push_raw(lua, lua_gettop(lua), std::get<std::string>(key));
      lua_remove(lua, -2);
    }
    bool goes_on = visit([&](const ModulePath& path) { return path.step(branch, i); });
    lua_pop(lua, 1);
    if (!goes_on) return false;
  }
  return true;
}

// Calls `visit` with each item of the table in a slot on top of the stack, until it gives false,
// which is then the result.
bool each_item(lua_State* lua, int slot, const std::function<bool(const Step&)>& visit) {
  const Tag* tag = tag_at(lua, slot);
  if (tag->what == What::dict) return each_of_dict(lua, slot, visit);
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

// Null where what is on top of the stack is no tuple, record, instance or dict.
const Tag* branch_on_top(lua_State* lua) {
  const Tag* tag = lua_istable(lua, -1) ? tag_at(lua, -1) : nullptr;
  bool is_branch = tag != nullptr && (tag->what == What::record || tag->what == What::tuple ||
                                      tag->what == What::dict);
  return is_branch ? tag : nullptr;
}

bool is_instance(const Tag& tag) { return tag.layout != nullptr && tag.layout->type != nullptr; }

constexpr int most_nesting = 200;

// Gives the instances in a table their paths, where it is at a path: of a model that a trace reads
// from outside. One that stands there twice has the first of its paths.
class Placing {
 public:
  explicit Placing(lua_State* lua) : lua_(lua) {}

  // False: the first instance has a path already, and so have all.
  bool table(int slot, const ModulePath& path, int depth) {
    if (depth > most_nesting || lua_checkstack(lua_, 12) == 0) return false;
    poll();
    return each_item(lua_, slot, [&](const Step& step) { return item(step, path, depth); });
  }

 private:
  bool item(const Step& step, const ModulePath& path, int depth) {
    const Tag* tag = branch_on_top(lua_);
    if (tag == nullptr) return true;
    bool is_layer = is_instance(*tag);
    if (is_layer && path_at(lua_, -1) != nullptr) return has_placed_;
    ModulePath there = step(path);
    if (is_layer) set_path(lua_, -1, there);
    has_placed_ = has_placed_ || is_layer;
    return table(lua_gettop(lua_), there, depth + 1);
  }

  lua_State* lua_;
  bool has_placed_ = false;
};

// (self): at the beginning of a method, in a trace or where somebody is told of calls of layers.
// The method itself, which R.within is then to call once more, inside of the layer; nil in that
// call, and where there is nothing to do.
int enter(lua_State* lua) {
  State& state = state_of(lua);
  Layers& layers = state.inside().layers;
  if (std::exchange(layers.is_entering, false)) return 0;
  bool is_traced = state.tracing > 0;
  const ModulePath* path = is_traced ? path_at(lua, 1) : nullptr;
  if (is_traced && path == nullptr) Placing(lua).table(1, ModulePath(state.module_path()), 0);
  if (path == nullptr && !state.observers().want(Topic::layer)) return 0;
  if (is_traced) layers.open.push_back(path == nullptr ? ModulePath(state.module_path()) : *path);
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

// (method, arguments, results…): leaves it, and tells of the call; gives the results on. The
// arguments are a table that ends with END.
int tell_call(lua_State* lua) {
  constexpr int method = 1, arguments = 2, result = 3;
  State& state = state_of(lua);
  if (state.tracing > 0) state.inside().layers.open.pop_back();
  int top = lua_gettop(lua);
  lua_pushliteral(lua, "call");
  lua_rawgeti(lua, arguments, 1);
  bool is_call = push_method(lua, top + 2, top + 1) && lua_rawequal(lua, -1, method) != 0;
  Values args;
  for (lua_Integer i = 1; is_call; ++i) {
    lua_rawgeti(lua, arguments, i);
    if (is_end(lua, -1)) break;
    args.push_back(value_at(lua, -1));
    lua_pop(lua, 1);
  }
  if (is_call) {
    std::span<const Value> behind(args.data() + 1, args.size() - 1);
    Value out = top < result ? Value() : value_at(lua, result);
    state.observers().tell(event::LayerCall{args[0], behind, out});
  }
  lua_settop(lua, top);
  return top - result + 1;
}

ModulePath path_behind(const ModulePath& path, const LayerStep& step) {
  ModulePath out = path.field(std::string(step.field));
  return step.index < 0 ? out : out.item(static_cast<size_t>(step.index));
}

// Looks in a table for another one, by identity.
class Finding {
 public:
  Finding(lua_State* lua, const void* wanted) : lua_(lua), wanted_(wanted) {}

  // Whether it is in the table of a slot, which is at `path`; `found` is then where.
  bool in(int slot, const ModulePath& path, int depth = 0) {
    constexpr int most = 10'000;  // tables: an error is not to wait
    if (lua_topointer(lua_, slot) == wanted_) {
      found = path;
      return true;
    }
    if (depth > most_nesting || ++seen_ > most || lua_checkstack(lua_, 12) == 0) return false;
    return !each_item(lua_, slot, [&](const Step& step) {
      return branch_on_top(lua_) == nullptr || !in(lua_gettop(lua_), step(path), depth + 1);
    });
  }

  ModulePath found = {};

 private:
  lua_State* lua_;
  const void* wanted_;
  int seen_ = 0;
};

// From the outermost frame inwards: the methods that run, and where the instance of each is in that
// of the one around it.
class FrameWalk {
 public:
  FrameWalk(const State::Inside& inside, lua_State* lua) : inside_(inside), lua_(lua) {}

  // The instance around is in this slot of lua, nil where there is none or it is not known.
  ModulePath path() {
    constexpr int most_frames = 400;  // lua_getstack walks
    int depth = depth_of(inside_);
    if (depth > most_frames) return {};
    lua_pushnil(lua_);
    around_ = lua_gettop(lua_);
    steps_before(nullptr);
    for (int level = depth; level >= 0; --level) {
      lua_Debug record;
      lua_State* of = frame_at(inside_, level, record);
      if (of == nullptr) continue;
      if (push_self(of, record)) enter();
      steps_before(record.i_ci);
    }
    lua_pop(lua_, 1);
    return path_;
  }

 private:
  // Pushes the instance whose method a frame is.
  bool push_self(lua_State* of, lua_Debug& record) {
    if (lua_checkstack(of, 4) == 0 || lua_checkstack(lua_, 4) == 0) return false;
    if (lua_getinfo(of, "f", &record) == 0) return false;
    const FunctionInfo* info = info_at(of, lua_gettop(of));
    lua_pop(of, 1);
    if (info == nullptr || !info->is_method || lua_getlocal(of, &record, 1) == nullptr) {
      return false;
    }
    lua_xmove(of, lua_, of == lua_ ? 0 : 1);
    const Tag* tag = branch_on_top(lua_);
    if (tag != nullptr && is_instance(*tag)) return true;
    lua_pop(lua_, 1);
    return false;
  }

  // What is on top of the stack becomes the instance around. One that is not in the one around is
  // at its path.
  void enter() {
    if (lua_isnil(lua_, around_) == 0) {
      Finding finding(lua_, lua_topointer(lua_, -1));
      if (finding.in(around_, path_)) path_ = finding.found;
    }
    lua_replace(lua_, around_);
  }

  // What a frame's C++ has opened since.
  void steps_before(const void* frame) {
    for (const FrameStep& step : inside_.layers.steps) {
      if (step.frame != frame) continue;
      path_ = path_behind(path_, step.step);
      lua_pushnil(lua_);
      lua_replace(lua_, around_);
    }
  }

  const State::Inside& inside_;
  lua_State* lua_;
  int around_ = 0;
  ModulePath path_ = {};
};

const RawFunction functions[] = {
    {"enter", guard<enter>}, {"leave", guard<leave>}, {"tell_call", guard<tell_call>}};

}  // namespace

std::span<const RawFunction> layer_functions() { return functions; }

// The error that has happened is the one to tell of, not what keeps this from its end.
ModulePath layer_of_frames(const State::Inside& inside) {
  lua_State* lua = inside.lua;
  if (lua == nullptr || lua_checkstack(lua, 8) == 0) return {};
  int top = lua_gettop(lua);
  try {
    return FrameWalk(inside, lua).path();
  } catch (const Error&) {
    lua_settop(lua, top);
    return {};
  }
}

OpenStep::OpenStep(State& state, LayerStep step)
    : state_(state),
      is_traced_(state.tracing > 0),
      open_(state.inside().layers.open.size()),
      step_(step) {
  State::Inside& inside = state.inside();
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
