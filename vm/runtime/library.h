// R: what emitted text finds in the tables of the runtime.
#pragma once

#include <lua5.4/lua.h>

#include <span>

#include "vm/state/inside.h"

namespace rille {

// Makes the tables R and B, and fills R with the few functions of Lua's own libraries that
// emitted text uses. Scripts reach neither.
void make_runtime(lua_State* lua, State::Inside& inside);

// What B gives for a name changes where Lua has one of these already.
void renew_functions(lua_State* lua, std::span<const Builtin* const> builtins);

// The function that runs the builtin, with all that is known of it.
void push_builtin(lua_State* lua, const Builtin& builtin);

// Builtins that need the VM itself: try, error.
std::span<const Builtin* const> vm_builtins();

}  // namespace rille
