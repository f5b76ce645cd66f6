// The records of the builtins that are written in Lua.
#include "stdlib/core/prelude.h"

#include "vm/bind.h"

namespace rille {

// These records have no `call`: the function is B.name, which prelude/*.lua defines.
#define LUA_BUILTIN(name, ...) extern const Builtin name##_builtin = {__VA_ARGS__};
#include "stdlib/core/prelude/dicts.def"
#include "stdlib/core/prelude/values.def"
#undef LUA_BUILTIN

}  // namespace rille
