// Finds the path of a layer in a model when an error occurs.
#include <algorithm>
#include <optional>
#include <utility>

#include "vm/call.h"
#include "vm/run/running.h"
#include "vm/runtime/layer_items.h"
#include "vm/state/frames.h"
#include "vm/state/nested.h"
#include "vm/text.h"

namespace rille {
namespace {

// The maximum number of items that the search for one error visits, since an error must not be
// delayed by a large model. If the search exceeds it, the error has no path.
struct SearchBudget {
  int left = 10'000;

  bool take() { return --left >= 0; }
  bool is_spent() const { return left < 0; }
};

// Searches tables for the instance in a slot: for the same table, or for a similar one, since a
// table is copied when a part of it is updated, and when C++ passes an instance on.
class InstanceSearch {
 public:
  enum class MatchMode : uint8_t { same, alike };
  InstanceSearch(lua_State* lua, int wanted, MatchMode how, SearchBudget& budget)
      : lua_(lua),
        wanted_(wanted),
        how_(how),
        layout_(tag_at(lua, wanted)->layout),
        budget_(budget) {}

  // Searches the table in a slot, whose path is `path`.
  void look(int slot, const ModulePath& path, int depth = 0) {
    if (depth > max_nesting || lua_checkstack(lua_, 12) == 0) return;
    chain_.push_back(path);
    meet(slot);
    each_item(lua_, slot, [&](const ItemStep& step) {
      if (!budget_.take()) return false;
      if (branch_on_top(lua_) != nullptr) look(lua_gettop(lua_), step(path), depth + 1);
      return !budget_.is_spent();
    });
    chain_.pop_back();
  }

  // The path of the instance; the common prefix if it was found at several paths.
  const ModulePath* found() const { return best_.empty() ? nullptr : &best_.back(); }

 private:
  struct SimilarityCount {
    int objects = 0, equal = 0, other = 0;  // equal arrays, tables, functions; all equal; different
    bool has_other_part = false;            // a tuple, record, dict, or instance is different

    bool is_alike() const { return !has_other_part && (objects > 0 || other == 0); }
  };

  void meet(int slot) {
    int score = 1;
    if (how_ == MatchMode::same && lua_topointer(lua_, slot) != lua_topointer(lua_, wanted_))
      return;
    if (how_ == MatchMode::alike) {
      const Tag* tag = tag_at(lua_, slot);
      if (tag == nullptr || tag->layout != layout_) return;
      SimilarityCount like;
      compare(slot, wanted_, like, 0);
      if (!like.is_alike()) return;
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

  // Compares two tables of the same form.
  void compare(int a, int b, SimilarityCount& out, int depth) {
    each_item(lua_, a, [&](const ItemStep& step) {
      if (!budget_.take()) return false;
      int item = lua_gettop(lua_);
      push_same_item(b, step);
      compare_items(item, item + 1, out, depth);
      lua_settop(lua_, item);
      return true;
    });
  }

  // Pushes the item that a step leads to from the table in a slot, or nil. Dicts are not searched.
  void push_same_item(int slot, const ItemStep& step) {
    std::string word = step({}).pattern();
    const Tag* tag = tag_at(lua_, slot);
    if (tag->layout != nullptr) return push_raw(lua_, slot, word);
    if (tag->what != ObjectKind::tuple) return lua_pushnil(lua_);
    lua_rawgeti(lua_, slot, std::stoll(word) + 1);
  }

  void compare_items(int a, int b, SimilarityCount& out, int depth) {
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
    bool is_table = type == LUA_TTABLE || lua_istable(lua_, b);
    if (!is_table) {
      ++out.other;
    } else if (!are_tables || what_at(lua_, a) == ObjectKind::dict) {
      out.has_other_part = true;
    } else {
      SimilarityCount part;
      compare(a, b, part, depth + 1);
      out.objects += part.objects;
      out.equal += part.equal;
      out.other += part.other;
      out.has_other_part = out.has_other_part || !part.is_alike();
    }
  }

  lua_State* lua_;
  int wanted_;
  MatchMode how_;
  const Layout* layout_;
  std::vector<ModulePath> chain_ = {}, best_ = {};  // starting at the root
  int score_ = 0;
  SearchBudget& budget_;
};

// Walks the frames from the outermost inward, and finds the path of the instance of each method in
// the instances of the enclosing methods.
class FrameWalk {
 public:
  FrameWalk(const State::Internals& inside, lua_State* lua) : inside_(inside), lua_(lua) {}

  // Walks the frames from the outermost one to the level `last`.
  void run(int last) {
    constexpr int max_frames = 400;  // lua_getstack walks
    std::vector<std::pair<lua_State*, lua_Debug>> frames;
    for (int level = last;; ++level) {
      lua_Debug record;
      lua_State* of = frame_at(inside_, level, record);
      if (of == nullptr) break;
      gave_up_ = level - last == max_frames;
      if (gave_up_) return;
      frames.emplace_back(of, record);
    }
    steps_of(nullptr);
    for (auto frame = frames.rbegin(); frame != frames.rend() && !budget_.is_spent(); ++frame) {
      if (push_self(frame->first, frame->second)) enter();
      steps_of(frame->second.i_ci);
    }
    gave_up_ = budget_.is_spent();
    if (gave_up_) known_.clear();
  }

  const ModulePath& path() const { return path_; }
  bool knows_any() const { return !known_.empty(); }
  bool gave_up() const { return gave_up_; }

  // Pops an instance, and returns its path in the known instances.
  std::optional<ModulePath> place_of_top() {
    std::optional<ModulePath> out = look_up(lua_gettop(lua_));
    lua_pop(lua_, 1);
    return out;
  }

 private:
  struct KnownInstance {
    int slot;
    ModulePath path;
    bool is_layer;
  };

  // Pushes the instance of the method that runs in a frame.
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

  // Returns the path in the innermost known instance that contains it.
  std::optional<ModulePath> look_up(int wanted) {
    for (auto known = known_.rbegin(); known != known_.rend(); ++known) {
      for (InstanceSearch::MatchMode how :
           {InstanceSearch::MatchMode::same, InstanceSearch::MatchMode::alike}) {
        InstanceSearch finding(lua_, wanted, how, budget_);
        finding.look(known->slot, known->path);
        if (finding.found() != nullptr) return *finding.found();
      }
    }
    return {};
  }

  // Enters the method of the instance on top of the stack. An instance that no enclosing instance
  // contains is foreign: its operations belong to the layer that called it. If no enclosing
  // instance is a layer, it is a separate model.
  void enter() {
    int top = lua_gettop(lua_);
    bool is_known = std::exchange(has_stepped_, false);
    if (!is_known) {
      std::optional<ModulePath> found = look_up(top);
      bool is_in_layer = std::ranges::any_of(known_, &KnownInstance::is_layer);
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

  // Applies the steps that C++ code of a frame has opened. Steps of a foreign instance are ignored.
  void steps_of(const void* frame) {
    for (const FrameStep& step : inside_.layers.steps) {
      if (step.frame != frame || is_foreign_) continue;
      path_ = path_behind(path_, step.step);
      has_stepped_ = true;
    }
  }

  const State::Internals& inside_;
  lua_State* lua_;
  std::vector<KnownInstance> known_ = {};  // instances on the stack of lua_
  ModulePath path_ = {};
  bool has_stepped_ = false;  // the next frame's instance is the one at path_
  bool is_foreign_ = false;
  bool gave_up_ = false;
  SearchBudget budget_ = {};
};

// The prefix of the paths of a trace that began inside of a layer. The paths start at the only
// argument or capture that has layers. If it is not unique, `is_whole` is true: then the path of
// the layer in which the trace began is the whole result.
struct PathPrefix {
  ModulePath path = {};
  bool is_whole = false;
};

PathPrefix front_of(FrameWalk& walk, lua_State* lua, const Values& roots) {
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
  return found ? PathPrefix{*found, false} : PathPrefix{walk.path(), true};
}

// In a trace the method of the innermost frame may not have entered its layer yet.
const ModulePath* innermost_path(const State::Internals& inside, lua_State* lua) {
  constexpr int max_frames = 40;
  for (int level = 0; level < max_frames; ++level) {
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

// Whether a path begins with all steps of another one.
bool begins_with(const std::string& path, const std::string& front) {
  bool begins = path.starts_with(front);
  return begins && (path.size() == front.size() || front.empty() || path[front.size()] == '.' ||
                    path[front.size()] == '[');
}

std::string joined(const ModulePath& front, const std::string& path) {
  bool has_dot = !front.empty() && !path.empty() && !path.starts_with('[');
  return str(front.text(), has_dot ? "." : "", path);
}

std::string layer_now(const State& state, const State::Internals& inside, lua_State* lua,
                      const Error& error) {
  FrameWalk walk(inside, lua);
  bool is_region = inside.layers.region != Layers::none;
  if (inside.traces.empty() && !is_region) {
    walk.run(0);
    return walk.gave_up() ? "" : joined(walk.path(), error.layer());
  }
  std::string path = error.layer();
  if (path.empty()) {
    path = state.module_path().text();
    const ModulePath* innermost = innermost_path(inside, lua);
    if (innermost != nullptr && !begins_with(path, innermost->text())) path = innermost->text();
  }
  walk.run(depth_of(inside) - (is_region ? inside.layers.region : inside.traces.front().depth));
  if (is_region) return walk.gave_up() ? "" : joined(walk.path(), path);
  if (!walk.knows_any() || inside.layers.roots.empty()) return path;
  PathPrefix front = front_of(walk, lua, *inside.layers.roots.front());
  return joined(front.path, front.is_whole ? "" : path);
}

}  // namespace

// Errors of this search are ignored: the original error must be reported.
std::string layer_of(const State& state, const State::Internals& inside, const Error& error) {
  lua_State* lua = inside.lua;
  if (lua == nullptr || lua_checkstack(lua, 16) == 0) return error.layer();
  int top = lua_gettop(lua);
  std::string out;
  try {
    out = layer_now(state, inside, lua, error);
  } catch (const Error&) {
    out = error.layer();
  }
  lua_settop(lua, top);
  return out;
}

}  // namespace rille
