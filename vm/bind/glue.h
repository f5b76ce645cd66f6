// The C functions behind builtins and native functions.
#pragma once

#include <lua5.4/lua.h>

#include "vm/bind.h"

namespace rille {

// Upvalues: 1 the Builtin or NativeBox, 2… (native functions) what was captured.
int call_builtin(lua_State* lua);
int call_native(lua_State* lua);
const Builtin& builtin_of_call(lua_State* lua);

// refuse(name, arguments…, END), for builtins of the prelude: what the signature says of them.
int refuse_arguments(lua_State* lua);

// error[type] of a call: `given` arguments are more than the parameters; one has no argument.
Error surplus_arguments(const FunctionInfo& info, size_t given);
Error missing_argument(const FunctionInfo& info, std::string_view parameter);

// The arguments of a native function, each in its position: too many and missing ones refused.
Values native_arguments(lua_State* lua, const FunctionInfo& info, int count);

}  // namespace rille
