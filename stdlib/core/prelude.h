// The part of R that is Lua text.
#pragma once

#include <string_view>

namespace rille {

struct Prelude {
  std::string_view name;
  std::string_view text;  // called once with R, B, END, ABSENT
};

extern const Prelude values_prelude;  // tuples, records, ranges, iteration
extern const Prelude dict_prelude;    // dicts, items by a key
// These two are loaded when a program first asks for one of their functions.
extern const Prelude pattern_prelude;  // match, let, annotations, assert, calls
extern const Prelude control_prelude;  // if, while, for, match where a trace may be open

}  // namespace rille
