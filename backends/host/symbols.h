// Addresses of the functions that compiled code calls.
#pragma once

namespace rille {

// Finds functions of backends/host/runtime.h in a table, since a program may not export its
// symbols, and functions of the C library by dlsym. Null if the function does not exist. A
// FindSymbol.
const void* runtime_symbol(const char* name);

}  // namespace rille
