// Nested: a protected call, on a Lua thread that has room.
#pragma once

#include <lua5.4/lua.h>

#include "vm/state/inside.h"

namespace rille {

// Lua lets a thread of its own descend 200 levels of C functions, and C++ functions that call
// functions of scripts are such levels. So after some of them the next call is made on a fresh
// thread, which begins at none; `depth` and the native stack bound the whole. While it lives,
// State::lua() is the thread to call on. Threads here never yield: they are stacks, no more.
class Nested {
 public:
  explicit Nested(State& state);
  ~Nested();
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

 private:
  State::Inside& inside_;
  int calls_before_;
  bool is_fresh_;
};

// The frame at a level, innermost 0, over all threads of the run, and the one that it belongs to;
// null where there is none.
lua_State* frame_at(const State::Inside& inside, int level, lua_Debug& record);

// The level of the outermost frame: how many calls are open.
int depth_of(const State::Inside& inside);

}  // namespace rille
