// Layers: their paths, and which is called.
#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "vm/call.h"
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
// from outside. One that stands there twice has the first of its paths. All of one that is foreign,
// no part of the model whose layer calls it, is in that layer.
class Placing {
 public:
  Placing(lua_State* lua, bool is_foreign) : lua_(lua), is_foreign_(is_foreign) {}

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
    ModulePath there = is_foreign_ ? path : step(path);
    if (is_layer) set_path(lua_, -1, there);
    has_placed_ = has_placed_ || is_layer;
    return table(lua_gettop(lua_), there, depth + 1);
  }

  lua_State* lua_;
  bool is_foreign_;
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
  if (is_traced && path == nullptr) {
    Placing(lua, !layers.open.empty()).table(1, ModulePath(state.module_path()), 0);
  }
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

// Looks in tables for the instance that is in a slot: for the very table, or for one like it, since
// a table is copied where a part of it is updated, and where C++ hands an instance on.
class Finding {
 public:
  enum class How : uint8_t { same, alike };
  Finding(lua_State* lua, int wanted, How how)
      : lua_(lua), wanted_(wanted), how_(how), layout_(tag_at(lua, wanted)->layout) {}

  // Looks in the table of a slot, which is at `path`.
  void look(int slot, const ModulePath& path, int depth = 0) {
    constexpr int most = 10'000;  // tables: an error is not to wait
    if (depth > most_nesting || ++seen_ > most || lua_checkstack(lua_, 12) == 0) return;
    chain_.push_back(path);
    meet(slot);
    each_item(lua_, slot, [&](const Step& step) {
      if (branch_on_top(lua_) != nullptr) look(lua_gettop(lua_), step(path), depth + 1);
      return true;
    });
    chain_.pop_back();
  }

  // Where it is; where it is in several places, what these are in.
  const ModulePath* found() const { return best_.empty() ? nullptr : &best_.back(); }

 private:
  struct Likeness {
    int objects = 0, equal = 0, other = 0;  // fields: arrays, tables and functions; all; the rest
  };

  void meet(int slot) {
    int score = 1;
    if (how_ == How::same && lua_topointer(lua_, slot) != lua_topointer(lua_, wanted_)) return;
    if (how_ == How::alike) {
      const Tag* tag = tag_at(lua_, slot);
      if (tag == nullptr || tag->layout != layout_) return;
      Likeness like;
      compare(slot, wanted_, like, 0);
      if (like.objects == 0 && like.other > 0) return;
      score = 1000 * like.objects + like.equal - like.other;
    }
    if (best_.empty() || score > score_) {
      score_ = score;
      best_ = chain_;
    } else if (score == score_) {
      auto end = std::ranges::mismatch(best_, chain_).in1;
      best_.erase(end, best_.end());
    }
  }

  // Of two tables of one form.
  void compare(int a, int b, Likeness& out, int depth) {
    each_item(lua_, a, [&](const Step& step) {
      int item = lua_gettop(lua_);
      push_same_item(b, step);
      compare_items(item, item + 1, out, depth);
      lua_settop(lua_, item);
      return true;
    });
  }

  // The item of the table in a slot that a step leads to, or nil. No dict is looked into.
  void push_same_item(int slot, const Step& step) {
    std::string word = step({}).pattern();
    const Tag* tag = tag_at(lua_, slot);
    if (tag->layout != nullptr) return push_raw(lua_, slot, word);
    if (tag->what != What::tuple) return lua_pushnil(lua_);
    lua_rawgeti(lua_, slot, std::stoll(word) + 1);
  }

  void compare_items(int a, int b, Likeness& out, int depth) {
    constexpr int deepest = 8;
    int type = lua_type(lua_, a);
    bool is_object = type == LUA_TTABLE || type == LUA_TUSERDATA || type == LUA_TFUNCTION;
    const Array *left = array_at(lua_, a), *right = array_at(lua_, b);
    bool are_arrays = left != nullptr && right != nullptr;
    bool is_same = are_arrays ? left->body() == right->body() : lua_rawequal(lua_, a, b) != 0;
    if (is_same) {
      ++out.equal;
      out.objects += is_object ? 1 : 0;
      return;
    }
    bool are_tables = type == LUA_TTABLE && lua_istable(lua_, b) && depth < deepest &&
                      lua_checkstack(lua_, 8) != 0 && tag_at(lua_, a) != nullptr &&
                      tag_at(lua_, a) == tag_at(lua_, b);
    bool is_dict = are_tables && what_at(lua_, a) == What::dict;
    if (!are_tables || is_dict) {
      ++out.other;
    } else {
      compare(a, b, out, depth + 1);
    }
  }

  lua_State* lua_;
  int wanted_;
  How how_;
  const Layout* layout_;
  std::vector<ModulePath> chain_ = {}, best_ = {};  // from the root on
  int score_ = 0;
  int seen_ = 0;
};

// From the outermost frame inwards: the methods that run, and where the instance of each is in
// those of the ones around it.
class FrameWalk {
 public:
  FrameWalk(const State::Inside& inside, lua_State* lua) : inside_(inside), lua_(lua) {}

  // Of the frames from the outermost one to the level `last`.
  void run(int last) {
    constexpr int most_frames = 400;  // lua_getstack walks
    int depth = depth_of(inside_);
    if (depth - last > most_frames) return;
    steps_of(nullptr);
    for (int level = depth; level >= last; --level) {
      lua_Debug record;
      lua_State* of = frame_at(inside_, level, record);
      if (of == nullptr) continue;
      if (push_self(of, record)) enter();
      steps_of(record.i_ci);
    }
  }

  const ModulePath& path() const { return path_; }
  bool knows_any() const { return !known_.empty(); }

  // Where the instance on top of the stack is in those that are known; it is taken away.
  std::optional<ModulePath> place_of_top() {
    std::optional<ModulePath> out = look_up(lua_gettop(lua_));
    lua_pop(lua_, 1);
    return out;
  }

 private:
  struct Known {
    int slot;
    ModulePath path;
    bool is_layer;
  };

  // Pushes the instance whose method a frame is.
  bool push_self(lua_State* of, lua_Debug& record) {
    if (lua_checkstack(of, 4) == 0 || lua_checkstack(lua_, 16) == 0) return false;
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

  // The innermost of the known ones that it is in counts.
  std::optional<ModulePath> look_up(int wanted) {
    for (auto known = known_.rbegin(); known != known_.rend(); ++known) {
      for (Finding::How how : {Finding::How::same, Finding::How::alike}) {
        Finding finding(lua_, wanted, how);
        finding.look(known->slot, known->path);
        if (finding.found() != nullptr) return *finding.found();
      }
    }
    return {};
  }

  // What is on top of the stack is the instance of the next frame. One that is in none of those
  // around it is foreign: all that it does is done in the layer that called it. Where that is no
  // layer, it is a model of its own.
  void enter() {
    int top = lua_gettop(lua_);
    bool is_known = std::exchange(has_stepped_, false);
    if (!is_known) {
      std::optional<ModulePath> found = look_up(top);
      bool is_in_layer = std::ranges::any_of(known_, &Known::is_layer);
      if (!found && is_in_layer) {
        is_foreign_ = true;
        return lua_pop(lua_, 1);
      }
      path_ = found.value_or(ModulePath());
    }
    is_foreign_ = false;
    lua_pushliteral(lua_, "call");
    bool is_layer = push_method(lua_, top, top + 1);
    lua_settop(lua_, top);
    known_.push_back({top, path_, is_layer});
  }

  // What a frame's C++ has opened since. A step of a foreign one leads nowhere.
  void steps_of(const void* frame) {
    for (const FrameStep& step : inside_.layers.steps) {
      if (step.frame != frame || is_foreign_) continue;
      path_ = path_behind(path_, step.step);
      has_stepped_ = true;
    }
  }

  const State::Inside& inside_;
  lua_State* lua_;
  std::vector<Known> known_ = {};  // on the stack of lua_
  ModulePath path_ = {};
  bool has_stepped_ = false;  // the next frame's instance is the one at path_
  bool is_foreign_ = false;
};

// What is in front of the paths of a trace that began inside of a layer. They begin at the one
// argument or capture that has layers; where that is not known, `is_whole` says that the layer
// that the trace began in is all that there is to tell.
struct Front {
  ModulePath path = {};
  bool is_whole = false;
};

Front front_of(FrameWalk& walk, lua_State* lua, const Values& roots) {
  const Value* only = nullptr;
  for (const Value& root : roots) {
    bool has_layers = root.is_branch() && (struct_type(root.layout()) != nullptr ||
                                           first_layer(root.branch()) != nullptr);
    if (!has_layers) continue;
    if (only != nullptr) return {walk.path(), true};
    only = &root;
  }
  if (only == nullptr || struct_type(only->layout()) == nullptr) return {walk.path(), true};
  push_value(lua, *only);
  std::optional<ModulePath> found = walk.place_of_top();
  return found ? Front{*found, false} : Front{walk.path(), true};
}

// In a trace the method of the innermost frame may not have entered its layer yet.
const ModulePath* innermost_path(const State::Inside& inside, lua_State* lua) {
  constexpr int most_frames = 40;
  for (int level = 0; level < most_frames; ++level) {
    lua_Debug record;
    lua_State* of = frame_at(inside, level, record);
    if (of == nullptr || lua_checkstack(of, 6) == 0 || lua_getinfo(of, "f", &record) == 0) break;
    int top = lua_gettop(of) - 1;
    const FunctionInfo* info = info_at(of, top + 1);
    bool is_method = info != nullptr && info->is_method && lua_getlocal(of, &record, 1) != nullptr;
    const ModulePath* path = nullptr;
    if (is_method) {
      lua_xmove(of, lua, of == lua ? 0 : 1);
      path = branch_on_top(lua) == nullptr ? nullptr : path_at(lua, -1);
      if (of != lua) lua_pop(lua, 1);
    }
    lua_settop(of, top);
    if (is_method) return path;
  }
  return nullptr;
}

const RawFunction functions[] = {
    {"enter", guard<enter>}, {"leave", guard<leave>}, {"tell_call", guard<tell_call>}};

}  // namespace

std::span<const RawFunction> layer_functions() { return functions; }

namespace {

// The path behind another one, or nothing where it does not begin with it.
bool begins_with(const std::string& path, const std::string& front) {
  bool begins = path.starts_with(front);
  return begins && (path.size() == front.size() || front.empty() || path[front.size()] == '.' ||
                    path[front.size()] == '[');
}

std::string joined(const ModulePath& front, const std::string& path) {
  bool has_dot = !front.empty() && !path.empty() && !path.starts_with('[');
  return str(front.text(), has_dot ? "." : "", path);
}

std::string layer_now(const State& state, const State::Inside& inside, lua_State* lua,
                      const Error& error) {
  FrameWalk walk(inside, lua);
  if (inside.traces.empty()) {
    walk.run(0);
    return joined(walk.path(), error.layer());
  }
  std::string path = error.layer();
  if (path.empty()) {
    path = state.module_path().text();
    const ModulePath* innermost = innermost_path(inside, lua);
    if (innermost != nullptr && !begins_with(path, innermost->text())) path = innermost->text();
  }
  walk.run(depth_of(inside) - inside.traces.front().depth);
  if (!walk.knows_any() || inside.layers.roots.empty()) return path;
  Front front = front_of(walk, lua, *inside.layers.roots.front());
  return joined(front.path, front.is_whole ? "" : path);
}

}  // namespace

// The error that has happened is the one to tell of, not what keeps this from its end.
std::string layer_of(const State& state, const State::Inside& inside, const Error& error) {
  lua_State* lua = inside.lua;
  if (lua == nullptr || lua_checkstack(lua, 16) == 0) return error.layer();
  int top = lua_gettop(lua);
  std::string out = error.layer();
  try {
    out = layer_now(state, inside, lua, error);
  } catch (const Error&) {  // NOLINT(bugprone-empty-catch)
  }
  lua_settop(lua, top);
  return out;
}

TraceRoots::TraceRoots(State& state, const Function& f, const Values& args)
    : state_(state), roots_(args) {
  for (const auto& [name, value] : closure_of(f).captures) roots_.push_back(value);
  state.inside().layers.roots.push_back(&roots_);
}

TraceRoots::~TraceRoots() { state_.inside().layers.roots.pop_back(); }

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
