// Memory that is kept until the process ends.
#pragma once

#include <cstddef>

namespace rille {

// Charges bytes that are never released to the running State: an entry of a global table is charged
// to the State that created it, so that a script that creates more and more entries reaches its own
// limit, not that of the process. error[memory] if the limit is exceeded.
void charge_for_good(size_t bytes);

}  // namespace rille
