// This machine, as profiles describe it.
#pragma once

#include <string>

#include "stdlib/profile/timeline.h"

namespace rille::profile {

Machine this_machine();

// The name of the computer, in characters that a file name may have.
std::string host_name();

}  // namespace rille::profile
