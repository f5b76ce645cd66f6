// Builtins: every function and struct, from the list.def rows.
#pragma once

#include <span>

#include "vm/struct.h"

namespace rille {

// Sorted by name. A row BUILTIN(io_read) in an area's list.def declares `io_read_builtin`; a row
// STRUCT(nn_linear) declares `nn_linear_struct`.
std::span<const Builtin* const> all_builtins();
std::span<const Struct* const> all_structs();

}  // namespace rille
