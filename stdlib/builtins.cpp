// Builtins: the table, made of each area's list.def.
#include "stdlib/builtins.h"

#include <algorithm>
#include <vector>

namespace rille {

#define BUILTIN(name) extern const Builtin name##_builtin;
#include "stdlib/areas.def"
#undef BUILTIN

std::span<const Builtin* const> all_builtins() {
  static const std::vector<const Builtin*> table = [] {
    std::vector<const Builtin*> out = {
#define BUILTIN(name) &name##_builtin,
#include "stdlib/areas.def"
#undef BUILTIN
    };
    std::ranges::sort(out, {}, &Builtin::name);
    return out;
  }();
  return table;
}

}  // namespace rille
