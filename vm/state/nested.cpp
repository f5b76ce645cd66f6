// LuaThreadScope: Lua threads as additional stacks.
#include "vm/state/nested.h"

#include "vm/run/stack.h"
#include "vm/runtime/raw.h"
#include "vm/state/stop.h"

namespace rille {
namespace {

// Each call takes two levels, or three if an operator called it.
constexpr int calls_of_a_thread = 24;

// By exponential and binary search, since lua_getstack walks from the top each time.
int levels_of(lua_State* lua) {
  lua_Debug frame;
  if (lua_getstack(lua, 0, &frame) == 0) return 0;
  int low = 0, high = 1;
  while (lua_getstack(lua, high, &frame) != 0) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    (lua_getstack(lua, middle, &frame) != 0 ? low : high) = middle;
  }
  return low + 1;
}

}  // namespace

LuaThreadScope::LuaThreadScope(State& state)
    : inside_(state.inside()), calls_before_(inside_.open_calls), is_fresh_(false) {
  check_stack();
  lua_State* lua = inside_.lua;
  if (lua_checkstack(lua, 8) == 0) throw Error(Code::limit, "maximum recursion depth exceeded");
  if (inside_.open_calls < calls_of_a_thread) {
    ++inside_.open_calls;
    return;
  }
  inside_.outer.reserve(inside_.outer.size() + 1);  // operations that can fail come first
  OuterThread outer{lua, levels_of(lua)};
  inside_.lua = lua_newthread(lua);  // stays on the stack of the outer thread until the end
  inside_.outer.push_back(outer);
  inside_.open_calls = 1;
  is_fresh_ = true;
  move_run(inside_.stopper, inside_.lua);
}

LuaThreadScope::~LuaThreadScope() {
  inside_.open_calls = calls_before_;
  if (!is_fresh_) return;
  inside_.lua = inside_.outer.back().lua;
  inside_.outer.pop_back();
  lua_pop(inside_.lua, 1);
  move_run(inside_.stopper, inside_.lua);
}

lua_State* frame_at(const State::Internals& inside, int level, lua_Debug& record) {
  if (inside.lua == nullptr) return nullptr;
  if (lua_getstack(inside.lua, level, &record) != 0) return inside.lua;
  if (inside.outer.empty()) return nullptr;
  level -= levels_of(inside.lua);
  for (auto thread = inside.outer.rbegin(); thread != inside.outer.rend(); ++thread) {
    bool is_there = level < thread->levels && lua_getstack(thread->lua, level, &record) != 0;
    if (level < thread->levels) return is_there ? thread->lua : nullptr;
    level -= thread->levels;
  }
  return nullptr;
}

int depth_of(const State::Internals& inside) {
  int out = inside.lua == nullptr ? 0 : levels_of(inside.lua) - 1;
  for (const OuterThread& thread : inside.outer) out += thread.levels;
  return out;
}

}  // namespace rille
