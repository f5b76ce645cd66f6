// What is kept until the process ends.
#pragma once

#include <cstddef>

namespace rille {

// Charges bytes that are never given back to the State that runs: what a table of the process keeps
// is charged to the State that met it first, so a script that makes ever new things comes to its
// limit, not the process's. error[memory] where they do not fit.
void charge_for_good(size_t bytes);

}  // namespace rille
