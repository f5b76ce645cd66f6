// R: the tables of the runtime that emitted text uses.
#pragma once

#include <lua5.4/lua.h>

#include <span>

#include "vm/state/inside.h"

namespace rille {

// Creates the tables R and B, and fills R with the few functions of Lua's libraries that emitted
// text uses. Scripts cannot access either table.
void make_runtime(lua_State* lua, State::Internals& inside);

// Replaces builtins in B that Lua has created already.
void renew_functions(lua_State* lua, std::span<const Builtin* const> builtins);

// Pushes the function that runs the builtin, with its record.
void push_builtin(lua_State* lua, const Builtin& builtin);

// Builtins that need the VM itself: try, error.
std::span<const Builtin* const> vm_builtins();

}  // namespace rille
