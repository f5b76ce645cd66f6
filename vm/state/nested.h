// LuaThreadScope: a protected call on a Lua thread.
#pragma once

#include <lua5.4/lua.h>

#include "vm/state/inside.h"

namespace rille {

// A Lua thread allows 200 nested C functions, and C++ functions that call functions of scripts
// count as such. So after some levels the next call runs on a new Lua thread, which starts at zero.
// The limit `depth` and the native stack bound the total depth. During the lifetime of a
// LuaThreadScope, State::lua() is the thread to call on. These threads never yield: they serve only
// as stacks.
class LuaThreadScope {
 public:
  explicit LuaThreadScope(State& state);
  ~LuaThreadScope();
  LuaThreadScope(const LuaThreadScope&) = delete;
  LuaThreadScope& operator=(const LuaThreadScope&) = delete;

 private:
  State::Internals& inside_;
  int calls_before_;
  bool is_fresh_;
};

// The frame at a level over all threads of the run, where 0 is the innermost. Returns its thread,
// or null if the frame does not exist.
lua_State* frame_at(const State::Internals& inside, int level, lua_Debug& record);

// The level of the outermost frame, which is the number of open calls.
int depth_of(const State::Internals& inside);

}  // namespace rille
