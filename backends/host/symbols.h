// Where the functions stand that compiled code calls.
#pragma once

namespace rille {

// Those of backends/host/runtime.h by a table, since a program may show none of its symbols; those
// of the C library as the process has them. Null where there is none. A FindSymbol.
const void* runtime_symbol(const char* name);

}  // namespace rille
