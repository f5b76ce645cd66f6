// The C functions that run builtins and native functions.
#pragma once

#include <lua5.4/lua.h>

#include "vm/bind.h"

namespace rille {

// Upvalue 1 is the Builtin or NativeBox; the others are the captures of a native function.
int call_builtin(lua_State* lua);
int call_native(lua_State* lua);
const Builtin& builtin_of_call(lua_State* lua);

// refuse(name, arguments…, END), for builtins of the prelude: raises if the arguments are invalid
// for the signature.
int refuse_arguments(lua_State* lua);

// error[type] for a call with more arguments than parameters (`given`), or with a missing argument.
Error surplus_arguments(const FunctionInfo& info, size_t given);
Error missing_argument(const FunctionInfo& info, std::string_view parameter);

// The arguments of a native function in the order of the parameters. Raises if there are too many,
// or if one is missing.
Values native_arguments(lua_State* lua, const FunctionInfo& info, int count);

}  // namespace rille
