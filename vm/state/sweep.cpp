// Sweep: a reachability walk over the objects of Lua.
#include "vm/state/sweep.h"

#include <lua5.4/lauxlib.h>

#include <charconv>
#include <cstring>
#include <exception>
#include <unordered_set>

#include "vm/run/observer.h"
#include "vm/run/recorder.h"
#include "vm/run/running.h"
#include "vm/runtime/raw.h"
#include "vm/state/nested.h"

namespace rille {

size_t chunk_number(const char* source) {
  if (source == nullptr || source[0] != '=' || source[1] != '#') return SIZE_MAX;
  size_t number = SIZE_MAX;
  std::from_chars(source + 2, source + std::strlen(source), number);
  return number;
}

namespace {

const char* source_of(lua_State* lua, int slot) {
  lua_Debug record;
  lua_pushvalue(lua, slot);
  lua_getinfo(lua, ">S", &record);
  return record.source;
}

// Finds all reachable objects. References to layouts and to the structs of a definition are not
// roots: their targets must be reachable in another way.
class ReachabilityWalk {
 public:
  explicit ReachabilityWalk(lua_State* lua) : lua_(lua), inside_(inside_of(lua)) {
    lua_newtable(lua_);
    open_ = lua_gettop(lua_);
    seen_.insert(lua_topointer(lua_, open_));
  }

  void run() {
    std::unordered_set<lua_Integer> weak;
    for (const auto& layout : inside_.layouts) {
      weak.insert(layout->metatable);
      if (is_scripts(*layout)) weak.insert(layout->type->methods);
    }
    for (const auto& [info, made] : inside_.structs_of) weak.insert(made.begin(), made.end());
    lua_pushnil(lua_);
    while (lua_next(lua_, LUA_REGISTRYINDEX) != 0) {
      bool counts = lua_isinteger(lua_, -2) == 0 || !weak.contains(lua_tointeger(lua_, -2));
      if (counts) open(lua_gettop(lua_));
      lua_pop(lua_, 1);
    }
    open_stack(lua_);
    for (const OuterThread& outer : inside_.outer) open_stack(outer.lua);
    do follow();
    while (more());
  }

  bool has(const LoadedChunk* chunk) const { return chunks_.contains(chunk); }
  bool has(const Layout& layout) const { return layouts_.contains(&layout); }

 private:
  // Adds an object to the worklist.
  void open(int slot) {
    int type = lua_type(lua_, slot);
    bool leads = type == LUA_TTABLE || type == LUA_TFUNCTION || type == LUA_TUSERDATA;
    if (!leads || !seen_.insert(lua_topointer(lua_, slot)).second) return;
    lua_pushvalue(lua_, slot);
    lua_rawseti(lua_, open_, ++count_);
  }

  // Visits the functions that run on a thread, and its whole stack, by debug information.
  void open_stack(lua_State* thread) {
    if (lua_checkstack(thread, 4) == 0)
      throw Error(Code::limit, "maximum recursion depth exceeded");
    lua_Debug frame;
    for (int level = 0; lua_getstack(thread, level, &frame) != 0; ++level) {
      lua_getinfo(thread, "f", &frame);
      open_top(thread);
      for (int i = 1; lua_getlocal(thread, &frame, i) != nullptr; ++i) open_top(thread);
      for (int i = -1; lua_getlocal(thread, &frame, i) != nullptr; --i) open_top(thread);
    }
  }

  void open_top(lua_State* thread) {
    if (thread != lua_) lua_xmove(thread, lua_, 1);
    open(lua_gettop(lua_));
    lua_pop(lua_, 1);
  }

  void open_reference(int reference) {
    lua_rawgeti(lua_, LUA_REGISTRYINDEX, reference);
    open(lua_gettop(lua_));
    lua_pop(lua_, 1);
  }

  void follow() {
    while (count_ > 0) {
      lua_rawgeti(lua_, open_, count_);
      lua_pushnil(lua_);
      lua_rawseti(lua_, open_, count_--);
      int slot = lua_gettop(lua_);
      look(slot);
      lua_settop(lua_, slot - 1);
    }
  }

  void look(int slot) {
    if (lua_type(lua_, slot) == LUA_TFUNCTION) return function(slot);
    if (lua_getmetatable(lua_, slot) != 0) open(lua_gettop(lua_));
    lua_settop(lua_, slot);
    if (lua_type(lua_, slot) != LUA_TTABLE) return;
    lua_pushnil(lua_);
    while (lua_next(lua_, slot) != 0) {
      open(slot + 1);
      open(slot + 2);
      lua_pop(lua_, 1);
    }
  }

  void function(int slot) {
    if (lua_iscfunction(lua_, slot) == 0) {
      auto found = inside_.chunks.find(chunk_number(source_of(lua_, slot)));
      if (found != inside_.chunks.end()) chunks_.insert(found->second.get());
    }
    for (int i = 1; lua_getupvalue(lua_, slot, i) != nullptr; ++i) {
      open(lua_gettop(lua_));
      lua_settop(lua_, slot);
    }
  }

  // Adds objects that are kept alive by others: layouts of records that C++ holds, and structs of
  // live chunks.
  bool more() {
    for (const auto& layout : inside_.layouts) {
      if (layouts_.contains(layout.get()) || !lives(layout)) continue;
      layouts_.insert(layout.get());
      open_reference(layout->metatable);
      if (is_scripts(*layout)) open_reference(layout->type->methods);
    }
    for (const auto& [number, chunk] : inside_.chunks) {
      if (chunk.use_count() > 1) chunks_.insert(chunk.get());  // referenced by a key of a cache
      if (!chunks_.contains(chunk.get()) || !structs_.insert(chunk.get()).second) continue;
      for (const FunctionInfo& info : chunk->functions) {
        auto made = inside_.structs_of.find(&info);
        if (made == inside_.structs_of.end()) continue;
        for (int reference : made->second) open_reference(reference);
      }
    }
    return count_ > 0;
  }

  // Whether a layout belongs to a struct of a script. Structs of the library are never dropped.
  bool is_scripts(const Layout& layout) const {
    return layout.type != nullptr && inside_.info_of_struct.contains(layout.type);
  }

  bool lives(const std::shared_ptr<Layout>& layout) {
    if (layout.use_count() > 1) return true;
    if (layout->type != nullptr && !is_scripts(*layout)) return true;
    lua_rawgeti(lua_, LUA_REGISTRYINDEX, layout->metatable);
    bool found = seen_.contains(lua_topointer(lua_, -1));
    lua_pop(lua_, 1);
    return found;
  }

  lua_State* lua_;
  State::Internals& inside_;
  int open_;
  lua_Integer count_ = 0;
  std::unordered_set<const void*> seen_;
  std::unordered_set<const LoadedChunk*> chunks_, structs_;
  std::unordered_set<const Layout*> layouts_;
};

void drop_layouts(lua_State* lua, State::Internals& inside, const ReachabilityWalk& walk) {
  std::erase_if(inside.layout_at, [&](const auto& entry) { return !walk.has(*entry.second); });
  std::erase_if(inside.layouts, [&](const std::shared_ptr<Layout>& layout) {
    if (walk.has(*layout)) return false;
    luaL_unref(lua, LUA_REGISTRYINDEX, layout->metatable);
    return true;
  });
  std::erase_if(inside.structs, [&](const std::shared_ptr<StructType>& type) {
    if (type.use_count() > 1 || !inside.info_of_struct.contains(type.get())) return false;
    inside.info_of_struct.erase(type.get());
    if (type->methods != 0) luaL_unref(lua, LUA_REGISTRYINDEX, type->methods);
    return true;
  });
}

void drop_chunks(lua_State* lua, State::Internals& inside, const ReachabilityWalk& walk) {
  std::erase_if(inside.chunks, [&](const auto& entry) {
    const LoadedChunk& chunk = *entry.second;
    if (walk.has(&chunk)) return false;
    for (const FunctionInfo& info : chunk.functions) {
      auto made = inside.structs_of.find(&info);
      if (made == inside.structs_of.end()) continue;
      for (int reference : made->second) luaL_unref(lua, LUA_REGISTRYINDEX, reference);
      inside.structs_of.erase(made);
    }
    return true;
  });
  std::erase_if(inside.other_at, [&](const auto& entry) {
    return entry.second.is_scripts && entry.second.of.expired();
  });
}

// Drops sources without a chunk, except the latest ones: no error can quote them.
void drop_sources(State& state) {
  constexpr int64_t last = 64;
  State::Internals& inside = state.inside();
  std::vector<bool> lives(inside.sources.size());
  for (const auto& [number, chunk] : inside.chunks) {
    for (int file : chunk->files) lives[static_cast<size_t>(file)] = true;
  }
  std::vector<int> shown;
  state.observers().tell(event::SourcesRequest{shown});
  for (int file : shown) lives[static_cast<size_t>(file)] = true;
  for (size_t i = 0; i < lives.size(); ++i) {
    SourceAge& age = inside.source_ages[i];
    if (lives[i] || age.is_lost || age.number + last > inside.sources_made) continue;
    inside.lost_sources.push_back(static_cast<int>(i));
    inside.sources[i] = {};
    inside.source_charges[i] = {};
    age.is_lost = true;
  }
}

// Whether no other function is running.
bool is_outermost(lua_State* lua) {
  lua_Debug frame;
  return inside_of(lua).outer.empty() && lua_getstack(lua, 1, &frame) == 0;
}

}  // namespace

std::shared_ptr<const LoadedChunk> loaded_at(lua_State* lua, int slot) {
  State::Internals& inside = inside_of(lua);
  if (lua_type(lua, slot) == LUA_TTABLE && lua_getmetatable(lua, slot) != 0) {
    lua_pushliteral(lua, "__call");
    lua_rawget(lua, -2);
    std::shared_ptr<const LoadedChunk> out = loaded_at(lua, lua_gettop(lua));
    lua_pop(lua, 2);
    return out;
  }
  if (lua_type(lua, slot) != LUA_TFUNCTION || lua_iscfunction(lua, slot) != 0) return nullptr;
  lua_Debug record;
  lua_pushvalue(lua, slot);
  lua_getinfo(lua, ">S", &record);
  auto chunk = inside.chunks.find(chunk_number(record.source));
  if (chunk != inside.chunks.end()) return chunk->second;
  auto other = inside.other_at.find(str(record.source, ":", record.linedefined));
  return other != inside.other_at.end() ? other->second.of.lock() : nullptr;
}

namespace {

void drop_lost(State& state) {
  State::Internals& inside = state.inside();
  inside.unswept = 0;
  try {
    protect(state, [&](lua_State* lua) {
      luaL_checkstack(lua, 32, "to sweep");
      release_dropped(lua);
      ReachabilityWalk walk(lua);
      walk.run();
      drop_layouts(lua, inside, walk);
      drop_chunks(lua, inside, walk);
      if (is_outermost(lua)) drop_sources(state);
    });
  } catch (const std::exception&) {
    // Out of memory, or stopped: the sweep is done at another time.
    inside.unswept = 1;
  }
}

}  // namespace

void sweep(State& state, size_t loading) {
  constexpr size_t least = size_t{1} << 20, of_a_snippet = 4096, of_a_byte = 8;
  State::Internals& inside = state.inside();
  inside.unswept += of_a_snippet + of_a_byte * loading;
  auto live = static_cast<size_t>(inside.account->lua);
  if (inside.unswept >= least && inside.unswept >= live / 2) drop_lost(state);
}

void collect(lua_State* lua) {
  RecordedSpan recorded(SpanCategory::garbage, "garbage collection");
  constexpr int64_t many = 4 << 20;  // bytes, which take some milliseconds
  if (inside_of(lua).unswept > 0) drop_lost(state_of(lua));
  release_dropped(lua);
  if (inside_of(lua).account->lua < many) {
    lua_gc(lua, LUA_GCCOLLECT, 0);
    return;
  }
  for (int cycles = 0; cycles < 2 && !stopping();) cycles += lua_gc(lua, LUA_GCSTEP, 0);
}

}  // namespace rille
