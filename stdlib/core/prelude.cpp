// The records of builtins whose code is Lua.
#include "stdlib/core/prelude.h"

#include "vm/bind.h"

namespace rille {

// They have no `call`: B.name, which prelude/*.lua defines, is the function.
#define LUA_BUILTIN(name, ...) extern const Builtin name##_builtin = {__VA_ARGS__};
#include "stdlib/core/prelude/dicts.def"
#include "stdlib/core/prelude/values.def"
#undef LUA_BUILTIN

}  // namespace rille
