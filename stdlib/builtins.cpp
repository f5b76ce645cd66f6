// Builtins: the tables, built from the list.def of each area.
#include "stdlib/builtins.h"

#include <algorithm>
#include <string_view>
#include <utility>
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
    // Each name is computed once and not in every comparison: this runs at each start.
    std::vector<std::pair<std::string_view, const Builtin*>> named;
    named.reserve(out.size());
    for (const Builtin* builtin : out) named.emplace_back(builtin->name(), builtin);
    std::ranges::sort(named);
    std::ranges::transform(named, out.begin(), [](const auto& each) { return each.second; });
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
