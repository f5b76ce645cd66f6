// Use: what becomes of a value that a builtin is given.
#pragma once

#include <cstdint>

namespace rille {

// A tuple, record, dict or array that a script gives away may be updated in place when the call is
// over (docs/lua.md, "Table ownership"): who keeps it must have it shared before.
enum class Use : uint8_t {
  keeps,  // the result, or something that stays, may hold it or a part of it
  gives,  // the result may be it or a part of it; nothing else holds it
  looks,  // neither
};

}  // namespace rille
