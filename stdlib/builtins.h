// Builtins: all that scripts can call, from the list.def rows.
#pragma once

#include <span>

#include "vm/bind.h"

namespace rille {

// Sorted by name. A row BUILTIN(io_read) in an area's list.def stands for `io_read_builtin`.
std::span<const Builtin* const> all_builtins();

}  // namespace rille
