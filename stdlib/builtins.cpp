// Builtins: the tables, made of each area's list.def.
#include "stdlib/builtins.h"

#include <algorithm>
#include <vector>

namespace rille {

#define BUILTIN(name) extern const Builtin name##_builtin;
#define STRUCT(name) extern const Struct name##_struct;
#include "stdlib/areas.def"
#undef BUILTIN
#undef STRUCT

std::span<const Builtin* const> all_builtins() {
  static const std::vector<const Builtin*> table = [] {
    std::vector<const Builtin*> out = {
#define BUILTIN(name) &name##_builtin,
#define STRUCT(name)
#include "stdlib/areas.def"
#undef BUILTIN
#undef STRUCT
    };
    std::ranges::sort(out, {}, &Builtin::name);
    return out;
  }();
  return table;
}

std::span<const Struct* const> all_structs() {
  static const std::vector<const Struct*> table = {
#define BUILTIN(name)
#define STRUCT(name) &name##_struct,
#include "stdlib/areas.def"
#undef BUILTIN
#undef STRUCT
  };
  return table;
}

}  // namespace rille
