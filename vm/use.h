// Use: how a builtin uses an argument.
#pragma once

#include <cstdint>

namespace rille {

// A tuple, record, dict, or array of a script may be updated in place after the call (docs/lua.md,
// "Table ownership"): if a builtin keeps it, it must be marked as shared before.
enum class Use : uint8_t {
  keeps,  // the result, or state that persists, may contain the argument or a part of it
  gives,  // the result may be the argument or a part of it; it has no other references
  looks,  // only reads it
};

}  // namespace rille
