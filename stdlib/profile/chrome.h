// chrome_trace: a capture as JSON for Perfetto.
#pragma once

#include <string>

#include "stdlib/profile/timeline.h"

namespace rille::profile {

// Trace events in JSON, which Perfetto and chrome://tracing open. Threads are in the process of the
// program, and each device is a process of its own. The counter `memory` is the memory in use.
std::string chrome_trace(const Timeline& timeline);

}  // namespace rille::profile
